// Asks a worker: one request at a time, and of those that wait only the newest. What takes too long ends with its worker.
class Client {
  // `start` makes a worker, `answered` is given each answer with its request. A check ends after `most` milliseconds, and
  // after `patience` if a newer request waits.
  constructor(start, module, answered, { most = 20000, patience = 1500 } = {}) {
    Object.assign(this, { start, module, answered, most, patience });
    this.number = 0;
    this.running = null;
    this.waiting = null;
    this.worker = null;
  }

  check(request) {
    if (!this.running) {
      this.send(request);
      return;
    }
    this.waiting = request;
    this.limit(this.running.since + this.patience, () => this.restart(null));
  }

  send(request) {
    this.worker ??= this.started();
    this.number += 1;
    this.running = { number: this.number, request, since: performance.now(), timer: null };
    const words = `this took longer than ${this.most / 1000} s, and was ended`;
    this.limit(this.running.since + this.most, () => this.restart(words));
    this.worker.postMessage({ number: this.number, request });
  }

  limit(time, act) {
    clearTimeout(this.running.timer);
    this.running.timer = setTimeout(act, Math.max(0, time - performance.now()));
  }

  started() {
    const worker = this.start();
    worker.onmessage = ({ data }) => {
      if (data.number === this.running?.number) this.done(data.answer);
    };
    worker.onerror = (event) => {
      event.preventDefault?.();
      this.restart(`the checker failed: ${event.message}`);
    };
    worker.postMessage({ module: this.module });
    return worker;
  }

  // Ends the worker and what it does; with words, these are the answer.
  restart(words) {
    this.worker?.terminate();
    this.worker = null;
    if (this.running) this.done(words === null ? null : { message: words });
  }

  done(answer) {
    const { request, since, timer } = this.running;
    clearTimeout(timer);
    this.running = null;
    const next = this.waiting;
    this.waiting = null;
    if (next) this.send(next);
    if (answer) this.answered(answer, request, performance.now() - since);
  }
}
