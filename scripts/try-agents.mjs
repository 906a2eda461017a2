// Plays agents that compact by themselves, with Plimsoll in their hooks: node scripts/try-agents.mjs [NAME...] [--keep FOLDER]
//
// The packed packages are installed beside the real program, as a user would. A scripted model says that the window is full
// twice; after each compaction the next request must hold the rule and the state of the work. Needs a package registry: what
// cannot be installed is skipped and said so. With --keep, what the model was sent stays in `home-*/requests.json`.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { AGENTS } from "./agents/agents.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: "string" }, verbose: { type: "boolean" } },
});
const TIME_LIMIT_MS = 240_000;
const repository = fileURLToPath(new URL("..", import.meta.url));
const root = values.keep ?? mkdtempSync(join(tmpdir(), "plimsoll-agents-"));
mkdirSync(root, { recursive: true });

function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], detached: true, ...options });
    let [output, errors] = ["", ""];
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (errors += chunk));
    const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), TIME_LIMIT_MS);
    child.on("error", (error) => resolve({ code: -1, output, errors: String(error) }));
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, output, errors });
    });
  });
}

async function pack() {
  const folder = join(root, "tarballs");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of ["plimsoll", "inspector", "gateway", "cli"]) {
    const cwd = join(repository, "packages", name);
    const { code, errors } = await run("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
      cwd,
    });
    if (code !== 0) throw new Error(errors);
  }
  return readdirSync(folder).map((name) => join(folder, name));
}

/** The folder with the program and the library in it; undefined if the program cannot be installed. */
async function install({ name, packages }, tarballs) {
  const folder = join(root, name.replace(/\W+/g, "-"));
  const npm = (names) => run("npm", ["install", "--no-audit", "--no-fund", "--prefix", folder, ...names], {});
  if (!existsSync(join(folder, "node_modules"))) {
    mkdirSync(folder, { recursive: true });
    const { code, errors } = await npm(packages);
    if (code !== 0) {
      rmSync(folder, { recursive: true, force: true });
      return console.log(
        `skipped ${name}: ${packages.join(" ")} cannot be installed here\n${errors.slice(-300)}`,
      );
    }
  }
  // Not in the command that installs the program: npm must accept it beside what is there.
  const { code, errors } = await npm(tarballs);
  if (code !== 0) throw new Error(`npm install of the library beside ${name}: ${errors.slice(-1500)}`);
  return folder;
}

async function play(agent, folder) {
  const home = mkdtempSync(join(root, "home-"));
  const model = await agent.model();
  try {
    const { command, args, env, files = {} } = agent.start({ folder, home, baseUrl: model.origin });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(home, path, ".."), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    const { code, output, errors } = await run(command, args, { cwd: home, env: { ...process.env, ...env } });
    if (values.keep) writeFileSync(join(home, "requests.json"), JSON.stringify(model.requests, undefined, 1));
    if (values.verbose) console.log(output.slice(-3_000), errors.slice(-3_000));
    const problems = model.problems({ code, output });
    return problems.length === 0 ? [] : [...problems, errors.slice(-600)];
  } finally {
    await model.close();
    if (values.keep === undefined) rmSync(home, { recursive: true, force: true });
  }
}

const wanted = AGENTS.filter(
  ({ name }) => positionals.length === 0 || positionals.some((one) => name.includes(one)),
);
let failures = 0;
try {
  const tarballs = await pack();
  for (const agent of wanted) {
    const folder = await install(agent, tarballs);
    if (!folder) continue;
    const problems = await play(agent, folder);
    console.log(
      problems.length === 0 ? `ok      ${agent.name}` : `FAILED  ${agent.name}\n${problems.join("\n")}`,
    );
    if (problems.length > 0) failures += 1;
  }
} finally {
  if (values.keep === undefined) rmSync(root, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;
