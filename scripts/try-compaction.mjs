// Plays compaction with the real Codex through the gateway: node scripts/try-compaction.mjs [--keep FOLDER] [--only TEXT] [--write]
//
// Every path by which Codex compacts, on scripted Chat, Gemini and Anthropic upstreams: in the middle of a turn, before a turn, by
// hand, again and again, after a restart of the gateway, on another model, and with a summarizing model that fails in every way.
// Needs a package registry; without the client it says so and ends. `--write` puts the tables into docs/gateway/compaction.md.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createGateway, createServer, KeyRing, vendorByName } from "plimsoll-gateway";
import { startScriptedAnthropic, startScriptedChat, startScriptedGemini } from "plimsoll-testkit";
import { openThread } from "./clients/codex-thread.mjs";
import { asksForSummary, FAULT_NAMES, standBefore } from "./clients/faulty-summaries.mjs";
import { WIDE_LIMITS } from "./clients/wide-limits.mjs";

const { values } = parseArgs({
  options: {
    write: { type: "boolean" },
    keep: { type: "string" },
    only: { type: "string" },
    verbose: { type: "boolean" },
  },
});
const root = values.keep ?? mkdtempSync(join(tmpdir(), "plimsoll-compaction-"));
mkdirSync(root, { recursive: true });

const WINDOW = 32_000;
const RULE = "Never touch config/prod.yaml.";
/** Short where the model fails, so that a run ends. */
const PATIENCE_MS = { working: 60_000, failing: 2_000 };
const LINES = 160;
const REPORT = Array.from(
  { length: 500 },
  (_, unit) => `Unit ${unit} is in order as far as it was looked at.\n`,
).join("");
const SHELLS = {
  exec_command: (command) => ({ cmd: command }),
  shell: (command) => ({ command: ["bash", "-c", command] }),
  shell_command: (command) => ({ command }),
};

const PATHS = [
  { name: "trigger (0.166)", version: "0.166.0", provider: "OpenAI", extra: [] },
  { name: "local (0.166)", version: "0.166.0", provider: "Gateway", extra: [] },
  {
    name: "standalone (0.154)",
    version: "0.154.0",
    provider: "OpenAI",
    extra: ["--disable", "remote_compaction_v2"],
  },
];

const UPSTREAMS = {
  chat: { vendor: "generic", model: "kimi-k2", path: "/v1", start: startScriptedChat },
  gemini: { vendor: "gemini", model: "gemini-3-pro", path: "/v1beta", start: startScriptedGemini },
  anthropic: { vendor: "anthropic", model: "claude-sonnet-4-6", path: "/v1", start: startScriptedAnthropic },
};

function install(version) {
  const folder = join(root, `codex-${version}`);
  if (!existsSync(join(folder, "node_modules/.bin/codex"))) {
    mkdirSync(folder, { recursive: true });
    const args = ["install", "--no-audit", "--no-fund", "--prefix", folder, `@openai/codex@${version}`];
    if (spawnSync("npm", args, { stdio: "ignore" }).status !== 0) return undefined;
  }
  return join(folder, "node_modules/.bin/codex");
}

/** A model that runs as many commands as it is told to, each with a long output, and then says that all are done. */
function scriptedWorker(fault, compactions) {
  let [left, step] = [0, 0];
  /** The newest request, and after how many compactions the user's rule reached the model, or did not. */
  const seen = { text: "", ruleAfter: new Map() };
  return {
    seen,
    begin(steps) {
      left = steps;
    },
    answer({ body }) {
      const names = (body.tools ?? []).flatMap(
        (tool) => tool.functionDeclarations?.map(({ name }) => name) ?? [tool.function?.name ?? tool.name],
      );
      if (asksForSummary(body)) {
        if (fault === "empty") return [""];
        if (fault === "tool call") return [{ type: "call", name: "exec_command", arguments: { cmd: "ls" } }];
        return ["The steps so far were checked, and the work goes on."];
      }
      seen.text = JSON.stringify(body);
      const made = compactions();
      seen.ruleAfter.set(made, (seen.ruleAfter.get(made) ?? true) && seen.text.includes(RULE));
      const shell = names.find((name) => Object.hasOwn(SHELLS, name));
      // So long that the client compacts before its next turn.
      if (shell === undefined || left === 0) return [`${REPORT}All steps of this turn are done.`];
      left--;
      step++;
      const command = `for i in $(seq 1 ${LINES}); do echo "step ${step} line $i: unit $((i * 7919 % 1009)) of part ${step}"; done`;
      return [`Step ${step}.`, { type: "call", name: shell, arguments: SHELLS[shell](command) }];
    },
  };
}

