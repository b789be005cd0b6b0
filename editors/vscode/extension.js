// Starts `grundy lsp` for rule files; what it says is shown by the editor.
const { workspace, window } = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;

exports.activate = async () => {
  const command = workspace.getConfiguration('grundy').get('command', 'grundy');
  const server = { command, args: ['lsp'] };
  client = new LanguageClient('grundy', 'Grundy', server, { documentSelector: [{ language: 'grundy' }] });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`\`${command} lsp\` does not start: ${error.message}. Set grundy.command to the program.`);
  }
};

exports.deactivate = () => client?.stop();
