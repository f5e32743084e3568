// What runs in the worker: one instance of the checker at a time. It is given the compiled module, then requests.
//
// An instance that trapped (a panic, a stack that overflowed) is of no use any more: the answer says why, and the next
// request has a new one.
function work(scope) {
  const LARGE = 512 << 20;
  const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
  let module = null;
  let exports = null;
  // Addresses are unsigned.
  const read = (length) => decoder.decode(new Uint8Array(exports.memory.buffer, exports.output() >>> 0, length >>> 0));

  // Halves of characters are no text; each has the length of what stands for it.
  const wellFormed = (_, value) => (typeof value === "string" ? (value.toWellFormed?.() ?? value) : value);

  function check(request) {
    exports ??= new WebAssembly.Instance(module, {}).exports;
    const bytes = encoder.encode(JSON.stringify(request, wellFormed));
    const at = exports.input(bytes.length) >>> 0;
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    return JSON.parse(read(exports.check()));
  }

  function reason(error) {
    if (error instanceof RangeError) return "this is nested too deeply for the stack that a browser has";
    try {
      const said = read(exports.failure());
      if (said) return `the checker failed on this program: ${said}`;
    } catch {
      // It can't even say why.
    }
    return `the checker failed on this program: ${error.message}`;
  }

  scope.onmessage = ({ data }) => {
    if (data.module) {
      module = data.module;
      return;
    }
    let answer = null;
    try {
      answer = check(data.request);
      // Memory that was given is never taken back.
      if (exports.memory.buffer.byteLength > LARGE) exports = null;
    } catch (error) {
      answer = { message: reason(error) };
      exports = null;
    }
    scope.postMessage({ number: data.number, answer });
  };
}