const KEY = { id: "k1", secret: new Uint8Array(32).fill(7) };
function routeOf(model, { vendor: name, model: upstreamModel, path }, { origin, summarizer }) {
  const vendor = vendorByName(name);
  const timeouts = { connectMs: 10_000, firstByteMs: 60_000, idleMs: 60_000 };
  const upstream = {
    name,
    vendor,
    protocol: vendor.protocols[0],
    baseUrl: `${origin}${path}`,
    key: () => "key",
    timeouts,
  };
  const common = { window: WINDOW, outputReserve: 4_000, policy: "auto", archive: "asked", webSearch: false };
  return { model, upstreamModel, upstream, ...common, summarizer, fallbacks: [] };
}

/** A gateway that remembers nothing but its keys. */
async function startGateway(routes, { port = 0, phases, fault, records }) {
  const gateway = createGateway({
    routes: { find: (model) => routes.find((route) => route.model === model), list: () => routes },
    limits: WIDE_LIMITS,
    sealingKeys: [KEY],
    patienceMs: fault ? PATIENCE_MS.failing : PATIENCE_MS.working,
    say: (message) => values.verbose && console.log(message),
  });
  const handlers = Object.fromEntries(
    Object.entries(gateway.handlers).map(([name, handler]) => [
      name,
      (request, reply) => {
        phases.add(phaseOf(request.headers));
        return handler(request, reply);
      },
    ]),
  );
  const server = createServer({
    settings: {
      listen: { host: "127.0.0.1", port, allowedHosts: [], allowedOrigins: [] },
      limits: WIDE_LIMITS,
    },
    keys: new KeyRing(undefined),
    handlers,
    log: { request: (record) => records.push(record), say: () => undefined },
  });
  const { url } = await server.listen();
  return {
    url,
    port: Number(new URL(url).port),
    async close() {
      await server.close();
      await gateway.close();
    },
  };
}

function phaseOf(headers) {
  try {
    return JSON.parse(headers["x-codex-turn-metadata"]).compaction?.phase;
  } catch {
    return undefined;
  }
}

const compactionsIn = (records) =>
  records.filter(({ notes }) => /^(?:requested|local)/.test(notes.compaction ?? ""));

/** Codex, pointed at a gateway. */
function codexAt(command, path, url) {
  const home = mkdtempSync(join(root, "home-"));
  mkdirSync(join(home, ".codex"), { recursive: true });
  writeFileSync(
    join(home, ".codex/config.toml"),
    [
      'model = "first"',
      'model_provider = "gateway"',
      `model_context_window = ${WINDOW}`,
      `model_auto_compact_token_limit = ${Math.floor(WINDOW * 0.5)}`,
      "[model_providers.gateway]",
      `name = "${path.provider}"`,
      `base_url = "${url}/v1"`,
      'wire_api = "responses"',
      "",
    ].join("\n"),
  );
  const env = { ...process.env, CODEX_HOME: join(home, ".codex") };
  return { home, start: { command, args: ["app-server", ...path.extra], cwd: home, env } };
}

/** What a thread went through: each stage that was reached, and whether the user's rule was still there. */
function stagesOf({ phases, worker }) {
  const { ruleAfter } = worker.seen;
  const after = (least) => {
    const reached = [...ruleAfter].filter(([made]) => made >= least);
    return reached.length > 0 && reached.every(([, isThere]) => isThere);
  };
  return {
    "mid-turn": phases.has("mid_turn"),
    "pre-turn": phases.has("pre_turn"),
    manual: phases.has("standalone_turn"),
    second: after(2),
    fifth: after(5),
  };
}

/** One cell: what Codex does, and what came of it. */
async function play(path, upstreamName, fault) {
  const command = install(path.version);
  if (!command) return undefined;
  const cell = { phases: new Set(), records: [], path, command, fault, stages: {} };
  const worker = scriptedWorker(fault, () => compactionsIn(cell.records).length);
  const respond = (call) => worker.answer(call);
  const otherName = upstreamName === "anthropic" ? "gemini" : "anthropic";
  const [first, other] = await Promise.all(
    [upstreamName, otherName].map((name) => UPSTREAMS[name].start({ contextWindow: WINDOW, respond })),
  );
  const front = fault ? await standBefore(first.origin, fault) : first;
  const summarizer = fault ? "model" : "configured";
  const routes = [
    routeOf("first", UPSTREAMS[upstreamName], { origin: front.origin, summarizer }),
    routeOf("other", UPSTREAMS[otherName], { origin: other.origin, summarizer: "configured" }),
  ];
  Object.assign(cell, { worker, routes });
  const row = { path: path.name, upstream: upstreamName, fault: fault ?? "none" };
  try {
    await (fault ? throughFaults(cell) : throughAll(cell));
    const compactions = compactionsIn(cell.records);
    return {
      ...row,
      done: worker.seen.text.includes(RULE),
      why: worker.seen.text.includes(RULE) ? "" : "the rule is gone",
      compactions: compactions.length,
      degraded: compactions.filter(({ notes }) => notes.compaction.endsWith("degraded")).length,
      phases: [...cell.phases].filter((phase) => phase !== undefined).toSorted(),
      refused: first.refusals.length + other.refusals.length,
      stages: { ...stagesOf(cell), ...cell.stages },
    };
  } catch (error) {
    return {
      ...row,
      done: false,
      why: error.message.slice(0, 300),
      compactions: 0,
      degraded: 0,
      phases: [],
      refused: 0,
      stages: { ...stagesOf(cell), ...cell.stages },
    };
  } finally {
    await Promise.all([first.close(), other.close(), fault ? front.close() : undefined]);
  }
}

