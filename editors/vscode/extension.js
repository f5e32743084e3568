// Starts `conformable server` for Python's files and notebooks; what it shows is the server's.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

/** The client, while it runs. */
let client;

const settings = () => vscode.workspace.getConfiguration("conformable");

async function start() {
  const command = settings().get("path", "conformable");
  const server = { command, args: ["server"] };
  const options = {
    documentSelector: [{ language: "python" }],
    // The server has hovers and hints of its own only, so that it stands beside any other one.
    initializationOptions: {
      hover: settings().get("hover"),
      inlayHints: settings().get("inlayHints"),
    },
    diagnosticPullOptions: { onChange: true },
  };
  client = new LanguageClient("conformable", "Conformable", server, options);
  try {
    await client.start();
  } catch (error) {
    const text = `Conformable: \`${command} server\` doesn't start: ${error.message ?? error}. Is it installed, or is conformable.path another?`;
    vscode.window.showErrorMessage(text);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.stop();
}

async function restart() {
  await stop();
  await start();
}

exports.activate = async (context) => {
  const changed = (event) => {
    if (event.affectsConfiguration("conformable.path") || event.affectsConfiguration("conformable.hover")) return restart();
    const values = { hover: settings().get("hover"), inlayHints: settings().get("inlayHints") };
    const says = event.affectsConfiguration("conformable");
    if (says) client?.sendNotification("workspace/didChangeConfiguration", { settings: { conformable: values } });
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("conformable.restart", restart),
    vscode.workspace.onDidChangeConfiguration(changed),
  );
  await start();
};

exports.deactivate = stop;
