// A browser that is told what to do over a pipe, by the protocol of its own tools; no library is needed.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SECONDS = 60;

// Without the sandbox, which needs rights that a container hasn't.
const SWITCHES = ["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run"];

export class Browser {
  constructor(program) {
    this.home = mkdtempSync(join(tmpdir(), "browser-"));
    const stdio = ["ignore", "ignore", "ignore", "pipe", "pipe"];
    this.process = spawn(program, [...SWITCHES, `--user-data-dir=${this.home}`], { stdio });
    this.number = 0;
    this.waiting = new Map();
    this.pages = new Map();
    let rest = "";
    this.process.stdio[4].on("data", (data) => {
      const messages = (rest + data).split("\0");
      rest = messages.pop();
      for (const message of messages) this.heard(JSON.parse(message));
    });
  }

  heard(message) {
    if (message.id === undefined) {
      this.pages.get(message.sessionId)?.heard(message);
      return;
    }
    const { done, failed } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) failed(new Error(message.error.message));
    else done(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    this.number += 1;
    const id = this.number;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((done, failed) => this.waiting.set(id, { done, failed }));
  }

  async open(url) {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page((method, params) => this.send(method, params, sessionId));
    this.pages.set(sessionId, page);
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await page.send(`${domain}.enable`);
    await page.send("Page.navigate", { url });
    return page;
  }

  async end() {
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill();
    await ended;
    // What the browser has started may still write there.
    rmSync(this.home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

class Page {
  constructor(send) {
    Object.assign(this, { send, complaints: [], requests: [] });
  }

  heard({ method, params }) {
    if (method === "Log.entryAdded") this.complaints.push(params.entry.text);
    if (method === "Runtime.exceptionThrown") this.complaints.push(JSON.stringify(params.exceptionDetails));
    if (method === "Network.requestWillBeSent") this.requests.push(params.request.url);
  }

  async run(expression) {
    const wanted = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", wanted);
    if (exceptionDetails) throw new Error(`${expression}: ${JSON.stringify(exceptionDetails)}`);
    return result.value;
  }

  // Waits until that holds.
  async until(expression) {
    for (const end = Date.now() + SECONDS * 1000; Date.now() < end; ) {
      if (await this.run(expression).catch(() => false)) return;
      await new Promise((done) => setTimeout(done, 50));
    }
    throw new Error(`never: ${expression}; ${this.complaints}; ${await this.run("document.body?.innerText")}`);
  }

  async picture() {
    return Buffer.from((await this.send("Page.captureScreenshot", { format: "png" })).data, "base64");
  }
}
