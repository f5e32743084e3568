// Answers to requests: `node answers.mjs FOLDER [MEGABYTES]`, with a stack of that size, the requests as an array in JSON on standard input.
import { readFileSync } from "node:fs";
import { asking, finish, start } from "./worker.mjs";

const [folder, megabytes] = process.argv.slice(2);
const page = start(folder, megabytes && Number(megabytes));
const ask = asking(page);
const answers = [];
for (const request of JSON.parse(readFileSync(0, "utf8"))) answers.push(await ask(request));
finish(page, { answers, imports: WebAssembly.Module.imports(page.module), workers: page.workers.length });
