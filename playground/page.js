// The page: the program, what is said of it, and where both come from and go to.
const by = (id) => document.getElementById(id);
const [text, marked, lines, here, tip, editor] = ["text", "marks", "lines", "here", "tip", "editor"].map(by);
const [findings, closing, state, settings] = ["findings", "closing", "state", "settings"].map(by);

// The program: its files, the one that is shown, and what was last said of them.
const program = { files: [{ name: "model.py", text: "" }], at: 0 };
const said = { answer: null, request: null };
let marks = [];
let places = new WeakMap();
let client = null;
// What is to be said until the program changes, beside how the check went.
let notice = "";

const current = () => program.files[program.at];

// The text of a file that was last checked.
const checkedText = (name) => said.request?.files.find((file) => file.name === name)?.text;

// ---- the editor

function draw() {
  const name = current().name;
  const then = checkedText(name);
  marks = then === undefined ? [] : moved(marksOf(said.answer, name), then, text.value);
  places = new WeakMap();
  write(marked, text.value, marks, (element, mark) => places.set(element, mark));
  const count = text.value.split("\n").length;
  lines.textContent = Array.from({ length: count }, (_, at) => at + 1).join("\n");
  tell();
}

function tell() {
  const [start, end] = [text.selectionStart, text.selectionEnd];
  const selected = marks.find((mark) => mark.start === start && mark.end === end && mark.words.length > 0);
  const words = (selected ?? markAt(marks, start))?.words.join("\n") ?? "";
  if (here.textContent !== words) here.textContent = words;
}

function report(words, isBad) {
  state.className = isBad ? "bad" : "";
  state.textContent = `${notice} ${words}`.trim();
}

function edited() {
  notice = "";
  current().text = text.value;
  draw();
  ask();
}

function ask() {
  const files = program.files.map(({ name, text }) => ({ name, text }));
  client?.check({ files, settings: settings.value });
}

// Puts text in the place of the selection, so that it can be undone.
function type(words) {
  if (document.execCommand("insertText", false, words)) return;
  text.setRangeText(words, text.selectionStart, text.selectionEnd, "end");
  edited();
}

function select(start, end) {
  text.focus({ preventScroll: true });
  text.setSelectionRange(start, end);
  const row = text.value.slice(0, start).split("\n").length - 1;
  const height = parseFloat(getComputedStyle(text).lineHeight);
  editor.scrollTo({ top: Math.max(0, row * height - editor.clientHeight / 3) });
  editor.scrollIntoView({ block: "nearest" });
  tell();
}

let leaves = false;
text.addEventListener("keydown", (event) => {
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey);
  const before = text.value.slice(0, text.selectionStart).split("\n").at(-1);
  if (event.key === "Tab" && isPlain && !event.shiftKey && !leaves) {
    event.preventDefault();
    type(" ".repeat(4 - (before.length % 4)));
  } else if (event.key === "Enter" && isPlain && !event.isComposing) {
    event.preventDefault();
    type(`\n${/^\s*/.exec(before)[0]}${before.trimEnd().endsWith(":") ? "    " : ""}`);
  } else if (event.key === "F8") {
    event.preventDefault();
    next();
  }
  leaves = event.key === "Escape";
  hide();
});
text.addEventListener("input", edited);
document.addEventListener("selectionchange", () => document.activeElement === text && tell());
settings.addEventListener("input", ask);

// ---- types under the pointer

function hide() {
  tip.hidden = true;
}

