// Installs the packed library beside real versions of every host, as a user would, and plays a session on each:
//   node scripts/try-hosts.mjs [HOST …]     only these hosts
//   node scripts/try-hosts.mjs --newest     only the newest version of each host
// Needs the registry, so it is no part of `npm test`.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HOSTS } from "./hosts/table.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const LIMIT_MILLISECONDS = 300_000;

function run(command, args, cwd) {
  const options = { cwd, encoding: "utf8", timeout: LIMIT_MILLISECONDS, killSignal: "SIGKILL" };
  const { status, stdout, stderr, error } = spawnSync(command, args, options);
  return { ok: status === 0, stdout: stdout ?? "", text: `${stdout ?? ""}${stderr ?? ""}${error ?? ""}` };
}

function pack(scratch) {
  const packed = run(
    "npm",
    ["pack", "--ignore-scripts", "--pack-destination", scratch],
    join(root, "packages/plimsoll"),
  );
  if (!packed.ok) throw new Error(packed.text);
  return join(scratch, readdirSync(scratch).find((name) => name.endsWith(".tgz")) ?? "");
}

/** Every problem of one row: installing without any flag, then the session for each API. */
function tryRow({ host, install }, { tarball, scratch }) {
  const folder = mkdtempSync(join(scratch, `${host}-`));
  const wanted = Object.entries(install).map(([name, version]) => `${name}@${version}`);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  // First the host, then the library: npm must accept it beside what is already there.
  for (const names of [wanted, [tarball]]) {
    const done = run("npm", ["install", "--no-audit", "--no-fund", ...names], folder);
    if (!done.ok) return [`npm install ${names.join(" ")}: ${done.text.slice(0, 1500)}`];
  }
  cpSync(join(root, "scripts/hosts"), join(folder, "hosts"), { recursive: true });
  const played = run(process.execPath, [join("hosts", "play.mjs"), host], folder);
  const results = played.stdout.split("\n").filter((line) => line.startsWith("{"));
  if (results.length === 0) return [played.text.slice(0, 2000)];
  return results.map((line) => {
    const { api, streams, requests, problem } = JSON.parse(line);
    const what = `${api}${streams ? ", streamed" : ""}`;
    if (problem === "") console.log(`   ok      ${what}: ${requests} requests`);
    else console.log(`   FAILED  ${what}\n${problem}`);
    return problem;
  });
}

const wanted = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const isNewest = ({ install }) => !Object.values(install)[0].endsWith(".0");
const rows = HOSTS.filter(({ host }) => wanted.length === 0 || wanted.includes(host)).filter(
  (row) => !process.argv.includes("--newest") || isNewest(row),
);
const scratch = mkdtempSync(join(tmpdir(), "plimsoll-hosts-"));
let failures = 0;
try {
  const tarball = pack(scratch);
  for (const row of rows) {
    console.log(
      `${row.host}: ${Object.entries(row.install)
        .map(([name, version]) => `${name}@${version}`)
        .join(" ")}`,
    );
    const problems = tryRow(row, { tarball, scratch }).filter((problem) => problem !== "");
    if (problems.length > 0) failures += 1;
    for (const problem of problems.filter((text) => text.startsWith("npm install")))
      console.log(`   FAILED  ${problem}`);
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`hosts: ${rows.length - failures} of ${rows.length} passed`);
process.exit(failures > 0 || rows.length === 0 ? 1 : 0);
