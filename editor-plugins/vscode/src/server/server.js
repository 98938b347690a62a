// @ts-check
"use strict";

const { spawn } = require("node:child_process");
const vscode = require("vscode");
const { Connection, ConnectionLost } = require("./connection");
const { servedFolder } = require("./folder");
const { FormerServer } = require("./former");
const { locate } = require("./locate");
const { tracer } = require("./trace");

/** @typedef {"stopped" | "starting" | "running" | "waiting" | "missing"} ServerState */

// A server that ran this long was in order: the next wait is short again.
const STEADY_MS = 10000;
// VS Code waits 5 s for an extension to end, and the sessions have had 2 of them.
const SHUTDOWN_MS = 2500;
const FORMER_MS = 10;

/**
 * The one server of this window: started, told who asks, started again when it ends, and stopped with everything saved.
 */
class Server {
  /**
   * @param {{ extensionPath: string, version: string, log: import("vscode").LogOutputChannel, memento:
   *   import("vscode").Memento, firstWaitMs?: number, longestWaitMs?: number }} options
   */
  constructor({ extensionPath, version, log, memento, firstWaitMs = 500, longestWaitMs = 30000 }) {
    this.options = { extensionPath, version, firstWaitMs, longestWaitMs };
    this.log = log;
    this.former = new FormerServer(memento);
    /** @type {ServerState} */
    this.state = "stopped";
    /** The folder whose notes are the memos; "" if they are in a store alone. */
    this.folder = "";
    /** Whether a folder was refused, such as a copy of another one: then the user's own memos are shown. */
    this.isFolderRefused = false;
    /** Why it is not running, in the user's language. */
    this.reason = "";
    /** Whether it lets a question wait for long. */
    this.isSilent = false;
    /** How often it ended in a row, without having run for long. */
    this.ends = 0;
    /** How often it was stopped: of several restarts at once only the last one starts it. */
    this.stops = 0;
    /** @type {Connection | undefined} */
    this.connection = undefined;
    /** @type {import("node:child_process").ChildProcessWithoutNullStreams | undefined} */
    this.process = undefined;
    /** @type {NodeJS.Timeout | undefined} */
    this.timer = undefined;
    this.stateChanged = new vscode.EventEmitter();
    this.notified = new vscode.EventEmitter();
    /**
     * Fires when the state or its reason changes, and when it falls silent or is heard again.
     * @type {import("vscode").Event<ServerState>}
     */
    this.onDidChangeState = this.stateChanged.event;
    /**
     * Fires for each of the server's notifications.
     * @type {import("vscode").Event<{ method: string, params: any }>}
     */
    this.onNotification = this.notified.event;
  }

  get isRunning() {
    return this.state === "running";
  }

  /**
   * @param {string} method @param {object} [params] @param {import("vscode").CancellationToken} [cancellation]
   * @returns {Promise<any>} @throws {import("./connection").ServerError | ConnectionLost}
   */
  request(method, params, cancellation) {
    if (!this.connection || !this.isRunning) return Promise.reject(new ConnectionLost(this.reason));
    return this.connection.request(method, params, cancellation);
  }

  /** Waits while the server starts. */
  ready() {
    if (this.state !== "starting") return Promise.resolve();
    return new Promise((resolve) => {
      const subscription = this.onDidChangeState((state) => {
        if (state === "starting") return;
        subscription.dispose();
        resolve(undefined);
      });
    });
  }

  /** Starts it, unless it is there already. */
  start() {
    if (this.process) return;
    clearTimeout(this.timer);
    if (this.former.isEnding) {
      if (this.state !== "starting") {
        this.log.info(`Waiting for the end of a crashed extension's server, process ${this.former.id}`);
        this.change("starting", vscode.l10n.t("memo-ls is starting."));
      }
      this.timer = setTimeout(() => this.start(), FORMER_MS);
      return;
    }
    try {
      this.launch(vscode.workspace.getConfiguration("memo"));
    } catch (error) {
      // Such as a program for another kind of machine.
      this.ended(/** @type {Error} */ (error).message);
    }
  }

  /** @param {import("vscode").WorkspaceConfiguration} settings whose types nobody has checked */
  launch(settings) {
    const setting = String(settings.get("server.path") ?? "").trim();
    const program = locate({ setting, extensionPath: this.options.extensionPath });
    if (!program) {
      this.change("missing", setting
        ? vscode.l10n.t("There is no program {0}, which the setting memo.server.path names.", setting)
        : vscode.l10n.t("The program memo-ls was not found: install it, or name it in the setting memo.server.path."));
      return;
    }
    this.change("starting", vscode.l10n.t("memo-ls is starting."));
    const given = [settings.get("server.args") ?? []].flat().map(String);
    const { folder, args } = servedFolder(given, settings.get("folders") !== false && !this.isFolderRefused);
    this.folder = folder;
    this.log.info(`Starting ${program} ${args.join(" ")}`);
    this.run(spawn(program, args, { stdio: "pipe" }), settings);
  }

