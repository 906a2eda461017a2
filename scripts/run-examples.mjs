// Runs every example (`examples/NN-name.mjs`, or each `.mjs` file in `examples/NN-name/`) in a fresh temporary
// folder, as many at a time as there are cores. An example asserts what it shows and exits with 0.
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** Ends what hangs. No example takes a tenth of it on a busy machine. */
const LIMIT_MILLISECONDS = 300_000;
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "examples");

function examplesIn(directory) {
  if (!existsSync(directory)) return [];
  return readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.name !== "node_modules")
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return examplesIn(path);
      return entry.name.endsWith(".mjs") ? [path] : [];
    })
    .sort();
}

/** Ends when the example does: undefined if it went well, otherwise why not and what it printed. */
function runExample(path) {
  const cwd = mkdtempSync(join(tmpdir(), "plimsoll-example-"));
  const limits = { timeout: LIMIT_MILLISECONDS, killSignal: "SIGKILL", maxBuffer: Number.POSITIVE_INFINITY };
  return new Promise((resolve) => {
    execFile(process.execPath, [path], { cwd, encoding: "utf8", ...limits }, (error, stdout, stderr) => {
      rmSync(cwd, { recursive: true, force: true });
      if (error === null) return resolve(undefined);
      const reason = error.killed ? `no end after ${LIMIT_MILLISECONDS / 1000} s` : "failed";
      resolve({ reason, printed: `${stdout}${stderr}`.trimEnd() });
    });
  });
}

/** Starts the examples in order, so many at a time; each answer comes when its example has ended. */
function runAll(paths, atOnce) {
  const lanes = Array.from({ length: atOnce }, () => Promise.resolve());
  return paths.map((path, index) => {
    const lane = index % atOnce;
    const ended = lanes[lane].then(() => runExample(path));
    lanes[lane] = ended;
    return { path, ended };
  });
}

const examples = examplesIn(folder);
let failures = 0;
for (const { path, ended } of runAll(examples, availableParallelism())) {
  const failure = await ended;
  console.log(
    `${failure ? "FAILED" : "ok    "} ${relative(root, path)}${failure ? ` (${failure.reason})` : ""}`,
  );
  if (failure === undefined) continue;
  failures += 1;
  console.error(failure.printed);
}
console.log(`examples: ${examples.length - failures} of ${examples.length} ran`);
process.exit(failures > 0 || examples.length === 0 ? 1 : 0);
