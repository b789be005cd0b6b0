// Lines and blocks of the rule language. A line that is indented deeper than the statement before it continues that statement, unless a
// block may begin here (after `:` or a `game` line); inside brackets no statement may end, so lines are free there.
#include "tree_sitter/alloc.h"
#include "tree_sitter/parser.h"

#include <string.h>

enum Token { NEWLINE, INDENT, DEDENT };

// Blocks nest no deeper than the language allows brackets to nest, with room to spare.
#define MOST_BLOCKS 200

typedef struct {
  uint16_t columns[MOST_BLOCKS];
  uint32_t count;
} Blocks;

void *tree_sitter_grundy_external_scanner_create(void) {
  Blocks *blocks = ts_calloc(1, sizeof(Blocks));
  blocks->count = 1;
  return blocks;
}

void tree_sitter_grundy_external_scanner_destroy(void *payload) { ts_free(payload); }

unsigned tree_sitter_grundy_external_scanner_serialize(void *payload, char *buffer) {
  Blocks *blocks = payload;
  unsigned size = blocks->count * sizeof(uint16_t);
  memcpy(buffer, blocks->columns, size);
  return size;
}

void tree_sitter_grundy_external_scanner_deserialize(void *payload, const char *buffer, unsigned length) {
  Blocks *blocks = payload;
  blocks->count = length / sizeof(uint16_t);
  if (length > 0) memcpy(blocks->columns, buffer, length);
  if (blocks->count == 0) {
    blocks->count = 1;
    blocks->columns[0] = 0;
  }
}

bool tree_sitter_grundy_external_scanner_scan(void *payload, TSLexer *lexer, const bool *valid) {
  Blocks *blocks = payload;
  // Every token is empty: it stands where the line before it ends.
  lexer->mark_end(lexer);
  bool at_line_end = false;
  uint32_t column = 0;
  for (;;) {
    int32_t next = lexer->lookahead;
    if (next == '\n') {
      at_line_end = true;
      column = 0;
    } else if (next == ' ') {
      column++;
    } else if (next == '\t') {
      column = (column / 8 + 1) * 8;
    } else if (next == '#') {
      // A comment behind a statement is read before its line ends.
      if (!at_line_end) return false;
      while (lexer->lookahead != '\n' && !lexer->eof(lexer)) lexer->advance(lexer, true);
      continue;
    } else if (next != '\r' && next != 0xfeff) {
      break;
    }
    if (lexer->eof(lexer)) break;
    lexer->advance(lexer, true);
  }
  if (lexer->eof(lexer)) {
    at_line_end = true;
    column = 0;
  }
  if (!at_line_end) return false;
  uint16_t current = blocks->columns[blocks->count - 1];
  if (column > current) {
    if (!valid[INDENT] || blocks->count >= MOST_BLOCKS) return false;
    blocks->columns[blocks->count++] = column;
    lexer->result_symbol = INDENT;
    return true;
  }
  if (column < current && valid[DEDENT] && blocks->count > 1) {
    blocks->count--;
    lexer->result_symbol = DEDENT;
    return true;
  }
  if (valid[NEWLINE]) {
    lexer->result_symbol = NEWLINE;
    return true;
  }
  return false;
}
