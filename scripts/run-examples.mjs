// Runs every example (`examples/NN-name.mjs`, or each `.mjs` file in `examples/NN-name/`) in a fresh temporary
// folder. An example asserts what it shows and exits with 0.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const LIMIT_MILLISECONDS = 60_000;
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

function runExample(path) {
  const cwd = mkdtempSync(join(tmpdir(), "plimsoll-example-"));
  try {
    return spawnSync(process.execPath, [path], {
      cwd,
      encoding: "utf8",
      timeout: LIMIT_MILLISECONDS,
      killSignal: "SIGKILL",
    });
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

const examples = examplesIn(folder);
let failures = 0;
for (const path of examples) {
  const result = runExample(path);
  const ok = result.status === 0;
  const reason =
    result.error?.code === "ETIMEDOUT" ? `no end after ${LIMIT_MILLISECONDS / 1000} s` : "failed";
  console.log(`${ok ? "ok    " : "FAILED"} ${relative(root, path)}${ok ? "" : ` (${reason})`}`);
  if (ok) continue;
  failures += 1;
  console.error(`${result.stdout ?? ""}${result.stderr ?? ""}`.trimEnd());
}
console.log(`examples: ${examples.length - failures} of ${examples.length} ran`);
process.exit(failures > 0 || examples.length === 0 ? 1 : 0);
