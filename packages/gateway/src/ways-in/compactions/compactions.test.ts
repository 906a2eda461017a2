import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type CompactEvent, heuristicEstimator, memoryStorage, type StorageAdapter } from "plimsoll";
import { parseEvent } from "plimsoll/events";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonRecord } from "../../json/json-record.js";
import { KeyRing } from "../../keys/key-ring.js";
import { temporarySealingKey } from "../../sealing/load-sealing-keys.js";
import { call, post } from "../../testing/call.js";
import { runGateway, testRoute } from "../../testing/running-gateway.js";
import { scriptedChat } from "../../testing/scripted-chat.js";

const RULE = "Never touch config/prod.yaml.";

function session(steps: number): JsonRecord[] {
  return [
    { role: "user", content: `${RULE} Then fix the build.` },
    { role: "assistant", content: "On it." },
    { role: "user", content: "Go on." },
    ...Array.from({ length: steps }, (_, step) => [
      { type: "function_call", call_id: `c${step}`, name: "run", arguments: `{"cmd":"cat src/f${step}.ts"}` },
      {
        type: "function_call_output",
        call_id: `c${step}`,
        output: `// ${step}\n${"export const value = 1;\n".repeat(120)}`,
      },
    ]).flat(),
  ];
}

const hash = (key: string): string => createHash("sha256").update(key).digest("hex");
const stored = (name: string) => ({ id: name, name, tenant: name, hash: hash(`key-${name}`), created: "" });

async function setUp(
  storage: StorageAdapter = memoryStorage(),
  sealingKey = temporarySealingKey(),
  options: Partial<Parameters<typeof runGateway>[0]> = {},
) {
  const told: string[] = [];
  const upstream = await scriptedChat({ answer: () => ({ text: "On it goes." }) });
  const gateway = await runGateway({
    routes: [testRoute({ model: "kimi", vendor: "generic", baseUrl: upstream.baseUrl, window: 16_000 })],
    keys: new KeyRing([stored("ada"), stored("eve")]),
    sealingKeys: [sealingKey],
    storage,
    compaction: { estimator: heuristicEstimator },
    say: (message) => void told.push(message),
    ...options,
  });
  const headers = (name: string) => ({ authorization: `Bearer key-${name}` });
  const get = async (path: string, name = "ada") =>
    call({ port: gateway.port, path: `/v1/compactions${path}`, headers: headers(name) });
  const create = async (body: JsonRecord, name = "ada") =>
    (
      await post(gateway.port, "/v1/responses", {
        body: { model: "kimi", store: false, ...body },
        headers: { ...headers(name), "thread-id": "t1" },
      })
    ).json() as JsonRecord;
  return { gateway, get, create, headers, upstream, told };
}

const trigger = { type: "compaction_trigger" };
const listOf = (answer: { json(): unknown }) => (answer.json() as { data: JsonRecord[] }).data;