async function throughAll(cell) {
  let gateway = await startGateway(cell.routes, cell);
  const { home, start } = codexAt(cell.command, cell.path, gateway.url);
  let thread;
  try {
    thread = await openThread(start, { cwd: home });
    cell.worker.begin(6);
    await thread.turn(`${RULE} Work through the steps.`);
    cell.worker.begin(6);
    await thread.turn("Go on with the next steps.");
    await thread.compact();
    const { id } = thread;
    thread.close();
    // The gateway is another process now, as far as Codex can tell.
    await gateway.close();
    gateway = await startGateway(cell.routes, { ...cell, port: gateway.port });
    thread = await openThread(start, { cwd: home, threadId: id });
    cell.worker.begin(6);
    await thread.turn("The gateway was restarted. Go on.");
    cell.stages["after a restart"] = cell.worker.seen.text.includes(RULE);
    thread.close();
    thread = await openThread(start, { cwd: home, threadId: id, model: "other" });
    cell.worker.begin(6);
    await thread.turn("You are another model now. Go on.");
    await thread.compact();
    cell.worker.begin(1);
    await thread.turn("Go on.");
    cell.stages["other model"] = cell.worker.seen.text.includes(RULE);
  } finally {
    thread?.close();
    await gateway.close();
  }
}

async function throughFaults(cell) {
  const gateway = await startGateway(cell.routes, cell);
  const { home, start } = codexAt(cell.command, cell.path, gateway.url);
  let thread;
  try {
    thread = await openThread(start, { cwd: home });
    cell.worker.begin(5);
    await thread.turn(`${RULE} Work through the steps.`);
    await thread.compact();
    cell.worker.begin(1);
    await thread.turn("Go on.");
  } finally {
    thread?.close();
    await gateway.close();
  }
}

// What works comes first. A run that is told to end (SIGTERM) shows what it has.
let isEnding = false;
process.once("SIGTERM", () => (isEnding = true));
const cells = [undefined, ...FAULT_NAMES]
  .flatMap((fault) =>
    Object.keys(UPSTREAMS).flatMap((upstream) => PATHS.map((path) => ({ path, upstream, fault }))),
  )
  .filter(({ path, upstream, fault }) =>
    values.only ? `${path.name} ${upstream} ${fault ?? "none"}`.includes(values.only) : true,
  );
const rows = [];
for (const { path, upstream, fault } of cells) {
  if (isEnding) break;
  const row = await play(path, upstream, fault);
  if (!row) console.log(`skipped ${path.name}: @openai/codex@${path.version} cannot be installed here`);
  else rows.push(row);
  if (row) console.log(JSON.stringify(row));
}
if (values.keep === undefined) rmSync(root, { recursive: true, force: true });

const whole = rows.filter(({ fault }) => fault === "none");
const failing = rows.filter(({ fault }) => fault !== "none");
const STAGES = ["mid-turn", "pre-turn", "manual", "second", "fifth", "after a restart", "other model"];
const yes = (value) => (value ? "yes" : "no");
const table = [
  `| path | upstream | goes on | ${STAGES.join(" | ")} | compactions | refused upstream |`,
  `|---|---|---|${STAGES.map(() => "---|").join("")}---|---|`,
  ...whole.map(({ path, upstream, done, compactions, refused, stages }) => {
    const told = STAGES.map((stage) => yes(stages[stage])).join(" | ");
    return `| ${path} | ${upstream} | ${yes(done)} | ${told} | ${compactions} | ${refused} |`;
  }),
  "",
  `| path | upstream | ${FAULT_NAMES.join(" | ")} |`,
  `|---|---|${FAULT_NAMES.map(() => "---|").join("")}`,
  ...PATHS.flatMap(({ name }) =>
    Object.keys(UPSTREAMS).map((upstream) => {
      const cellOf = (fault) =>
        failing.find((row) => row.path === name && row.upstream === upstream && row.fault === fault);
      const told = FAULT_NAMES.map((fault) => {
        const row = cellOf(fault);
        return row
          ? `${row.done ? "goes on" : "fails"}, ${row.degraded} of ${row.compactions} degraded`
          : "not run";
      });
      return `| ${name} | ${upstream} | ${told.join(" | ")} |`;
    }),
  ),
].join("\n");
console.log(`\n${table}`);
if (values.write) {
  const page = new URL("../docs/gateway/compaction.md", import.meta.url);
  const text = readFileSync(page, "utf8");
  writeFileSync(page, text.replace(/(?<=<!-- codex -->\n)[\s\S]*?(?=<!-- \/codex -->)/, `${table}\n`));
}
process.exitCode = rows.every(({ done }) => done) ? 0 : 1;
