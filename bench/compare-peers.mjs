// node bench/compare-peers.mjs [--kit FOLDER] [--work FOLDER] [--only NAME,… | --cached] [--json] [--write]
// Plimsoll beside other ways to shorten a conversation, on the evaluation kit. Every peer is the real package unless its
// title says "rule of". Results are kept in the work folder: --only runs the named ones and takes the others from there,
// --cached takes all from there.
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { behind, comparison, comparisonTable, peerNotes } from "./peers/comparison-table.mjs";
import { installExtra, versionOf } from "./peers/extra-packages.mjs";
import { UsageError, kitVersion, openKit, runKit } from "./peers/kit.mjs";
import { EXTRA_PACKAGES, PEERS } from "./peers/peers.mjs";
import { runPeer } from "./peers/run-peer.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PAGE = join(ROOT, "docs", "benchmarks.md");
const MARKS = ["<!-- peers: begin -->", "<!-- peers: end -->"];

const { values: options } = parseArgs({
  options: {
    kit: { type: "string", default: join(ROOT, "..", "shared", "eval") },
    work: { type: "string", default: join(tmpdir(), "plimsoll-peers") },
    only: { type: "string" },
    cached: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});

const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
const node = quoted(process.execPath);

function plimsoll() {
  const program = `${node} ${quoted(join(ROOT, "packages", "cli", "bin", "compactctl.js"))}`;
  return {
    name: "plimsoll",
    title: "Plimsoll",
    about: "`compactctl compact --jsonl` in the default configuration",
    packages: ["plimsoll"],
    batch: `${program} compact --estimator exact --no-archive --jsonl {in} --out {out}`,
    recall: {
      archive: `cd {dir} && ${program} compact {file} --session bench --estimator exact --out window.json`,
      search: `cd {dir} && ${program} recall {query} --session bench --json`,
      read: `cd {dir} && ${program} show bench --item {id}`,
    },
  };
}

function peers(kit, packages) {
  const worker = quoted(fileURLToPath(new URL("compact-with-peer.mjs", import.meta.url)));
  const folders = `--kit ${quoted(kit)} --packages ${quoted(packages)}`;
  const others = Object.entries(PEERS).map(([name, peer]) => ({
    ...peer,
    name,
    batch: `${node} ${worker} ${name} ${folders} --in {in} --out {out}`,
  }));
  return [plimsoll(), ...others];
}

function chosen(all) {
  if (options.cached) return [];
  if (options.only === undefined) return all;
  const names = options.only.split(",");
  const unknown = names.find((name) => !all.some((peer) => peer.name === name));
  if (unknown !== undefined) {
    throw new UsageError(
      `No peer is called "${unknown}"; there are ${all.map(({ name }) => name).join(", ")}.`,
    );
  }
  return all.filter(({ name }) => names.includes(name));
}

async function casesFile(kit, folder) {
  const file = join(folder, `cases-${await kitVersion(kit)}.jsonl`);
  if (!existsSync(file)) await runKit(kit, ["cases", ".", "--suite", "all", "--out", file]);
  return file;
}

/** Why a peer cannot run, or undefined. */
function unavailable({ packages }, folder) {
  for (const name of packages.filter((one) => one in EXTRA_PACKAGES)) {
    const reason = installExtra(folder, name);
    if (reason !== undefined) return `\`${name}\` ${EXTRA_PACKAGES[name]} does not install: ${reason}`;
  }
  return undefined;
}

async function run() {
  const kit = openKit(options.kit);
  const folder = resolve(options.work);
  const packages = join(folder, "packages");
  await mkdir(packages, { recursive: true });
  const all = peers(kit, packages);
  const cases = await casesFile(kit, folder);
  const version = await kitVersion(kit);
  const kept = (name) => join(folder, `${name}-${version}.json`);
  for (const peer of chosen(all)) {
    const onStep = (step) => console.error(`${peer.name}: ${step} …`);
    const reason = unavailable(peer, packages);
    const { name, title, about } = peer;
    const outcome =
      reason === undefined
        ? {
            ...(await runPeer(peer, { kit, cases, folder, onStep })),
            versions: Object.fromEntries(peer.packages.map((one) => [one, versionOf(packages, one)])),
          }
        : { reason };
    await writeFile(kept(name), `${JSON.stringify({ name, title, about, ...outcome })}\n`);
  }
  const stored = all.map(({ name }) => name).filter((name) => existsSync(kept(name)));
  return Promise.all(stored.map(async (name) => JSON.parse(await readFile(kept(name), "utf8"))));
}

function page(outcomes) {
  const results = outcomes.filter(({ reason }) => reason === undefined);
  const skipped = outcomes.filter(({ reason }) => reason !== undefined);
  if (!results.some(({ name }) => name === "plimsoll")) {
    return `${comparisonTable(results)}\n\n${peerNotes(results, skipped)}`;
  }
  const ahead = behind(results);
  const list = ahead.map((text) => `- ${text}`).join("\n");
  const verdict =
    ahead.length === 0
      ? "Nobody is ahead of Plimsoll in any number."
      : `A peer is ahead in ${ahead.length} numbers:\n\n${list}`;
  return `${comparisonTable(results)}\n\n${peerNotes(results, skipped)}\n\n${verdict}`;
}

async function writePage(text) {
  const before = await readFile(PAGE, "utf8");
  const [begin, end] = MARKS.map((mark) => before.indexOf(mark));
  if (begin < 0 || end < begin) throw new UsageError(`${PAGE} has no marks "${MARKS.join('" and "')}".`);
  const after = `${before.slice(0, begin)}${MARKS[0]}\n\n${text}\n\n${before.slice(end)}`;
  await writeFile(PAGE, after);
}

try {
  const outcomes = await run();
  const text = page(outcomes);
  if (options.write) await writePage(text);
  if (options.json) {
    const results = outcomes.filter(({ reason }) => reason === undefined);
    console.log(
      JSON.stringify({ peers: outcomes, lines: comparison(results), behind: behind(results) }, null, 1),
    );
  } else console.log(text);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
