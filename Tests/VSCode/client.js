"use strict";

const { spawn } = require("node:child_process");
const { PROGRAM, atEnd } = require("./host");

/** Another server, such as Vim's: JSON Lines, one request at a time or many. */
class OtherServer {
  /** @param flags which memos it keeps */
  constructor(t, ...flags) {
    const options = { stdio: ["pipe", "pipe", "ignore"] };
    this.process = spawn(PROGRAM, [...flags, "--autosave-delay-ms", "20"], options);
    this.waiting = new Map();
    this.lastId = 0;
    let received = "";
    this.process.stdout.setEncoding("utf8").on("data", (data) => {
      const lines = (received + data).split("\n");
      received = lines.pop();
      for (const { id, result, error } of lines.map((line) => JSON.parse(line))) {
        const { resolve, reject } = this.waiting.get(id);
        if (error) reject(Object.assign(new Error(error.message), { code: error.code }));
        else resolve(result);
      }
    });
    atEnd(t, () => this.end());
  }

  call(method, params) {
    return new Promise((resolve, reject) => {
      const id = ++this.lastId;
      this.waiting.set(id, { resolve, reject });
      this.process.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    });
  }

  end() {
    if (this.process.exitCode !== null) return undefined;
    const ended = new Promise((resolve) => this.process.once("close", resolve));
    this.process.stdin.end();
    return ended;
  }
}

/** One on the same store. */
class Client extends OtherServer {
  constructor(t, store) {
    super(t, "--store", store);
  }

  /** Makes a memo that is saved; gives its id. */
  async create(params) {
    const { id } = await this.call("createMemo", params);
    await this.call("flush", {});
    return id;
  }

  /** Makes changes of a memo's text that are saved. */
  async change(id, ...contentChanges) {
    for (let isDone = false; !isDone; ) {
      const { version } = await this.call("getMemo", { id });
      try {
        await this.call("updateMemo", { id, baseVersion: version, contentChanges });
        isDone = true;
      } catch (error) {
        // What was typed in the extension may have come between the two.
        if (error.code !== 2) throw error;
      }
    }
    await this.call("flush", {});
  }

  async text(id) {
    return (await this.call("getMemo", { id })).text;
  }
}

module.exports = { Client, OtherServer };