text.addEventListener("pointermove", (event) => {
  if (event.pointerType === "touch") return;
  // The marks are below the text, in the same place.
  const below = document.elementsFromPoint(event.clientX, event.clientY);
  const mark = below.map((element) => places.get(element)).find((mark) => mark?.words.length > 0);
  tip.hidden = !mark;
  if (!mark) return;
  tip.textContent = mark.words.join("\n");
  const { width, height } = tip.getBoundingClientRect();
  const [x, y] = [event.clientX + 12, event.clientY + 18];
  tip.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 8))}px`;
  tip.style.top = `${y + height + 8 > innerHeight ? Math.max(4, event.clientY - height - 12) : y}px`;
});
text.addEventListener("pointerleave", hide);
editor.addEventListener("scroll", hide);

// ---- findings

function answered(answer, request, took) {
  const isGood = answer.message === undefined;
  report(isGood ? `Checked in ${Math.round(took)} ms.` : answer.message, !isGood);
  findings.classList.toggle("old", !isGood);
  if (!isGood) return;
  Object.assign(said, { answer, request });
  findings.replaceChildren(...answer.shown.map(shown));
  closing.textContent = answer.closing;
  draw();
}

function shown(finding) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = finding.severity;
  button.textContent = finding.text.trimEnd();
  button.addEventListener("click", () => visit(finding));
  return button;
}

// Shows a finding where it is now.
function visit(finding) {
  const at = program.files.findIndex((file) => file.name === finding.file);
  if (at < 0) return;
  if (at !== program.at) show(at);
  const then = checkedText(finding.file);
  if (then === undefined) return;
  const [place] = moved([finding], then, text.value);
  if (place) select(place.start, place.end);
}

// The finding behind the cursor, else the first.
function next() {
  const behind = (one) => one.file === current().name && one.start > text.selectionStart;
  const found = said.answer?.shown ?? [];
  const one = found.find(behind) ?? found[0];
  if (one) visit(one);
}

// ---- programs

function show(at) {
  program.at = at;
  by("files").value = String(at);
  text.value = current().text;
  text.setSelectionRange(0, 0);
  editor.scrollTo(0, 0);
  draw();
}

function load(files, of_settings = "") {
  program.files = files.map(({ name, text }) => ({ name, text: text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n") }));
  settings.value = of_settings;
  by("of-file").hidden = files.length < 2;
  by("files").replaceChildren(...files.map(({ name }, at) => new Option(name, String(at))));
  Object.assign(said, { answer: null, request: null });
  findings.replaceChildren();
  closing.textContent = "";
  show(0);
  ask();
}

function list() {
  const groups = { "": "Start", correct: "Correct", broken: "One mistake each" };
  for (const [kind, label] of Object.entries(groups)) {
    const group = document.createElement("optgroup");
    group.label = label;
    self.CONFORMABLE_EXAMPLES.forEach(([name], at) => {
      const [folder, rest] = name.includes("/") ? name.split("/") : ["", name];
      if (folder === kind) group.append(new Option(rest, String(at)));
    });
    by("examples").append(group);
  }
  by("examples").append(new Option("your own", "own", false, false));
}

function example(at) {
  const [, files] = self.CONFORMABLE_EXAMPLES[at];
  by("examples").value = String(at);
  load(files.map(([name, text]) => ({ name, text })));
}

by("examples").addEventListener("change", (event) => {
  notice = "";
  if (event.target.value === "own") load([{ name: "program.py", text: "import numpy as np\n\n" }]);
  else example(Number(event.target.value));
});
by("files").addEventListener("change", (event) => show(Number(event.target.value)));
by("colours").addEventListener("change", (event) => editor.classList.toggle("colours", event.target.checked));

// What isn't text is the checker's to refuse, in its words.
by("open").addEventListener("click", () => by("opened").click());
by("opened").addEventListener("change", async ({ target }) => {
  const files = [];
  for (const file of target.files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    try {
      files.push({ name: file.name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) });
    } catch {
      client?.check({ files: [{ name: file.name, bytes: [...bytes.slice(0, 1 << 20)] }], settings: "" });
    }
  }
  target.value = "";
  if (files.length === 0) return;
  by("examples").value = "own";
  load(files);
});

// ---- links

by("share").addEventListener("click", async () => {
  const fragment = await packed({ files: program.files, settings: settings.value });
  history.replaceState(null, "", fragment);
  const words = "The link to this program is in the address bar";
  const isCopied = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  report(`${words}${isCopied ? ", and copied" : ""}.`, false);
});

async function fromAddress() {
  try {
    const found = await unpacked(location.hash);
    if (!found) return false;
    by("examples").value = "own";
    load(found.files, found.settings);
    return true;
  } catch {
    notice = "The link holds no program.";
    report("", true);
    return false;
  }
}
addEventListener("hashchange", fromAddress);

// ---- the checker

// A page from the disk may read no file beside it, but run a script.
async function compiled() {
  if (location.protocol !== "file:") {
    const answer = await fetch("conformable.wasm");
    if (!answer.ok) throw new Error(`conformable.wasm: ${answer.status}`);
    return WebAssembly.compile(await answer.arrayBuffer());
  }
  await new Promise((done, failed) => {
    const script = document.createElement("script");
    Object.assign(script, { src: "wasm.js", onload: done, onerror: () => failed(new Error("wasm.js isn't there")) });
    document.head.append(script);
  });
  const letters = atob(self.CONFORMABLE_WASM);
  self.CONFORMABLE_WASM = null;
  return WebAssembly.compile(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)));
}

// From a text: a page from the disk may start no other worker.
function started() {
  const address = URL.createObjectURL(new Blob([`(${work})(self);`], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}

async function begin() {
  list();
  if (!(await fromAddress())) example(0);
  try {
    client = new Client(started, await compiled(), answered);
    ask();
  } catch (error) {
    report(`The checker can't be loaded: ${error.message}`, true);
  }
}
begin();
