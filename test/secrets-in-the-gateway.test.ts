import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { bytesOnDisk } from "plimsoll-testkit/bytes-on-disk";
import { FULL_SCALE, sampled } from "plimsoll-testkit/scaled";
import { type PlantedText, SecretPlanter } from "plimsoll-testkit/secret-planter";
import { sharedPostgres } from "plimsoll-testkit/shared-postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ChatAnswer, scriptedChat } from "../packages/gateway/src/testing/scripted-chat.js";
import { watchedJobs } from "../packages/gateway/src/testing/watched-jobs.js";
import { CollectedBytes, freePort, hasCollector, startCollector } from "./start-collector.js";
import { startNode } from "./start-node.js";

const database = await sharedPostgres();
const url = "url" in database ? database.url : undefined;
/** A word that is no secret, by which a search shows that it sees what is there. */
const CANARY = "lighthouse";
const FILLER = Array.from({ length: 30 }, (_, line) => `step ${line}: module ${line % 7} built`).join("\n");
/** So many texts of one conversation; each is in five items. */
const TEXTS = 10;

const runSql = async (sql: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client(url);
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows as Record<string, unknown>[])
    .finally(() => client.end());
};

/** A text as a user says it, as an argument, as an output and as an error of a tool, and said by the model. */
function items({ text }: PlantedText, turn: number): object[] {
  const call = (id: string, args: unknown, content: string): object[] => [
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name: "shell", arguments: JSON.stringify(args) } }],
    },
    { role: "tool", tool_call_id: id, content },
  ];
  return [
    { role: "user", content: `Step ${turn} at the ${CANARY}. ${text}` },
    ...call(`c${turn}`, { command: text }, `${FILLER}\n${text}\n${FILLER}`),
    ...call(`e${turn}`, { retry: turn }, `Error: the ${CANARY} answered 401: ${text}`),
    { role: "assistant", content: `Done with step ${turn}: ${text}` },
  ];
}

/** What a request of the Responses API has in place of messages. */
function responsesInput(texts: readonly PlantedText[]): object[] {
  return texts.flatMap(({ text }, turn) => [
    { role: "user", content: `Step ${turn} at the ${CANARY}. ${text}` },
    { type: "function_call", call_id: `c${turn}`, name: "shell", arguments: JSON.stringify({ run: text }) },
    { type: "function_call_output", call_id: `c${turn}`, output: `${FILLER}\n${text}\n${FILLER}` },
  ]);
}

interface Place {
  readonly settings: string;
  /** Before a conversation, once the tables are there. */
  watch(): Promise<void>;
  bytes(): Promise<Readonly<Record<string, Buffer>>>;
}

const inFiles: Place = {
  settings: "{ adapter: fs, path: ./archive }",
  watch: async () => undefined,
  bytes: async () => ({}),
};

/** Nothing is compressed, so that its files can be searched; and what was in the table of jobs for a moment stays seen. */
function inPostgres(): Place {
  const schema = `secrets_${process.pid}_${Date.now() % 1_000_000}`;
  const tables = async (): Promise<string[]> =>
    (await runSql(`SELECT tablename FROM pg_tables WHERE schemaname = '${schema}'`)).map(({ tablename }) =>
      String(tablename),
    );
  return {
    settings: `{ adapter: postgres, url: "${url}", schema: ${schema} }`,
    async watch() {
      const columns = await runSql(
        `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = '${schema}' AND data_type IN ('text', 'bytea')`,
      );
      for (const { table_name: table, column_name: column } of columns)
        await runSql(`ALTER TABLE ${schema}.${table} ALTER COLUMN ${column} SET STORAGE EXTERNAL`);
      await runSql(watchedJobs(schema));
    },
    async bytes() {
      const found: Record<string, Buffer> = {};
      for (const table of await tables()) {
        const rows = await runSql(`SELECT * FROM ${schema}.${table}`);
        const values = rows.flatMap((row) => Object.values(row));
        found[`table ${table}`] = Buffer.concat(
          values.map((value) => (Buffer.isBuffer(value) ? value : Buffer.from(String(value)))),
        );
      }
      await runSql("CHECKPOINT");
      const [row] = await runSql("SHOW data_directory");
      found["files of the database"] = await bytesOnDisk(String(row?.["data_directory"]));
      return found;
    },
  };
}

