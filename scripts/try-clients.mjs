// Plays real clients against the gateway, with scripted models behind it: node scripts/try-clients.mjs [NAME...] [--write]
//
// Each client is installed into a temporary folder, works through commands whose outputs are several windows long, and must end
// with an answer. Needs a package registry; a client that cannot be installed is skipped and said so. `--write` puts the table
// into docs/gateway/clients.md; `--plain` leaves out the faults of upstreams, and `--faults` all else. `--keep FOLDER` keeps what was
// installed there.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startScriptedAnthropic, startScriptedChat, startScriptedGemini } from "plimsoll-testkit";
import { CLIENTS } from "./clients/clients.mjs";
import { startGateway } from "./clients/start-gateway.mjs";
import { workModel } from "./clients/work-model.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: "boolean" },
    keep: { type: "string" },
    verbose: { type: "boolean" },
    faults: { type: "boolean" },
    plain: { type: "boolean" },
  },
});

const STEPS = 14;
const STEPS_WITH_FAULT = 4;
/** What the upstream does to one request in the middle of the work, and whether the work can go on after it. */
const status = (code, message, headers) => ({ kind: "status", status: code, message, headers });
const FAULTS = {
  400: { meets: status(400, "Something in it is not right.") },
  401: { meets: status(401, "The key is not known."), times: 20 },
  404: { meets: status(404, "There is no such model."), times: 20 },
  429: { meets: status(429, "Slow down.", { "retry-after": "1" }), goesOn: true },
  500: { meets: status(500, "It broke."), goesOn: true },
  529: { meets: status(529, "Overloaded."), goesOn: true },
  "cut stream": { meets: { kind: "cut" }, goesOn: true },
  stall: { meets: { kind: "stall" }, kind: "stall", goesOn: true },
};
/** Played with faults, on the first of its upstreams. */
const WITH_FAULTS = ["codex 0.169, remote", "claude-code", "opencode 1.18.33, Responses"];
const WINDOW = 32_000;
const TIME_LIMIT_MS = 240_000;

const root = values.keep ?? mkdtempSync(join(tmpdir(), "plimsoll-clients-"));
mkdirSync(root, { recursive: true });

function run(command, args, options) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], detached: true, ...options });
    let [output, errors] = ["", ""];
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (errors += chunk));
    // Some clients outlive a polite signal.
    const timer = setTimeout(() => process.kill(-child.pid, "SIGKILL"), TIME_LIMIT_MS);
    child.on("error", (error) => resolve({ code: -1, output, errors: String(error) }));
    child.on("close", (code) => {
      clearTimeout(timer);
      resolve({ code, output, errors });
    });
  });
}

async function install({ name, packages }) {
  const folder = join(root, packages.join("+").replaceAll(/[^\w.+-]/g, "_"));
  if (existsSync(join(folder, "node_modules"))) return folder;
  mkdirSync(folder, { recursive: true });
  const { code, errors } = await run(
    "npm",
    ["install", "--no-audit", "--no-fund", "--prefix", folder, ...packages],
    {},
  );
  return code === 0
    ? folder
    : console.log(`skipped ${name}: ${packages.join(" ")} cannot be installed here\n${errors.slice(-300)}`);
}

const UPSTREAMS = {
  chat: { vendor: "generic", model: "some-model", path: "/v1", start: startScriptedChat },
  anthropic: { vendor: "anthropic", model: "claude-sonnet-4-6", path: "/v1", start: startScriptedAnthropic },
  // Speaks Messages, and manages no context by itself.
  messages: {
    vendor: "moonshot",
    protocol: "anthropic",
    model: "claude-sonnet-4-6",
    path: "/v1",
    start: startScriptedAnthropic,
  },
  // The same for a client that asks for compaction blocks: it must take them, and send them back.
  "messages, blocks": {
    vendor: "moonshot",
    protocol: "anthropic",
    model: "claude-sonnet-4-6",
    path: "/v1",
    // Half of the window is kept free for the answer, and the client's own instructions take a third of the rest.
    window: 64_000,
    edits: [{ type: "compact_20260112", trigger: { type: "input_tokens", value: 50_000 } }],
    start: startScriptedAnthropic,
  },
  gemini: { vendor: "gemini", model: "gemini-3-pro", path: "/v1beta", start: startScriptedGemini },
};

