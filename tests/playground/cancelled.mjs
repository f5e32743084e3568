// Many requests at once, and one that doesn't end in time: `node cancelled.mjs FOLDER`.
import { finish, start } from "./worker.mjs";

const file = (text) => ({ files: [{ name: "a.py", text }], settings: "" });
const page = start(process.argv[2]);
const answers = [];
let last = null;
const answered = (answer, request) => {
  answers.push({ text: request.files[0].text, message: answer.message ?? null });
  last?.();
};
// Until the answer to the newest request.
const until = (is) => new Promise((done) => (last = () => is(answers.at(-1)) && done()));

let client = page.client(answered);
for (let at = 0; at < 50; at += 1) client.check(file(`x = ${at}\n`));
await until(({ text }) => text === "x = 49\n");
const typed = answers.splice(0);

// Each line of it has sizes that no other has, so that nothing is remembered.
const slow = file(`import numpy as np\n${Array.from({ length: 4000 }, (_, at) => `x${at} = np.ones((${at} + 1, 3)) @ np.ones((3, ${at} + 2))\n`).join("")}`);
client = page.client(answered, { most: 50, patience: 10 });
client.check(slow);
await until(({ text }) => text === slow.files[0].text);
client = page.client(answered, { most: 60000, patience: 10 });
client.check(slow);
client.check(file("y = 1\n"));
await until(({ text }) => text === "y = 1\n");
finish(page, { typed, slow: answers.map(({ message }) => message), workers: page.workers.length });
