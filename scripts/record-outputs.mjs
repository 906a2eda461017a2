// Makes real outputs of many programs, for looking at their evidence and for the samples that the tests keep.
//   node scripts/record-outputs.mjs [--out FOLDER] [--only NAME,NAME] [--keep FOLDER] [--modules NODE_MODULES]
// Writes one file per program and "origins.json" to --out (default: a temporary folder) and says which programs this
// machine has not. --keep writes them compressed as well, as the samples of the tests are. Programs of npm packages
// are looked for in --modules. Paths, host and user of this machine are replaced in what is written.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { homedir, hostname, tmpdir, userInfo } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { RECORDED_PROGRAMS } from "./recorded-programs/recorded-programs.mjs";

const MAX_BYTES = 64 * 1024 * 1024;
const TIME_LIMIT_MS = 180_000;

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    only: { type: "string" },
    keep: { type: "string" },
    modules: { type: "string" },
  },
});

const binaries = values.modules === undefined ? [] : [resolve(values.modules, ".bin")];
const environment = {
  PATH: [...binaries, process.env.PATH].join(delimiter),
  HOME: tmpdir(),
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  TZ: "UTC",
  TERM: "dumb",
  NO_COLOR: "1",
  CI: "1",
  COLUMNS: "100",
  MANWIDTH: "100",
  MANPAGER: "cat",
  GIT_AUTHOR_NAME: "Ada Example",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada Example",
  GIT_COMMITTER_EMAIL: "ada@example.com",
  RUSTUP_HOME: process.env.RUSTUP_HOME ?? join(homedir(), ".rustup"),
  CARGO_HOME: process.env.CARGO_HOME ?? join(homedir(), ".cargo"),
};

const has = (program) =>
  environment.PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));

/** What the machine is called and where it keeps things says nothing about the program. */
function withoutMachine(text, folder) {
  const names = [
    [folder, "/project"],
    [values.modules === undefined ? "" : resolve(values.modules), "/project/node_modules"],
    [homedir(), "/home/user"],
    [hostname(), "host"],
    [userInfo().username === "root" ? "" : userInfo().username, "user"],
  ];
  return names
    .filter(([name]) => name.length > 3)
    .reduce((changed, [name, other]) => changed.replaceAll(name, other), text)
    .replace(/hostname="[^"]*"/g, 'hostname="host"');
}

function record({ name, needs, files = {}, command }) {
  const missing = needs.filter((program) => !has(program));
  if (missing.length > 0) return { name, skipped: `this machine has no ${missing.join(", ")}` };
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "record-")));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const run = spawnSync("bash", ["-c", command], {
      cwd: folder,
      env: environment,
      maxBuffer: MAX_BYTES,
      timeout: TIME_LIMIT_MS,
      encoding: "utf8",
    });
    const text = withoutMachine(`${run.stdout}${run.stderr}`, folder);
    return text.length < 2_000
      ? { name, skipped: `it printed only: ${text.slice(0, 200)}` }
      : { name, text, command };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const out = values.out ?? mkdtempSync(join(tmpdir(), "outputs-"));
mkdirSync(out, { recursive: true });
if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true });
const wanted = values.only?.split(",");
const origins = {};
for (const program of RECORDED_PROGRAMS) {
  if (wanted !== undefined && !wanted.includes(program.name)) continue;
  const { name, skipped, text, command } = record(program);
  if (skipped !== undefined) {
    console.log(`skipped ${name}: ${skipped}`);
    continue;
  }
  writeFileSync(join(out, `${name}.txt`), text);
  if (values.keep !== undefined)
    writeFileSync(join(values.keep, `${name}.txt.gz`), gzipSync(text, { level: 9 }));
  origins[name] = command.length > 300 ? `${command.slice(0, 300)}…` : command;
  console.log(`${name}: ${text.length} characters, ${text.split("\n").length} lines`);
}
writeFileSync(join(out, "origins.json"), `${JSON.stringify(origins, null, 2)}\n`);
console.log(`${Object.keys(origins).length} outputs in ${out}`);