describe("the compactions of a key", () => {
  it("can be looked into: what each stands for, its state, its checks and its cost", async () => {
    const { create, get } = await setUp();
    const response = await create({ input: [...session(12), trigger] });
    const [item] = response["output"] as JsonRecord[];
    const [head] = listOf(await get(""));
    expect(head).toMatchObject({
      id: item?.["id"],
      object: "compaction",
      origin: "trigger",
      api: "responses",
      model: "kimi",
      upstream: "generic",
      items: { before: 27 },
      summarizer: { name: "extractive", model: null },
      cost: { requests: 0, dollars: 0 },
      degraded: [],
    });
    expect(head).not.toHaveProperty("window");
    const view = (await get(`/${String(item?.["id"])}`)).json() as Record<string, JsonRecord>;
    expect(view).toMatchObject(head ?? {});
    expect(view["tokens"]?.["after"]).toBeLessThan(Number(view["tokens"]?.["before"]) / 2);
    expect(JSON.stringify(view["checkpoint"]?.["constraints"])).toContain(RULE);
    expect(view["fidelity"]).toMatchObject({ revised: false });
    expect(view["summary"]).toContain("src/f3.ts");
    expect(JSON.stringify(view["window"])).toContain("COMPACT-SUMMARY");
    const removed = view["stands_for"]?.["removed"] as unknown as string[];
    expect(removed.length).toBeGreaterThan(0);
    expect(removed.every((id) => id.startsWith("item_"))).toBe(true);
  });

  it("are listed newest first, page by page, also those that nobody asked for", async () => {
    const { create, get, gateway, headers } = await setUp();
    await create({ input: [...session(8), trigger] });
    await create({ input: session(30) });
    const context_management = [{ type: "compaction", compact_threshold: 3_000 }];
    await create({ input: [{ role: "user", content: "Hello." }, ...session(9)], context_management });
    const body = { model: "kimi", input: session(8) };
    await post(gateway.port, "/v1/responses/compact", { body, headers: headers("ada") });
    const all = listOf(await get("?limit=100"));
    const origins = all.map(({ origin }) => origin);
    expect(origins.toSorted()).toEqual(["automatic", "standalone", "threshold", "trigger"]);
    const first = (await get("?limit=3")).json() as JsonRecord;
    expect(first["has_more"]).toBe(true);
    const rest = (await get(`?limit=3&after=${String(first["last_id"])}`)).json() as JsonRecord;
    expect(rest).toMatchObject({ has_more: false, data: [{ id: all[3]?.["id"] }] });
    expect(listOf(await get("?session=t1"))).toHaveLength(3);
    expect((await get("?after=cmp_none")).status).toBe(400);
    expect((await get("?limit=0")).status).toBe(400);
  });

  it("are nobody else's, and are forgotten when their owner says so", async () => {
    const { create, get, gateway, headers } = await setUp();
    await create({ input: [...session(8), trigger] });
    const [head] = listOf(await get(""));
    const path = `/v1/compactions/${String(head?.["id"])}`;
    expect(listOf(await get("", "eve"))).toEqual([]);
    expect((await call({ port: gateway.port, path, headers: headers("eve") })).status).toBe(404);
    const remove = (name: string) =>
      call({ port: gateway.port, path, method: "DELETE", headers: headers(name) });
    expect((await remove("eve")).status).toBe(404);
    expect((await remove("ada")).json()).toMatchObject({ deleted: true });
    expect((await remove("ada")).status).toBe(404);
    expect((await get("/%ff")).status).toBe(404);
  });

  it("leave more where the application's own instructions take much of the window, instead of giving up", async () => {
    const { create, get } = await setUp();
    const instructions = { role: "developer", content: "Be careful with the harbour gates. ".repeat(600) };
    await create({ input: [instructions, ...session(14), trigger] });
    const [head] = listOf(await get(""));
    expect(head).toMatchObject({ degraded: [], summarizer: { name: "extractive" } });
  });

  it("outlive the process where the client let the conversation be stored, and only there", async () => {
    const storage = memoryStorage();
    const key = temporarySealingKey();
    const first = await setUp(storage, key);
    await first.create({ input: [...session(8), trigger], store: true });
    await first.create({ input: [...session(9), trigger], store: false });
    expect(listOf(await first.get(""))).toHaveLength(2);
    const entries = await Promise.all(
      (await storage.sessions()).map(({ sessionId }) => storage.read(sessionId)),
    );
    const accounts = entries.flat().filter(({ kind }) => kind === "account");
    expect(accounts).toHaveLength(1);
    expect(JSON.stringify(accounts)).not.toContain("prod.yaml");
    const second = await setUp(storage, key);
    expect(listOf(await second.get("")).map(({ items }) => items)).toMatchObject([{ before: 19 }]);
  });
});

describe("an item", () => {
  const goOn = { role: "user", content: "Go on." };

  it.each(["reference", "window"] as const)(
    "that is bounded refers to the store instead, which any node of it reads (%s)",
    async (holds) => {
      const shared = [memoryStorage(), temporarySealingKey(), { items: { holds, maxBytes: 1024 } }] as const;
      const first = await setUp(...shared);
      const body = { store: true, input: [...session(12), trigger] };
      const [item] = (await first.create(body))["output"] as JsonRecord[];
      expect(String(item?.["encrypted_content"]).length).toBeLessThan(500);
      for (const { create, upstream } of [first, await setUp(...shared)]) {
        await create({ input: [item, goOn] });
        expect(JSON.stringify(upstream.requests.at(-1))).toContain("COMPACT-SUMMARY");
      }
    },
  );

  it("that is too old, or of a store that lost it, is said to be unreadable, and the log and the event say why", async () => {
    const key = temporarySealingKey();
    let now = Date.UTC(2026, 0, 1);
    const events: CompactEvent[] = [];
    const exporters = [{ name: "test", export: (event: CompactEvent) => void events.push(event) }];
    const compaction = { estimator: heuristicEstimator, exporters };
    const options = { items: { maxDays: 30 }, now: () => now, compaction };
    const first = await setUp(memoryStorage(), key, options);
    const [item] = (await first.create({ input: [...session(12), trigger] }))["output"] as JsonRecord[];
    now += 31 * 86_400_000;
    expect(await first.create({ input: [item, goOn] })).toMatchObject({ status: "completed" });
    expect(JSON.stringify(first.upstream.requests.at(-1))).toContain("cannot be read here");
    expect(first.told).toEqual(["A compaction item was not read: too_old."]);
    const told = events.filter(({ event }) => event === "compact.item_unreadable");
    expect(told).toMatchObject([{ reason: "too_old", item_id: item?.["id"], model: "kimi" }]);
    expect(parseEvent(told[0])).toEqual(told[0]);
    const second = await setUp(memoryStorage(), key, { items: { holds: "reference" } });
    const [other] = (await second.create({ input: [...session(12), trigger] }))["output"] as JsonRecord[];
    const third = await setUp(memoryStorage(), key);
    expect(await third.create({ input: [other, goOn] })).toMatchObject({ status: "completed" });
    expect(third.told).toEqual(["A compaction item was not read: not_stored."]);
  });
});

