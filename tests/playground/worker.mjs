// The page's own worker and client in node: `start(folder)` gives a way to ask the checker as the page does.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInThisContext } from "node:vm";
import { Worker } from "node:worker_threads";

// What a thread of node needs to be as a worker of a browser is.
const THREAD = `
const { parentPort } = require("node:worker_threads");
const scope = { postMessage: (data) => parentPort.postMessage(data) };
work(scope);
parentPort.on("message", (data) => scope.onmessage({ data }));
`;

// `stackSizeMb` is the stack of a worker, where it is to be a small one.
export function start(folder, stackSizeMb = 4) {
  const read = (name) => readFileSync(join(folder, name));
  const module = new WebAssembly.Module(read("conformable.wasm"));
  const workers = [];
  const started = () => {
    const thread = new Worker(`${read("worker.js")}\n${THREAD}`, { eval: true, resourceLimits: { stackSizeMb } });
    workers.push(thread);
    const worker = { postMessage: (data) => thread.postMessage(data), terminate: () => thread.terminate() };
    thread.on("message", (data) => worker.onmessage({ data }));
    thread.on("error", (error) => worker.onerror(error));
    return worker;
  };
  const Client = runInThisContext(`${read("client.js")}\nClient`);
  return { module, workers, client: (answered, limits) => new Client(started, module, answered, limits) };
}

// Asks one after the other.
export function asking(page, limits) {
  let given = null;
  const client = page.client((answer, request, took) => given({ ...answer, took }), limits);
  return (request) =>
    new Promise((done) => {
      given = done;
      client.check(request);
    });
}

export function finish(page, answers) {
  process.stdout.write(JSON.stringify(answers), () => {
    for (const worker of page.workers) worker.terminate();
  });
}
