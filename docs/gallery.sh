#!/bin/sh
# Draws the pictures of docs/gallery/ and writes docs/gallery.md, which names the command of each.
# The program is $GRUNDY, or a release build of this repository.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${GRUNDY:-}" ]; then
    cargo build --release -q -p grundy-cli
    GRUNDY="${CARGO_TARGET_DIR:-target}/release/grundy"
fi
mkdir -p docs/gallery
page=docs/gallery.md
cat > "$page" <<'END'
# Gallery

Twenty-six pictures and the commands that made them; `docs/gallery.sh` draws them all again. The
same commands write `.html` (to explore), `.png`, `.pdf`, `.tex`, `.dot` and `.txt`: the ending of
the file is the format. What the pictures mean is in [pictures.md](pictures.md); a board of every
game of the library is in [games.md](games.md).
END

# picture NAME CAPTION ARGUMENT...: draws docs/gallery/NAME.svg and adds it to the page.
picture() {
    name=$1 caption=$2
    shift 2
    "$GRUNDY" draw "$@" -o "docs/gallery/$name.svg" > /dev/null
    shown="grundy draw"
    for argument in "$@"; do
        case $argument in
            *[!A-Za-z0-9.,_=:-]*) shown="$shown '$argument'" ;;
            *) shown="$shown $argument" ;;
        esac
    done
    printf '\n## %s\n\n```\n%s -o %s.svg\n```\n\n![%s](gallery/%s.svg)\n' \
        "$caption" "$shown" "$name" "$caption" "$name" >> "$page"
}

sum='sum := sum(k in 1..n if k not in free: k)'
picture tree 'A whole game: pick 1 to 4, each once, reach 8' tree can-i-win 'n = 4, total = 8'
picture hero 'The strategy that proves a win' tree can-i-win 'n = 5, total = 12' --best --label "$sum" --title 'Pick 1 to 5, each once; who reaches 12 wins'
picture graph 'The same game, every position once' graph can-i-win 'n = 5, total = 12' --theme safe
picture korean 'What is left out is counted; in Korean' tree can-i-win 'n = 5, total = 12' --depth 2 --lang ko
picture nim-graph 'Nim by outcome: from every green position a move to a violet one' graph 'Nim(1) + Nim(2) + Nim(3)' --colour outcome
picture kayles-graph 'Kayles: sums that end forget their parts' graph kayles 5 --colour outcome --theme safe
picture noughts-tree 'An endgame of noughts and crosses' graph tic-tac-toe 'XOX|OX.|..O' --lang zh
picture chomp-graph 'All of Chomp on 2 x 3' graph chomp 'R = 2, C = 3'
picture domineering-tree 'Left and Right: Domineering on 2 x 3' tree domineering 'R = 2, C = 3'
picture loopy 'Play that can return: cop and robber on a path' graph cops-and-robbers --theme dark
picture right 'From left to right: the strategy against which Nim with heaps 1, 2 and 3 is lost' tree 'Nim(1) + Nim(2) + Nim(3)' --best --direction right
picture noughts 'Where to play' board tic-tac-toe 'XX.|OO.|...'
picture chomp 'Where to bite: the values of what is left' board chomp 'R = 3, C = 5'
picture heaps 'What each move in Nim leaves' board 'Nim(3) + Nim(5) + Nim(7)' --theme safe
picture pins 'Kayles as a row of pins: what knocking down one or two leaves' board kayles 12
picture node-kayles 'Node Kayles on a wheel' board node-kayles 'n = 7, E = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (6, 0), (6, 1), (6, 2), (6, 3), (6, 4), (6, 5)]'
picture walk 'A token on a digraph' board walk 'G = "0->1 2;1->3 4;2->3 5;3->5;4->5;5->"'
picture hackenbush 'Hackenbush: what Left may cut, and what that leaves' board hackenbush 'edges = [(0, 1, Blue), (1, 2, Red), (2, 3, Green), (0, 4, Red), (4, 5, Blue), (4, 6, Blue)]'
picture dots-and-boxes 'Dots and boxes: points of each line' board dots-and-boxes 'R = 2, C = 2'
picture hex 'Hex: where to begin' board hex 'N = 3'
picture domineering 'Domineering: dominoes across two cells' board domineering 'R = 3, C = 3'
picture wythoff 'Wythoff'"'"'s game: the values of a queen'"'"'s walk home' heat wythoff --over 'p[0]=0..40,p[1]=0..40'
picture can-i-win 'Who wins, over two parameters' heat can-i-win --over n=1..9,total=1..24 --show outcome --theme safe
picture kayles 'Kayles: period 12 after the last of fourteen exceptions' sequence 0.77 --to 200
picture thermograph 'A thermograph' thermograph '{4|1||0|-2}'
picture product 'The nim product' matrix nimproduct --size 16

# A board of every game of the library, at its own position or at one of these.
mkdir -p docs/gallery/games
page=docs/games.md
cat > "$page" <<'END'
# Every game of the library

A board of each, drawn by `docs/gallery.sh`; what its rules are is said by `grundy games --show
NAME`. What the pictures mean is in [pictures.md](pictures.md). Where a search takes longer than two
seconds, moves are marked `?`.

END
for file in games/*.game; do
    name=$(basename "$file" .game)
    case $name in
        dawsons-chess | fibonacci-nim | kayles | misere-nim | odd-even-nim | subtraction) set -- 9 ;;
        even-addicts) set -- 'EvenAddicts(3, 2)' ;;
        polygon) set -- 6 ;;
        mats | nim-without-zero) set -- '[2, 3]' ;;
        hackenbush) set -- 'edges = [(0, 1, Blue), (1, 2, Red), (0, 3, Green)]' ;;
        *) set -- ;;
    esac
    "$GRUNDY" draw board "$name" "$@" --time 2 -o "docs/gallery/games/$name.svg" > /dev/null || true
    if [ -f "docs/gallery/games/$name.svg" ]; then
        printf '![%s](gallery/games/%s.svg)\n' "$name" "$name" >> "$page"
    else
        echo "no picture of $name"
    fi
done