interface AskedOpenai {
  readonly url: string | undefined;
  readonly body: JsonRecord & { readonly input?: readonly JsonRecord[] };
}

/** A server that answers the nth request with the nth answer; a list of events is streamed. */
async function openaiWith(answers: readonly { status?: number; body: object | readonly object[] }[]) {
  const asked: AskedOpenai[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const body = JSON.parse(Buffer.concat(await incoming.toArray()).toString()) as JsonRecord;
    asked.push({ url: incoming.url, body });
    const { status = 200, body: answer } = answers[asked.length - 1] ?? { status: 500, body: {} };
    const isStream = Array.isArray(answer);
    const text = isStream
      ? (answer as readonly object[]).map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")
      : JSON.stringify(answer);
    outgoing
      .writeHead(status, { "content-type": isStream ? "text/event-stream" : "application/json" })
      .end(text);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const chat = await scriptedChat({ answer: () => ({ text: "On it goes." }) });
  const gateway = await runGateway({
    routes: [
      testRoute({ model: "gpt", vendor: "openai", baseUrl, window: 16_000 }),
      testRoute({ model: "grok", vendor: "xai", baseUrl, window: 16_000 }),
      testRoute({ model: "kimi", vendor: "generic", baseUrl: chat.baseUrl, window: 16_000 }),
    ],
    compaction: { estimator: heuristicEstimator },
  });
  const create = (model: string, input: readonly unknown[], more: object = {}) =>
    post(gateway.port, "/v1/responses", { body: { model, store: false, input, ...more } });
  /** The shadow is made once the client has its answer. */
  const shadowOf = async (id: string): Promise<unknown> => {
    const path = `/v1/compactions/${id}`;
    await expect
      .poll(async () => (await call({ port: gateway.port, path })).status, { timeout: 60_000 })
      .toBe(200);
    return (await call({ port: gateway.port, path })).json();
  };
  return { asked, chat, gateway, create, shadowOf };
}

describe("an item of the upstream's own", () => {
  const item = { type: "compaction", id: "cmp_of_openai", encrypted_content: "gAAAAAB" };
  const goOn = { role: "user", content: "Go on." };

  it("has a readable shadow beside it, from which another model goes on", async () => {
    const response = { id: "resp_1", object: "response", status: "completed", output: [item] };
    const { create, chat, shadowOf } = await openaiWith([{ body: response }]);
    expect((await create("gpt", [...session(12), trigger])).json()).toMatchObject({ output: [item] });
    const view = await shadowOf(item.id);
    expect(view).toMatchObject({ by: "upstream", model: "gpt", summarizer: { name: "extractive" } });
    await create("kimi", [item, goOn]);
    expect(JSON.stringify(chat.requests.at(-1))).toContain("COMPACT-SUMMARY");
  });

  it("has a shadow that knows what an earlier one stands for", async () => {
    const later = { ...item, id: "cmp_later" };
    const response = { id: "resp_1", object: "response", status: "completed" };
    const { create, chat, shadowOf } = await openaiWith([
      { body: { ...response, output: [item] } },
      { body: { ...response, output: [later] } },
      { status: 400, body: { error: { message: "No." } } },
    ]);
    await create("gpt", [...session(12), trigger]);
    await shadowOf(item.id);
    await create("gpt", [item, ...session(14).slice(1), trigger]);
    expect(JSON.stringify(await shadowOf(later.id))).toContain(RULE);
    // Refused the third time: the gateway's own.
    const own = (await create("gpt", [later, ...session(14).slice(1), trigger])).json() as {
      output: JsonRecord[];
    };
    for (const made of [later, ...own.output]) {
      await create("kimi", [made, goOn]);
      const sent = JSON.stringify(chat.requests.at(-1));
      expect(sent).toContain(RULE);
      expect(sent).not.toContain("cannot be read here");
    }
  });

  it.each(["whole", "streamed"])("has one too where a threshold was passed on (%s)", async (how) => {
    const message = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Yes." }] };
    const response = { id: "resp_1", object: "response", status: "completed", output: [item, message] };
    const events = [
      { type: "response.created", response: { ...response, output: [] } },
      { type: "response.output_item.done", item },
      { type: "response.completed", response: { ...response, usage: { input_tokens: 9, output_tokens: 3 } } },
    ];
    const { create, asked, chat, shadowOf } = await openaiWith([
      { body: how === "whole" ? response : events },
    ]);
    const context_management = [{ type: "compaction", compact_threshold: 4_000 }];
    await create("gpt", session(12), { context_management, stream: how === "streamed" });
    expect(asked[0]?.body["context_management"]).toEqual(context_management);
    expect(await shadowOf(item.id)).toMatchObject({ by: "upstream", origin: "threshold" });
    await create("kimi", [...session(12), item, message, goOn]);
    const sent = JSON.stringify(chat.requests.at(-1));
    expect(sent).toContain("COMPACT-SUMMARY");
    expect(sent).toContain("Yes.");
    expect(sent).not.toContain("// 2\\nexport");
  });

  it("is read by its shadow by a vendor of Responses that knows no such items; ours goes along to all of them", async () => {
    const response = { id: "resp_1", object: "response", status: "completed", output: [item] };
    const plain = { body: { ...response, output: [] } };
    const { create, asked, shadowOf } = await openaiWith([{ body: response }, plain, plain, plain]);
    await create("gpt", [...session(12), trigger]);
    await shadowOf(item.id);
    await create("grok", [item, goOn]);
    const made = (await create("kimi", [...session(14), trigger])).json() as { output: JsonRecord[] };
    await create("gpt", [...made.output, goOn]);
    await create("grok", [...made.output, goOn]);
    for (const { body } of asked.slice(1)) {
      expect(JSON.stringify(body)).toContain("COMPACT-SUMMARY");
      expect(JSON.stringify(body)).not.toMatch(/plm1\.|gAAAAAB/u);
    }
  });

  it("ends what the upstream is reckoned to read, and goes to it as it came, with the user's words before it", async () => {
    const response = { id: "resp_1", object: "response", status: "completed", output: [] };
    const { create, asked, gateway } = await openaiWith([{ body: response }, { body: response }]);
    const long = [...session(40), item, goOn];
    await create("gpt", long);
    expect(asked[0]?.body.input).toEqual(long);
    expect(gateway.records.at(-1)?.notes.compaction).toBeUndefined();
    await create("gpt", [...long, ...session(30).slice(3)]);
    const types = asked[1]?.body.input?.map(({ type, role }) => type ?? role);
    expect(types?.slice(0, 2)).toEqual(["user", "user"]);
    expect(types).toContain("compaction");
    expect(gateway.records.at(-1)?.notes.compaction).toBe("compacted");
    expect(JSON.stringify(asked[1]?.body)).toContain(RULE);
  });

  it("is made by the gateway where the upstream refuses to compact at a threshold", async () => {
    const message = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Yes." }] };
    const response = { id: "resp_1", object: "response", status: "completed", output: [message] };
    const events = [
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      { type: "response.output_text.delta", item_id: "m", output_index: 0, content_index: 0, delta: "Yes." },
      { type: "response.completed", response: { ...response, usage: { input_tokens: 9, output_tokens: 3 } } },
    ];
    const refusal = (text: string) => ({ status: 400, body: { error: { message: text } } });
    const { create, asked } = await openaiWith([
      refusal("Unknown parameter: 'context_management'."),
      { body: events },
      refusal("temperature is wrong"),
    ]);
    const context_management = [{ type: "compaction", compact_threshold: 4_000 }];
    const answer = (await create("gpt", session(12), { context_management })).json();
    expect(answer).toMatchObject({ output: [{ type: "compaction" }, { type: "message" }] });
    expect(asked[1]?.body).not.toHaveProperty("context_management");
    expect(JSON.stringify(asked[1]?.body)).toContain("COMPACT-SUMMARY");
    const refused = await create("gpt", session(12), { context_management });
    expect([refused.status, asked.length]).toEqual([400, 3]);
  });

  it("is asked for by the standalone way too; an empty or refused answer is the gateway's own", async () => {
    const { asked, gateway, shadowOf } = await openaiWith([
      { body: { id: "c_1", object: "response.compaction", output: [item] } },
      { body: { id: "c_2", object: "response.compaction", output: [] } },
      { status: 404, body: { error: { message: "Unknown path." } } },
    ]);
    const compact = async () =>
      (
        await post(gateway.port, "/v1/responses/compact", { body: { model: "gpt", input: session(12) } })
      ).json() as { output: { type: string; id: string }[] };
    expect((await compact()).output).toEqual([item]);
    for (const _ of ["empty", "refused"]) {
      const { output } = await compact();
      expect(output.filter(({ type }) => type === "compaction")).toHaveLength(1);
      expect(output.at(-1)).not.toMatchObject({ id: item.id });
    }
    expect(asked.map(({ url }) => url)).toEqual(Array.from({ length: 3 }, () => "/v1/responses/compact"));
    expect(Object.keys(asked[0]?.body ?? {})).not.toContain("store");
    expect(await shadowOf(item.id)).toMatchObject({ by: "upstream", origin: "standalone" });
  });
});
