// A reporter for node --test: what failed, and how much of the extension was run. Too little fails as a test does.
import fs from "node:fs";
import path from "node:path";

const ENOUGH_PERCENT = 95;
const SOURCES =
  path.resolve(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname), "../../editor-plugins/vscode");

export default async function* report(events) {
  const count = { passed: 0, failed: 0 };
  let last = "";
  for await (const { type, data } of events) {
    if (type === "test:pass" || type === "test:fail") {
      const isFile = data.name.endsWith(".test.js");
      last = type;
      if (!isFile) count[type === "test:pass" ? "passed" : "failed"]++;
      if (data.skip) yield `skipped ${data.name}: ${data.skip}\n`;
      if (type === "test:fail" && !isFile) yield `FAILED ${data.name}\n${describe(data.details.error)}\n`;
    } else if (type === "test:diagnostic" && last === "test:fail" && data.message.startsWith("seed")) {
      yield `  ${data.message}\n`;
    } else if (type === "test:stderr") {
      yield data.message;
    } else if (type === "test:coverage") {
      yield* coverage(data.summary.files.filter((file) => file.path.startsWith(SOURCES)));
    }
  }
  yield `${count.passed} passed, ${count.failed} failed\n`;
}

function describe(error) {
  const cause = error.cause ?? error;
  return String(cause.stack ?? cause).replace(/^/gm, "  ");
}

function* coverage(files) {
  for (const name of fs.readdirSync(path.join(SOURCES, "src"), { recursive: true })) {
    if (!name.endsWith(".js") || files.some((file) => file.path === path.join(SOURCES, "src", name))) continue;
    process.exitCode = 1;
    yield `src/${name}: not run at all\n`;
  }
  for (const file of files) {
    if (file.coveredLinePercent >= ENOUGH_PERCENT) continue;
    process.exitCode = 1;
    const lines = (file.lines ?? []).filter(({ count }) => count === 0).map(({ line }) => line);
    yield `${path.relative(SOURCES, file.path)}: only ${file.coveredLinePercent.toFixed(1)} % of its lines were run, ` +
      `not ${(lines.length ? lines : file.uncoveredLineNumbers ?? []).join(" ")}\n`;
  }
}
