import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompactEvent } from "plimsoll";
import { fileStorage } from "plimsoll/node";
import { describe, expect, it, onTestFinished } from "vitest";
import type { JsonRecord } from "../json/json-record.js";
import { KeyRing } from "../keys/key-ring.js";
import { temporarySealingKey } from "../sealing/load-sealing-keys.js";
import { call, post } from "../testing/call.js";
import { runGateway, testRoute } from "../testing/running-gateway.js";
import { type ChatAnswer, scriptedChat } from "../testing/scripted-chat.js";

const keyOf = (key: string, tenant: string) => ({
  id: `key_${tenant}`,
  name: tenant,
  tenant,
  hash: createHash("sha256").update(key).digest("hex"),
  created: "2031-01-01T00:00:00Z",
});

const KEYS = new KeyRing([keyOf("key-of-ada", "ada"), keyOf("key-of-bob", "bob")]);
const SECRET = "sk-live-4f1c09ab77d2e3f8a9b0c1d2e3f4a5b6c7d8e9f0";

async function setUp(answer: () => ChatAnswer = () => ({ text: `I will not repeat ${SECRET}.` })) {
  const events: CompactEvent[] = [];
  const folder = mkdtempSync(join(tmpdir(), "plimsoll-gateway-"));
  const storage = fileStorage({ path: folder });
  onTestFinished(() => storage.close());
  const upstream = await scriptedChat({ answer });
  const gateway = await runGateway({
    routes: [
      testRoute({
        model: "kimi",
        vendor: "generic",
        baseUrl: upstream.baseUrl,
        key: "upstream-key",
        window: 16_000,
      }),
    ],
    keys: KEYS,
    storage,
    compaction: { exporters: [{ name: "test", export: (event: CompactEvent) => void events.push(event) }] },
    sealingKeys: [temporarySealingKey()],
  });
  const ask = (who: string, path: string, body: JsonRecord) =>
    post(gateway.port, path, {
      body: { model: "kimi", ...body },
      headers: { authorization: `Bearer key-of-${who}` },
    });
  const get = (who: string, path: string, method = "GET") =>
    call({ port: gateway.port, method, path, headers: { authorization: `Bearer key-of-${who}` } });
  return { upstream, gateway, ask, get, folder, events };
}

/** Everything below a folder, as one text. */
function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

function expectNoSecret(place: string): void {
  for (const secret of [SECRET, "upstream-key", "key-of-ada"]) expect(place.includes(secret)).toBe(false);
}

const history = (steps: number, opening = "Go."): JsonRecord[] => [
  { role: "user", content: opening },
  ...Array.from({ length: steps }, (_, step) => [
    { type: "function_call", call_id: `c${step}`, name: "run", arguments: "{}" },
    {
      type: "function_call_output",
      call_id: `c${step}`,
      output: `Step ${step}. ${"It went as it should. ".repeat(150)}`,
    },
  ]).flat(),
];

