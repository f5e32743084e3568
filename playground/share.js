// A program in an address's fragment: JSON, deflated, in the letters of base64url. A fragment is never sent to a server.
const MARK = "#program=";
const LARGEST = 4 << 20;

async function piped(bytes, stream, largest = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    // A few letters may stand for any number of them.
    if (length > largest) {
      await reader.cancel();
      throw new Error("it is too large");
    }
    parts.push(value);
  }
}

async function packed(program) {
  const bytes = await piped(new TextEncoder().encode(JSON.stringify(program)), new CompressionStream("deflate-raw"));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return MARK + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// The program of a fragment, null if it has none; what isn't one throws.
async function unpacked(fragment) {
  if (!fragment.startsWith(MARK)) return null;
  const letters = atob(fragment.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = await piped(bytes, new DecompressionStream("deflate-raw"), LARGEST);
  const program = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(text));
  const isFile = (file) => typeof file?.name === "string" && typeof file?.text === "string";
  const isProgram = Array.isArray(program?.files) && program.files.length > 0 && program.files.every(isFile);
  if (!isProgram || typeof program.settings !== "string") throw new Error("it is no program");
  const files = program.files.map(({ name, text }) => ({ name, text }));
  return { files, settings: program.settings };
}
