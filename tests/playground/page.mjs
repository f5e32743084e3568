// What a user does, in a browser: `node page.mjs BROWSER ADDRESS [PICTURE]`.
import { writeFileSync } from "node:fs";
import { Browser } from "./browser.mjs";

const [program, address, picture] = process.argv.slice(2);
const browser = new Browser(program);
const told = {};
const by = (id) => `document.getElementById("${id}")`;
const words = (id) => `${by(id)}.textContent`;
const checked = `${words("state")}.includes("Checked in")`;
const HOSTILE = "import numpy as np\n'</textarea><img src=x onerror=self.WRONG=1>'\nnp.ones(3)[{'<b>': 7}['<b>']]\n";

try {
  const page = await browser.open(address);
  await page.until(checked);
  Object.assign(told, { closing: await page.run(words("closing")), findings: await page.run(words("findings")) });

  // A type under the pointer, one at the cursor, a finding's place.
  const middle = `(() => {
    const mark = [...document.querySelectorAll("#marks span")].findLast((one) => one.textContent === "self.w1").getBoundingClientRect();
    return { x: mark.x + mark.width / 2, y: mark.y + mark.height / 2 };
  })()`;
  await page.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...(await page.run(middle)) });
  await page.until(`!${by("tip")}.hidden`);
  told.tip = await page.run(words("tip"));
  await page.run(`${by("text")}.focus(); ${by("text")}.setSelectionRange(0, 0)`);
  await page.send("Input.dispatchKeyEvent", { type: "keyDown", key: "F8", code: "F8", windowsVirtualKeyCode: 119 });
  told.selected = await page.run(`${by("text")}.value.slice(${by("text")}.selectionStart, ${by("text")}.selectionEnd)`);
  await page.until(`${words("here")} !== ""`);
  told.here = await page.run(words("here"));
  if (picture) writeFileSync(picture, await page.picture());

  // Typing moves the finding; the link has what was typed.
  await page.run(`${by("text")}.setSelectionRange(0, 0)`);
  await page.send("Input.insertText", { text: "# é\n" });
  await page.until(`${words("findings")}.includes("model.py:12:16")`);
  told.marked = await page.run(`[...document.querySelectorAll("#marks .error")].map((one) => one.textContent)`);
  await page.run(`${by("share")}.click()`);
  await page.until("location.hash.length > 20");
  const shared = await browser.open(await page.run("location.href"));
  await shared.until(checked);
  told.shared = (await shared.run(`${by("text")}.value`)) === (await page.run(`${by("text")}.value`));

  // What is typed is text, wherever it is shown.
  await page.run(`${by("text")}.select()`);
  await page.send("Input.insertText", { text: HOSTILE });
  await page.until(`${words("findings")}.includes("CF301")`);
  told.hostile = await page.run(`[typeof self.WRONG, document.images.length, ${by("text")}.value, ${words("marks")}]`);

  // An example of several files.
  await page.run(`(() => {
    const menu = ${by("examples")};
    menu.value = [...menu.options].find((one) => one.text === "mlp_norm_width").value;
    menu.dispatchEvent(new Event("change"));
  })()`);
  await page.until(`document.querySelectorAll("#findings button").length > 0`);
  await page.run(`document.querySelector("#findings button").click()`);
  told.file = await page.run(`${by("files")}.selectedOptions[0].text`);
  told.others = await page.run(words("closing"));
  Object.assign(told, { complaints: [...page.complaints, ...shared.complaints], requests: page.requests, hostileText: HOSTILE });
} finally {
  await browser.end();
}
process.stdout.write(JSON.stringify(told));