describe("two tenants of one gateway", () => {
  it("never see each other's responses, by any way in", async () => {
    const { ask, get } = await setUp();
    const { id } = (await ask("ada", "/v1/responses", { input: "The code is 4711." })).json() as {
      id: string;
    };
    expect((await get("ada", `/v1/responses/${id}`)).status).toBe(200);
    for (const [path, method] of [
      [`/v1/responses/${id}`, "GET"],
      [`/v1/responses/${id}/input_items`, "GET"],
      [`/v1/responses/${id}`, "DELETE"],
    ] as const) {
      const foreign = await get("bob", path, method);
      expect(foreign.status).toBe(404);
      expect(foreign.text).toBe(
        (await get("bob", path.replace(id, "resp_none"), method)).text.replace("resp_none", id),
      );
    }
    const chained = await ask("bob", "/v1/responses", {
      input: "What is the code?",
      previous_response_id: id,
    });
    expect(chained.status).toBe(400);
    expect((await get("ada", `/v1/responses/${id}`)).status).toBe(200);
  });

  it("never open each other's compaction items", async () => {
    const { ask, upstream } = await setUp();
    const input = [...history(6, "The code is 4711."), { type: "compaction_trigger" }];
    const { output } = (await ask("ada", "/v1/responses", { input, store: false })).json() as {
      output: JsonRecord[];
    };
    await ask("bob", "/v1/responses", {
      input: [...output, { role: "user", content: "What is the code?" }],
      store: false,
    });
    expect(JSON.stringify(upstream.requests.at(-1)).includes("4711")).toBe(false);
    await ask("ada", "/v1/responses", {
      input: [...output, { role: "user", content: "What is the code?" }],
      store: false,
    });
    expect(JSON.stringify(upstream.requests.at(-1)).includes("4711")).toBe(true);
  });

  it("share nothing where their conversations begin alike", async () => {
    const { ask, upstream } = await setUp();
    const opening = [
      { role: "user", content: "Hello." },
      { role: "assistant", content: "Good day." },
    ];
    await ask("ada", "/v1/responses", {
      input: [...opening, ...history(10, "The code is 4711.")],
      store: false,
    });
    await ask("bob", "/v1/responses", { input: [...opening, ...history(10, "And mine?")], store: false });
    expect(JSON.stringify(upstream.requests.at(-1)).includes("4711")).toBe(false);
  });

  it("name the session of the other in vain", async () => {
    const { gateway, upstream } = await setUp();
    const body = (opening: string) => ({ model: "kimi", input: history(10, opening), store: false });
    const send = (who: string, opening: string) =>
      post(gateway.port, "/v1/responses", {
        body: body(opening),
        headers: { authorization: `Bearer key-of-${who}`, "thread-id": "same" },
      });
    await send("ada", "The code is 4711.");
    await send("bob", "And mine?");
    expect(JSON.stringify(upstream.requests.at(-1)).includes("4711")).toBe(false);
  });
});

describe("what a gateway leaves behind", () => {
  it("is nothing on disk for a client that wants nothing stored", async () => {
    const { ask, folder } = await setUp();
    await ask("ada", "/v1/responses", { input: history(12, "Palimpsest."), store: false });
    await post((await setUp()).gateway.port, "/v1/chat/completions", {
      body: { model: "kimi", messages: [{ role: "user", content: "Palimpsest." }] },
      headers: { authorization: "Bearer key-of-ada" },
    });
    expect(everythingIn(folder)).toBe("");
  });

  it("holds no secret of prompts and answers, in stores, logs, events and metrics", async () => {
    const { ask, get, folder, gateway, events } = await setUp();
    await ask("ada", "/v1/responses", { input: history(12, `Use ${SECRET} for the upload.`) });
    await ask("ada", "/v1/responses", { input: `Use ${SECRET}.` });
    const kept = everythingIn(folder);
    expect(kept.length).toBeGreaterThan(1_000);
    const { text: metrics } = await get("ada", "/metrics");
    expect(metrics).toContain("plimsoll_gateway_requests_total");
    expect(events.length).toBeGreaterThan(0);
    const log = JSON.stringify([gateway.records, gateway.said]);
    for (const place of [kept, log, metrics, JSON.stringify(events)]) expectNoSecret(place);
  });

  it("holds no secret that an upstream names in its error, nor does the answer", async () => {
    const error = { message: `Incorrect API key provided: ${SECRET}. Yours is upstream-key.` };
    const { ask, get, folder, gateway, events } = await setUp(() => ({ status: 401, error }));
    const refused = await ask("ada", "/v1/responses", { input: "Hello." });
    const passed = await ask("ada", "/v1/chat/completions", {
      messages: [{ role: "user", content: "Hello." }],
    });
    expect([refused.status, passed.status]).toEqual([401, 401]);
    const { text: metrics } = await get("ada", "/metrics");
    const log = JSON.stringify([gateway.records, gateway.said]);
    for (const place of [
      everythingIn(folder),
      log,
      metrics,
      JSON.stringify(events),
      refused.text,
      passed.text,
    ])
      expectNoSecret(place);
  });
});