async function serve(upstreamName, { steps, fault, window: wanted = WINDOW }) {
  const { vendor, protocol, model, path, window = wanted, edits, start } = UPSTREAMS[upstreamName];
  const played = workModel(steps, (step) => {
    // The request after the second step meets it.
    if (step === 2 && fault) upstream.fault(fault.meets, fault.times);
  });
  const upstream = await start({
    contextWindow: window,
    respond: (call) => played.answer(toolsOf(call.body), JSON.stringify(call.body)),
  });
  const gateway = await startGateway(
    [
      {
        model: "plimsoll-test",
        upstreamModel: model,
        vendor,
        protocol,
        baseUrl: `${upstream.origin}${path}`,
        window,
        ...(fault?.kind === "stall" ? { timeouts: { idleMs: 5_000, firstByteMs: 5_000 } } : {}),
      },
    ],
    (level, message) => values.verbose && console.log(level, message),
    edits,
  );
  return {
    baseUrl: gateway.url,
    upstream,
    records: gateway.records,
    played,
    async close() {
      await gateway.close();
      await upstream.close();
    },
  };
}

const toolsOf = (body) =>
  (body.tools ?? []).flatMap(
    (tool) => tool.functionDeclarations?.map(({ name }) => name) ?? [tool.function?.name ?? tool.name],
  );

async function play(client, folder, { upstreamName, faultName }) {
  const fault = FAULTS[faultName];
  const steps = fault ? STEPS_WITH_FAULT : STEPS;
  const { window = WINDOW } = client;
  const served = await serve(upstreamName, { steps, fault, window });
  const home = mkdtempSync(join(root, "home-"));
  try {
    const {
      command,
      args,
      env,
      files = {},
    } = client.start({ folder, home, baseUrl: served.baseUrl, window });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(home, path, ".."), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    const { code, output, errors } = await run(command, args, { cwd: home, env: { ...process.env, ...env } });
    if (values.verbose) console.log(output.slice(-3_000), errors.slice(-3_000));
    const done = output.includes(`All ${steps} steps are done.`);
    const compactions = served.records.filter(({ notes }) => notes.compaction !== undefined);
    return {
      client: client.name,
      upstream: upstreamName,
      ...(fault ? { fault: faultName, goesOn: fault.goesOn === true, code } : {}),
      done: done && code === 0,
      requests: served.records.length,
      failed: served.records.filter(({ status }) => status >= 400).length,
      asked: compactions.filter(({ notes }) => notes.compaction.startsWith("requested")).length,
      compacted: compactions.filter(({ notes }) => !notes.compaction.startsWith("requested")).length,
      refusals: served.upstream.refusals.length,
      refused: served.upstream.refusals.slice(0, 3),
      why: done ? "" : `${served.upstream.refusals.at(-1) ?? ""} ${(errors || output).slice(-400)}`,
    };
  } finally {
    await served.close();
  }
}

const wanted = CLIENTS.filter(
  ({ name }) => positionals.length === 0 || positionals.some((one) => name.includes(one)),
);
const rows = [];
async function add(client, folder, cell) {
  const row = await play(client, folder, cell);
  rows.push(row);
  console.log(JSON.stringify(row));
}
for (const client of wanted) {
  const folder = await install(client);
  if (!folder) continue;
  if (!values.faults)
    for (const upstreamName of client.upstreams) await add(client, folder, { upstreamName });
  if (values.plain || !WITH_FAULTS.some((name) => client.name.startsWith(name))) continue;
  const [upstreamName] = client.upstreams;
  for (const faultName of Object.keys(FAULTS)) await add(client, folder, { upstreamName, faultName });
}
if (values.keep === undefined) rmSync(root, { recursive: true, force: true });

const plain = rows.filter(({ fault }) => fault === undefined);
const work = [
  "| client | upstream | finished | requests | compactions asked for | compactions before sending | refused upstream |",
  "|---|---|---|---|---|---|---|",
  ...plain.map(
    (row) =>
      `| ${row.client} | ${row.upstream} | ${row.done ? "yes" : "no"} | ${row.requests} | ${row.asked} | ${row.compacted} | ${row.refusals} |`,
  ),
];
const faulty = rows.filter(({ fault }) => fault !== undefined);
const ended = (row) => {
  if (row === undefined) return "";
  return row.done ? "goes on" : row.code === null ? "hangs" : "stops with the error";
};
const names = [...new Set(faulty.map(({ client }) => client))];
const faults = [
  `| upstream | ${names.join(" | ")} |`,
  `|---|${names.map(() => "---|").join("")}`,
  ...Object.keys(FAULTS).map(
    (name) =>
      `| ${name} | ${names.map((client) => ended(faulty.find((row) => row.client === client && row.fault === name))).join(" | ")} |`,
  ),
];
const table = [...(plain.length > 0 ? work : []), "", ...(faulty.length > 0 ? faults : [])].join("\n").trim();
console.log(`\n${table}`);
if (values.write) {
  const path = new URL("../docs/gateway/clients.md", import.meta.url);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace(/(?<=<!-- clients -->\n)[\s\S]*?(?=\n<!-- \/clients -->)/, table));
}
// A client may be refused for its own words and go on: Claude Code tries a role that older models do not know.
process.exitCode = rows.every(({ done, goesOn, code }) => done || (goesOn === false && code !== null))
  ? 0
  : 1;
