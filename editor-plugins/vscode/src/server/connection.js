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

/**
 * JSON-RPC 2.0 over a pair of streams. Answers may come in any order.
 */
class Connection {
  /**
   * @param {{ input: import("node:stream").Readable, output: import("node:stream").Writable, onNotification: (method:
   *   string, params: any) => void, onBroken: (error: Error) => void, onTrace?: (direction: "sent" | "received",
   *   message: any) => void }} options
   */
  constructor({ input, output, onNotification, onBroken, onTrace }) {
    this.output = output;
    this.onNotification = onNotification;
    this.onTrace = onTrace;
    /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
    this.waiting = new Map();
    this.lastId = 0;
    this.closed = false;
    const reader = new FrameReader((message) => this.receive(message));
    input.on("data", (chunk) => {
      try {
        reader.push(chunk);
      } catch (error) {
        onBroken(/** @type {Error} */ (error));
      }
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
      cancellation?.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
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
    for (const { reject } of this.waiting.values()) reject(new ConnectionLost(reason));
    this.waiting.clear();
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
