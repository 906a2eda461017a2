// Installs the packed library beside real versions of every host, as a user would, and plays a session on each:
//   node scripts/try-hosts.mjs [HOST …]     only these hosts
//   node scripts/try-hosts.mjs --newest     only the newest version of each host
//   node scripts/try-hosts.mjs --write      also put the rows of what was played into the table of docs/integrations/README.md
// Needs the registry, so it is no part of `npm test`.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { HOSTS } from "./hosts/table.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
/** npm alone takes minutes on a busy machine where a host has many versions of its parts. */
const LIMIT_MILLISECONDS = 1_200_000;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { newest: { type: "boolean" }, write: { type: "boolean" } },
});

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

/** First the host, then the library: npm must accept it beside what is already there. */
function installProblem(folder, lists) {
  for (const names of lists) {
    const done = run("npm", ["install", "--no-audit", "--no-fund", ...names], folder);
    if (!done.ok) return `npm install ${names.join(" ")}: ${done.text.slice(-1500)}`;
  }
  return undefined;
}

/** What came of one row: the version that was there, the APIs that were played, and every problem. */
function tryRow({ host, install, example }, { tarball, scratch }) {
  const folder = mkdtempSync(join(scratch, `${host}-`));
  const wanted = Object.entries(install).map(([name, version]) => `${name}@${version}`);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  const refused = installProblem(folder, [wanted, [tarball]]);
  if (refused) return { version: Object.values(install)[0], apis: [], problems: [refused] };
  const [name] = Object.keys(install);
  const { version } = JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"));
  cpSync(join(root, "scripts/hosts"), join(folder, "hosts"), { recursive: true });
  const played = run(process.execPath, [join("hosts", "play.mjs"), host], folder);
  const results = played.stdout
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line));
  const problems = results.length === 0 ? [played.text.slice(0, 2000)] : [];
  for (const { api, streams, requests, problem } of results) {
    const what = `${api}${streams ? ", streamed" : ""}`;
    if (problem === "") console.log(`   ok      ${what}: ${requests} requests`);
    else problems.push(`${what}\n${problem}`);
  }
  if (example) problems.push(...exampleProblems(example, folder));
  problems.push(...typeProblems(host, folder));
  rmSync(folder, { recursive: true, force: true });
  return { version, apis: [...new Set(results.map(({ api }) => api))], problems };
}

/** What a user writes compiles in strict TypeScript, whatever the version of the host. */
function typeProblems(host, folder) {
  const file = join("hosts", "types", `${host}.mts`);
  if (!existsSync(join(folder, file))) return [];
  const modules = join(root, "node_modules");
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--target", "es2023", "--module", "nodenext"];
  const types = ["--typeRoots", join(modules, "@types"), "--types", "node"];
  const compiler = join(modules, "typescript", "bin", "tsc");
  const { ok, text } = run(process.execPath, [compiler, ...options, ...types, file], folder);
  if (!ok) return [`types\n${text.slice(0, 1500)}`];
  console.log("   ok      types");
  return [];
}

/** An example whose package is no development dependency runs here. */
function exampleProblems(example, folder) {
  cpSync(join(root, "examples", example), join(folder, example));
  const { ok, text } = run(process.execPath, [example], folder);
  if (!ok || text.includes("skipped")) return [`${example}\n${text.slice(0, 1500)}`];
  console.log(`   ok      examples/${example}`);
  return [];
}

function writeTable(tried) {
  const hosts = [...new Set(tried.map(({ row }) => row.host))];
  const lines = hosts.map((host) => {
    const own = tried.filter(({ row }) => row.host === host);
    const names = [...new Set(own.map(({ row }) => `\`${Object.keys(row.install)[0]}\``))];
    const versions = own.map(({ version, problems }) =>
      problems.length === 0 ? version : `**${version} fails**`,
    );
    const apis = [...new Set(own.flatMap(({ apis: played }) => played))];
    return `| ${names.join(", ")} | ${versions.join(", ")} | ${apis.join("; ")} |`;
  });
  const page = join(root, "docs/integrations/README.md");
  const text = readFileSync(page, "utf8");
  writeFileSync(
    page,
    text.replace(/(?<=<!-- hosts -->\n)[\s\S]*?(?=\n<!-- \/hosts -->)/, (table) => withLines(table, lines)),
  );
}

/** The rows of hosts that were not played stay. */
function withLines(table, lines) {
  const packagesOf = (line) => line.split("|")[1];
  const left = new Map(lines.map((line) => [packagesOf(line), line]));
  const kept = table.split("\n").map((line) => {
    const own = left.get(packagesOf(line));
    left.delete(packagesOf(line));
    return own ?? line;
  });
  return [...kept, ...left.values()].join("\n");
}

const isNewest = ({ install }) => !Object.values(install)[0].endsWith(".0");
const rows = HOSTS.filter(({ host }) => positionals.length === 0 || positionals.includes(host)).filter(
  (row) => !values.newest || isNewest(row),
);
const scratch = mkdtempSync(join(tmpdir(), "plimsoll-hosts-"));
const tried = [];
try {
  const tarball = pack(scratch);
  for (const row of rows) {
    const names = Object.entries(row.install).map(([name, version]) => `${name}@${version}`);
    console.log(`${row.host}: ${names.join(" ")}`);
    if (row.node > Number(process.versions.node.split(".")[0])) {
      console.log(`   skipped: it needs Node ${row.node}`);
      continue;
    }
    const result = tryRow(row, { tarball, scratch });
    for (const problem of result.problems) console.log(`   FAILED  ${problem}`);
    tried.push({ row, ...result });
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
const failures = tried.filter(({ problems }) => problems.length > 0).length;
console.log(
  `hosts: ${tried.length - failures} of ${tried.length} passed, ${rows.length - tried.length} skipped`,
);
if (values.write) writeTable(tried);
process.exit(failures > 0 || tried.length === 0 ? 1 : 0);
