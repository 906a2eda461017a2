// npm run bench -- [--quick] [--json | --markdown] [--only NAME] [--profile FOLDER]
// Every benchmark runs in a process of its own. A missed goal is marked in the table; the exit code stays 0.
import { spawn } from "node:child_process";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { BENCHMARKS } from "./benchmarks.mjs";
import { hottest } from "./profile.mjs";
import { printMarkdown, printTable } from "./table.mjs";

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    markdown: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    only: { type: "string" },
    profile: { type: "string" },
  },
});
const names = Object.keys(BENCHMARKS);
if (options.only !== undefined && !names.includes(options.only)) {
  console.error(`No benchmark is called "${options.only}"; there are ${names.join(", ")}.`);
  process.exit(2);
}

function runOne(name) {
  const profile =
    options.profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${options.profile}/${name}`];
  const script = fileURLToPath(new URL("run-one.mjs", import.meta.url));
  const given = ["--expose-gc", ...profile, script, name, ...(options.quick ? ["quick"] : [])];
  const child = spawn(process.execPath, given, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  let rows;
  child.on("message", (message) => {
    rows = message;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (rows !== undefined) resolve(rows);
      else reject(new Error(`Benchmark ${name} ended with code ${code} and no result.`));
    });
  });
}

const started = performance.now();
const groups = [];
for (const name of names.filter((one) => options.only === undefined || one === options.only)) {
  console.error(`${name} …`);
  groups.push({ name, about: BENCHMARKS[name].about, rows: await runOne(name) });
}
const machine = `Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} × ${cpus()[0]?.model.trim()}`;
const report = {
  date: new Date().toISOString(),
  machine,
  quick: options.quick,
  seconds: Math.round((performance.now() - started) / 1000),
  groups,
};
if (options.json) console.log(JSON.stringify(report, null, 2));
else if (options.markdown) printMarkdown(report);
else printTable(report);
if (options.profile !== undefined) {
  for (const { name } of groups) console.error(await hottest(`${options.profile}/${name}`));
}