  /** @param {import("node:child_process").ChildProcessWithoutNullStreams} process
   * @param {import("vscode").WorkspaceConfiguration} settings */
  run(process, settings) {
    const startedAt = Date.now();
    let lastWords = "";
    const giveUp = (/** @type {Error} */ error) => {
      lastWords = error.message;
      abandon(process);
    };
    /** @type {Connection} */
    const connection = new Connection({
      input: process.stdout,
      output: process.stdin,
      onNotification: (method, params) => this.notified.fire({ method, params }),
      onBroken: giveUp,
      onSilence: (isSilent) => this.connection === connection && this.heard(isSilent),
      onTrace: tracer(this.log),
    });
    process.stderr.setEncoding("utf8").on("data", (text) => {
      lastWords = text.trim() || lastWords;
      this.log.warn(text.trimEnd());
    });
    process.on("error", (error) => (lastWords = error.message));
    process.on("close", (status, signal) => {
      connection.close(vscode.l10n.t("memo-ls ended."));
      if (this.process !== process) return;
      if (Date.now() - startedAt > STEADY_MS) this.ends = 0;
      this.ended(`${signal ?? status}${lastWords ? `: ${lastWords}` : ""}`);
    });
    this.process = process;
    this.connection = connection;
    this.former.follow(process.pid);
    this.greet(connection, settings).catch(giveUp);
  }

  /** @param {Connection} connection @param {import("vscode").WorkspaceConfiguration} settings */
  async greet(connection, settings) {
    const { serverInfo } = await connection.request("initialize", {
      processId: process.pid,
      clientInfo: { name: "vscode-memo", version: this.options.version },
      locale: vscode.env.language,
      initializationOptions: {
        autosave: { delayMs: settings.get("autosave.delay"), maxDelayMs: settings.get("autosave.maxDelay") },
      },
      capabilities: { general: { positionEncodings: ["utf-16"] }, memo: { notifications: true } },
    });
    connection.notify("initialized", {});
    if (this.connection !== connection) return;
    this.log.info(`${serverInfo.name} ${serverInfo.version} is ready, process ${this.process?.pid}`);
    this.change("running", "");
  }

  /** @param {string} how */
  ended(how) {
    if (this.folder !== "" && this.state === "starting" && !this.isFolderRefused) {
      this.isFolderRefused = true;
      vscode.window.showWarningMessage(vscode.l10n.t("The notes in {0} can't be memos here ({1}).", this.folder, how));
    }
    const { firstWaitMs, longestWaitMs } = this.options;
    const waitMs = Math.min(firstWaitMs * 2 ** this.ends++, longestWaitMs);
    this.connection = undefined;
    this.process = undefined;
    this.log.error(`memo-ls ended (${how}); it is started again in ${waitMs} ms`);
    this.timer = setTimeout(() => this.start(), waitMs);
    this.change("waiting", vscode.l10n.t("memo-ls ended ({0}). It is being started again.", how));
  }

  /** Saves everything and ends the server; a server that does not answer is ended all the same. */
  async stop() {
    this.stops++;
    clearTimeout(this.timer);
    const { process, connection } = this;
    this.process = undefined;
    this.connection = undefined;
    this.change("stopped", vscode.l10n.t("memo-ls was stopped."));
    if (!process || !connection || process.exitCode !== null) return;
    const ended = new Promise((resolve) => process.once("close", resolve));
    const patience = setTimeout(() => abandon(process), SHUTDOWN_MS);
    await connection.request("shutdown").catch(() => {});
    connection.notify("exit");
    process.stdin.end();
    await ended;
    clearTimeout(patience);
    if (!this.process) this.former.follow(undefined);
  }

  async restart() {
    const stopped = this.stop();
    const { stops } = this;
    await stopped;
    if (stops !== this.stops) return;
    this.ends = 0;
    this.isFolderRefused = false;
    this.start();
  }

  /** @param {boolean} isSilent */
  heard(isSilent) {
    this.isSilent = isSilent;
    if (isSilent) this.log.warn("memo-ls does not answer");
    this.stateChanged.fire(this.state);
  }

  /** @param {ServerState} state @param {string} reason */
  change(state, reason) {
    this.state = state;
    this.reason = reason;
    this.isSilent = false;
    this.stateChanged.fire(state);
  }
}

/**
 * Ends a process, and does not wait for what it started and left its output to.
 * @param {import("node:child_process").ChildProcessWithoutNullStreams} process
 */
function abandon(process) {
  process.kill();
  process.stdout.destroy();
  process.stderr.destroy();
}

module.exports = { Server };