/** A gateway with telemetry, on an upstream that repeats what it is told. */
async function setUp(place: Place, planter: SecretPlanter) {
  const folder = await mkdtemp(join(tmpdir(), "plimsoll-secrets-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const sink = new CollectedBytes();
  const { url: collectorUrl, collector } = await startCollector(folder, await sink.listen());
  onTestFinished(() => {
    collector.kill("SIGKILL");
    sink.close();
  });
  let next: ChatAnswer = {};
  const answer = (request: Record<string, unknown>): ChatAnswer => {
    if (request["model"] === "summarizer") return { text: `The ${CANARY} was looked at.` };
    return { text: `You said so: ${planter.token()}.`, ...next };
  };
  const upstream = await scriptedChat({ answer });
  const cwd = join(folder, "home");
  await mkdir(cwd);
  await writeFile(
    join(cwd, "plimsoll.config.yaml"),
    `storage: ${place.settings}
telemetry: { exporter: otlp }
summarizer: { kind: model, api: chat, base_url: "${upstream.baseUrl}", model: summarizer, output: prose }
gateway:
  keys_file: ./keys.json
  upstreams:
    here: { vendor: generic, base_url: "${upstream.baseUrl}" }
    nowhere: { vendor: generic, base_url: "http://127.0.0.1:${await freePort()}/v1" }
  routes:
    small: { upstream: here, window: 6000, output_reserve: 500, archive: always }
    gone: { upstream: nowhere, window: 12000, output_reserve: 500 }
    "*": { upstream: here, window: 200000, output_reserve: 500 }
`,
  );
  const node = await startNode(cwd, { HOME: cwd, OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl });
  return { upstream, sink, node, cwd, folder, answerWith: (given: ChatAnswer) => void (next = given) };
}

type Running = Awaited<ReturnType<typeof setUp>>;

async function ask(
  { node }: Running,
  path: string,
  { body, headers = {} }: { readonly body?: string; readonly headers?: Readonly<Record<string, string>> },
) {
  const answer = await fetch(`${node.url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const said = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  return { status: answer.status, text: `${said}\n\n${await answer.text()}` };
}

/** Conversations over the window, on both ways in. How many items were sent. */
async function converse(
  running: Running,
  planter: SecretPlanter,
  texts: readonly PlantedText[],
): Promise<number> {
  let sent = 0;
  for (let start = 0; start < texts.length; start += TEXTS) {
    const some = texts.slice(start, start + TEXTS);
    const messages = [...some.flatMap(items), { role: "user", content: `What is next? ${some[0]?.text}` }];
    const headers = { "x-plimsoll-session": `s${start}` };
    const before = running.upstream.bodies.length;
    const chat = await ask(running, "/v1/chat/completions", {
      headers,
      body: JSON.stringify({ model: "small", messages, stream: start % 20 === 0 }),
    });
    const response = await ask(running, "/v1/responses", {
      headers,
      body: JSON.stringify({
        model: "small",
        input: responsesInput(some),
        store: true,
        metadata: { note: planter.token() },
      }),
    });
    expect([chat.status, response.status]).toEqual([200, 200]);
    // The window is a smaller one, and what stays of the list stays as it was.
    const windows = running.upstream.bodies.slice(before).filter((body) => body.includes('"small"'));
    const newest = JSON.stringify(messages.at(-1));
    if (some.length === TEXTS)
      expect(windows.map((body) => body.length < JSON.stringify(messages).length)).toEqual([true, true]);
    expect(windows[0]).toContain(newest);
    sent += messages.length + some.length * 3;
  }
  return sent;
}

/** Places where nobody expects a secret. The answers that are errors. */
async function askOddly(running: Running, planter: SecretPlanter): Promise<string[]> {
  const hello = (model: string, more: object = {}): string =>
    JSON.stringify({ model, messages: [{ role: "user", content: `Hi ${planter.token()}` }], ...more });
  const chat = (body: string, headers: Readonly<Record<string, string>> = {}) =>
    ask(running, "/v1/chat/completions", { body, headers });
  const trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const odd = await Promise.all([
    chat(hello("small"), { "x-plimsoll-session": planter.token() }),
    chat(hello(planter.token())),
    chat(hello("small", { user: planter.token(), metadata: { user_id: planter.token() } })),
    chat(hello("small", { prompt_cache_key: planter.token() })),
    chat(hello("small"), {
      "user-agent": planter.token(),
      "x-title": planter.token(),
      cookie: planter.token(),
      traceparent: trace,
      tracestate: `vendor=${planter.token()}`,
      baggage: `key=${planter.token()}`,
    }),
    ask(running, "/v1/responses", {
      body: JSON.stringify({
        model: "small",
        input: [
          { type: planter.token(), id: planter.token() },
          { role: "user", content: "Hi" },
        ],
      }),
    }),
  ]);
  expect(odd.map(({ status }) => status)).toEqual(odd.map(() => 200));
  const refused = await Promise.all([
    chat(`{"model":"small","messages":[{"role":"user","content":"${planter.token()}`),
    chat(JSON.stringify({ model: "small", messages: planter.token() })),
    ask(running, `/v1/responses/${planter.token()}`, {}),
    ask(running, `/v1/${planter.token()}?key=${planter.token()}`, {}),
    ask(running, "/v1/responses", {
      body: JSON.stringify({ model: "small", input: "Hi", previous_response_id: planter.token() }),
    }),
    chat(hello("gone")),
  ]);
  for (const status of [400, 401, 429, 500, 503])
    for (const path of ["/v1/chat/completions", "/v1/responses"]) {
      running.answerWith({ status, error: { message: `Wrong: ${planter.token()}`, code: planter.token() } });
      const input = `Hi ${planter.token()}`;
      const body = path.endsWith("responses") ? JSON.stringify({ model: "small", input }) : hello("small");
      refused.push(await ask(running, path, { body }));
    }
  running.answerWith({});
  expect(refused.filter(({ status }) => status < 400)).toEqual([]);
  return refused.map(({ text }) => text);
}

describe.runIf(hasCollector)("secrets that pass through a gateway", () => {
  // Both at full scale; stores have tests of their own.
  const places = {
    ...(FULL_SCALE || url === undefined ? { fs: () => inFiles } : {}),
    ...(url === undefined ? {} : { postgres: inPostgres }),
  };
  it.each(Object.keys(places) as (keyof typeof places)[])(
    "are in nothing that it writes, says or sends to a collector, while the upstream gets what was sent: %s",
    { timeout: 600_000 },
    async (name) => {
      const planter = new SecretPlanter(name.length);
      const place = (places[name] as () => Place)();
      const running = await setUp(place, planter);
      const { upstream, sink, node, cwd, folder } = running;
      // The tables are there once the store answers.
      while ((await ask(running, "/readyz", {})).status !== 200);
      await place.watch();
      // More than 10,000 items at full scale.
      const rounds = FULL_SCALE && name === "postgres" ? 8 : 1;
      const all = Array.from({ length: rounds }, () => planter.texts()).flat();
      const texts = rounds > 1 ? all : sampled(all, 20);
      const sent = await converse(running, planter, texts);
      expect(sent).toBeGreaterThan(rounds > 1 ? 10_000 : 150);
      // A request that fits goes on byte for byte.
      const before = upstream.bodies.length;
      const small = JSON.stringify({ model: "small", messages: items(all[0] as PlantedText, 0).slice(0, 3) });
      await ask(running, "/v1/chat/completions", { body: small, headers: { "x-plimsoll-session": "exact" } });
      expect(upstream.bodies.slice(before)).toContain(small);
      const errors = await askOddly(running, planter);
      const metrics = await ask(running, "/metrics", {});
      node.process.kill("SIGTERM");
      expect(await node.ended).toEqual([0, null]);
      await sink.holds(["POST /v1/chat/completions", "compact.compacted", "plimsoll.compactions"]);

      const sinks: Record<string, Buffer> = {
        ...(await place.bytes()),
        "the gateway's folder": await bytesOnDisk(cwd),
        "what the collector wrote": await bytesOnDisk(folder),
        "what the gateway printed": Buffer.from(node.printed()),
        "what the collector got": Buffer.from(sink.text, "latin1"),
        "/metrics": Buffer.from(metrics.text),
        "the summarizer's requests": Buffer.from(
          upstream.bodies.filter((body) => body.includes('"summarizer"')).join("\n"),
        ),
        ...Object.fromEntries(errors.map((text, index) => [`error ${index}`, Buffer.from(text)])),
      };
      const encoded = texts.flatMap(({ cores }) => cores.filter((core) => !core.includes(planter.mark)));
      const wanted = [planter.mark, ...encoded];
      const leaks = Object.entries(sinks).filter(([, bytes]) => wanted.some((text) => bytes.includes(text)));
      const shown = leaks.map(([sinkName, bytes]) => {
        const at = Math.max(...wanted.map((text) => bytes.indexOf(text)));
        return `${sinkName}: ${bytes.subarray(Math.max(0, at - 150), at + 60).toString("latin1")}`;
      });
      expect(shown).toEqual([]);
      // The searches see what is there.
      const store = name === "fs" ? "the gateway's folder" : "files of the database";
      for (const sinkName of [store, "the summarizer's requests"])
        expect([sinkName, sinks[sinkName]?.includes(CANARY)]).toEqual([sinkName, true]);
      if (name === "postgres") expect(sinks["table seen_jobs"]?.includes("plm1.")).toBe(true);
      expect(sinks["what the gateway printed"]?.includes("[REDACTED:")).toBe(true);
    },
  );
});
