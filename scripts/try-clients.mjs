// Plays real clients against the gateway, with scripted models behind it: node scripts/try-clients.mjs [NAME...] [--write]
//
// Each client is installed into a temporary folder, works through commands whose outputs are several windows long, and must end
// with an answer. Needs a package registry; a client that cannot be installed is skipped and said so. `--write` puts the table
// into docs/gateway/clients.md.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startScriptedAnthropic, startScriptedGemini } from "plimsoll-testkit";
import { createGateway, createServer, KeyRing, vendorByName } from "plimsoll-gateway";
import { CLIENTS } from "./clients/clients.mjs";
import { workModel } from "./clients/work-model.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: "boolean" }, keep: { type: "string" }, verbose: { type: "boolean" } },
});

const STEPS = 14;
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
  const folder = join(root, name);
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
  anthropic: { vendor: "anthropic", model: "claude-sonnet-4-6", path: "/v1", start: startScriptedAnthropic },
  gemini: { vendor: "gemini", model: "gemini-3-pro", path: "/v1beta", start: startScriptedGemini },
};

async function serve(upstreamName) {
  const { vendor, model, path, start } = UPSTREAMS[upstreamName];
  const played = workModel(STEPS);
  const upstream = await start({
    contextWindow: WINDOW,
    respond: (call) => played.answer(toolsOf(call.body), JSON.stringify(call.body)),
  });
  const route = {
    model: "plimsoll-test",
    upstreamModel: model,
    upstream: {
      name: upstreamName,
      vendor: vendorByName(vendor),
      protocol: vendor,
      baseUrl: `${upstream.origin}${path}`,
      key: () => "key",
      timeouts: { connectMs: 10_000, firstByteMs: 120_000, idleMs: 120_000 },
    },
    window: WINDOW,
    outputReserve: 4_000,
    policy: "auto",
    archive: "asked",
    webSearch: false,
    fallbacks: [],
  };
  const records = [];
  const gateway = createGateway({
    routes: { find: () => route, list: () => [route] },
    limits: { jsonDepth: 200, jsonItems: 5_000_000 },
  });
  const server = createServer({
    settings: {
      listen: { host: "127.0.0.1", port: 0, allowedHosts: [], allowedOrigins: [] },
      limits: {
        bodyBytes: 64e6,
        compressedBodyBytes: 64e6,
        bufferedBytes: 1e9,
        jsonDepth: 200,
        jsonItems: 5e6,
        requestsPerMinute: 0,
        streamsPerKey: 1000,
        connections: 1000,
        headerMs: 60_000,
        bodyMs: 60_000,
        keepAliveMs: 60_000,
        stallMs: 60_000,
        totalMs: 0,
        drainMs: 1000,
      },
    },
    keys: new KeyRing(undefined),
    handlers: gateway.handlers,
    log: {
      request: (record) => records.push(record),
      say: (level, message) => values.verbose && console.log(level, message),
    },
  });
  const { port } = await server.listen();
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    upstream,
    records,
    played,
    async close() {
      await server.close();
      await gateway.close();
      await upstream.close();
    },
  };
}

const toolsOf = (body) =>
  (body.tools ?? []).flatMap((tool) => tool.functionDeclarations?.map(({ name }) => name) ?? [tool.name]);

async function play(client, folder, upstreamName) {
  const served = await serve(upstreamName);
  const home = mkdtempSync(join(root, "home-"));
  try {
    const {
      command,
      args,
      env,
      files = {},
    } = client.start({ folder, home, baseUrl: served.baseUrl, window: WINDOW });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(home, path, ".."), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    const { code, output, errors } = await run(command, args, { cwd: home, env: { ...process.env, ...env } });
    if (values.verbose) console.log(output.slice(-3_000), errors.slice(-3_000));
    const done = output.includes(`All ${STEPS} steps are done.`);
    const compactions = served.records.filter(({ notes }) => notes.compaction !== undefined);
    return {
      client: client.name,
      upstream: upstreamName,
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
for (const client of wanted) {
  const folder = await install(client);
  if (!folder) continue;
  for (const upstream of client.upstreams) {
    const row = await play(client, folder, upstream);
    rows.push(row);
    console.log(JSON.stringify(row));
  }
}
if (values.keep === undefined) rmSync(root, { recursive: true, force: true });

const table = [
  "| client | upstream | finished | requests | compactions asked for | compactions before sending | refused upstream |",
  "|---|---|---|---|---|---|---|",
  ...rows.map(
    (row) =>
      `| ${row.client} | ${row.upstream} | ${row.done ? "yes" : "no"} | ${row.requests} | ${row.asked} | ${row.compacted} | ${row.refusals} |`,
  ),
].join("\n");
console.log(`\n${table}`);
if (values.write) {
  const path = new URL("../docs/gateway/clients.md", import.meta.url);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace(/(?<=<!-- clients -->\n)[\s\S]*?(?=\n<!-- \/clients -->)/, table));
}
// A client may be refused for its own words and go on: Claude Code tries a role that older models do not know.
process.exitCode = rows.every(({ done }) => done) ? 0 : 1;
