// @ts-check
"use strict";

const { frame, FrameReader } = require("./frames");

/** What the server answered instead of a result. */
class ServerError extends Error {
  /** @param {{ code: number, message: string, data?: any }} error */
  constructor({ code, message, data }) {
    super(message);
    this.code = code;
    this.data = data;
    /**
     * One of the service's own kinds, such as "versionConflict".
     * @type {string | undefined}
     */
    this.kind = data?.kind;
  }
}

/** The server ended, or is not there, so nobody knows whether it did what it was asked. */
class ConnectionLost extends Error {}

const METHOD_NOT_FOUND = -32601;
// What takes longer is known to: nobody is told before, and everybody before they wonder for long.
const SILENCE_MS = 3000;

/**
 * JSON-RPC 2.0 over a pair of streams. Answers may come in any order.
 */
class Connection {
  /**
   * @param {{ input: import("node:stream").Readable, output: import("node:stream").Writable,
   *   onNotification: (method: string, params: any) => void, onBroken: (error: Error) => void,
   *   onSilence?: (isSilent: boolean) => void,
   *   onTrace?: (direction: "sent" | "received", message: any) => void }} options onSilence is told when nothing came
   *   for long though an answer is due, and when something comes again
   */
  constructor({ input, output, onNotification, onBroken, onSilence, onTrace }) {
    this.output = output;
    this.onNotification = onNotification;
    this.onSilence = onSilence;
    this.onTrace = onTrace;
    this.isSilent = false;
    /** @type {NodeJS.Timeout | undefined} while an answer is due */
    this.patience = undefined;
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    this.lastId = 0;
    this.closed = false;
    const reader = new FrameReader((message) => this.receive(message));
    input.on("data", (chunk) => {
      this.heard();
      try {
        reader.push(chunk);
      } catch (error) {
        onBroken(/** @type {Error} */ (error));
      }
      this.wait();
    });
    // The end of the process tells more than a failed write to it.
    output.on("error", () => {});
  }

  /**
   * @param {string} method @param {object} [params] @param {{ onCancellationRequested: Function }} [cancellation]
   * @returns {Promise<any>} the result
   * @throws {ServerError | ConnectionLost}
   */
  request(method, params, cancellation) {
    if (this.closed) return Promise.reject(new ConnectionLost("memo-ls is not running"));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send({ jsonrpc: "2.0", id, method, params });
      this.wait();
      // VS Code gives up what it has got, too.
      cancellation?.onCancellationRequested(() => this.waiting.has(id) && this.notify("$/cancelRequest", { id }));
    });
  }

  /** @param {string} method @param {object} [params] */
  notify(method, params) {
    this.send({ jsonrpc: "2.0", method, params });
  }

  /**
   * Ends every request that still waits.
   * @param {string} reason
   */
  close(reason) {
    this.closed = true;
    this.heard();
    for (const { reject } of this.waiting.values()) reject(new ConnectionLost(reason));
    this.waiting.clear();
  }

  /** Begins to count the silence, if an answer is due. */
  wait() {
    if (this.waiting.size === 0 || this.closed) return;
    if (this.patience) return;
    const patience = setTimeout(() => setImmediate(() => {
      // If it was this side that was busy, what has come meanwhile was read just now.
      if (this.patience !== patience) return;
      this.isSilent = true;
      this.onSilence?.(true);
    }), SILENCE_MS).unref();
    this.patience = patience;
  }

  heard() {
    clearTimeout(this.patience);
    this.patience = undefined;
    if (!this.isSilent) return;
    this.isSilent = false;
    this.onSilence?.(false);
  }

  /** @param {any} message */
  send(message) {
    if (this.closed) return;
    this.onTrace?.("sent", message);
    this.output.write(frame(message));
  }

  /** @param {any} message */
  receive(message) {
    this.onTrace?.("received", message);
    if (message.method !== undefined) {
      this.onNotification(message.method, message.params);
      return;
    }
    const caller = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) caller?.reject(new ServerError(message.error));
    else caller?.resolve(message.result);
  }
}

module.exports = { Connection, ConnectionLost, METHOD_NOT_FOUND, ServerError };
