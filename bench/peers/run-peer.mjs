// One peer on all suites: compacts, lets the kit grade, and returns the means.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { runKit } from "./kit.mjs";
import { meansOf } from "./measures.mjs";

const TIMEOUT_SECONDS = "3600";

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command of the batch contract, `{in}` and `{out}` filled in. Lines may fail one by one, so the exit code says nothing. */
function runBatch(command, { cases, out }) {
  const filled = command.replace("{in}", quoted(cases)).replace("{out}", quoted(out));
  const child = spawn(filled, { shell: true, stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors = `${errors}${chunk}`.slice(-2000);
  });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => {
      if (existsSync(out)) done();
      else fail(new Error(`The command wrote no results (code ${code}):\n${errors}`));
    });
  });
}

/** `batch`: the command on a file of cases; `recall`: the commands that archive, search and read, if there are any. */
export async function runPeer({ name, batch, recall }, { kit, cases, folder, onStep }) {
  const out = join(folder, `${name}.jsonl`);
  await rm(out, { force: true });
  onStep("compacting");
  await runBatch(batch, { cases, out });
  onStep("grading");
  const graded = [
    JSON.parse(await runKit(kit, ["grade", ".", "--cases", cases, "--results", out, "--json"])),
  ];
  for (const suite of ["rules", "drift"]) {
    onStep(`${suite}, many compactions`);
    const args = ["rounds", ".", "--suite", suite, "--batch", batch, "--timeout", TIMEOUT_SECONDS, "--json"];
    graded.push(JSON.parse(await runKit(kit, args)));
  }
  if (recall !== undefined) {
    onStep("recall");
    const { archive, search, read } = recall;
    const args = ["recall", ".", "--archive", archive, "--search", search, "--read", read, "--json"];
    graded.push(JSON.parse(await runKit(kit, args)));
  }
  const [{ rows, violations }] = graded;
  return {
    means: meansOf(graded.flatMap((one) => one.rows)),
    cases: new Set(rows.map(({ suite, unit, level }) => `${suite}/${unit}/${level}`)).size,
    violations: new Set(violations.map(({ id }) => id)).size,
  };
}
