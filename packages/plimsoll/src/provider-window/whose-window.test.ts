import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { memoryStorage } from "../stores/memory/memory-storage.js";
import {
  compactingTurn,
  lastInput,
  longConversation,
  MODEL,
  turn,
  user,
  withWindow,
} from "./provider-window-test-support.js";
import { openAITransport } from "./transport/openai-transport.js";
import { isCompactionItem } from "./window/window-item.js";

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");
/** A token of a ChatGPT login; `issued` changes with every refresh. */
const token = (account: string, issued: number): string =>
  [
    encoded({ alg: "RS256" }),
    encoded({
      iss: "https://auth.openai.com",
      sub: "user-1",
      iat: issued,
      "https://api.openai.com/auth": { chatgpt_account_id: account },
    }),
    `signature${issued}`,
  ].join(".");

const accountOf = async (apiKey: OpenAI["apiKey"] | (() => Promise<string>)): Promise<string> => {
  const transport = openAITransport(new OpenAI({ apiKey, baseURL: "http://127.0.0.1:1/v1" }));
  await transport.open?.();
  return transport.binding.account;
};

describe("the account of a client", () => {
  it("stays the same when its token is refreshed, and differs from another account's", async () => {
    expect(await accountOf(token("a", 1))).toBe(await accountOf(token("a", 2)));
    expect(await accountOf(token("a", 1))).not.toBe(await accountOf(token("b", 1)));
    expect(await accountOf("not.a.token")).not.toBe(await accountOf("not.a.tokem"));
  });

  it("needs no more of a token than the account, and no token where a header names it", async () => {
    const bare = (account: string, issued: number): string =>
      `${encoded({})}.${encoded({ exp: issued, "https://api.openai.com/auth": { chatgpt_account_id: account } })}.x`;
    expect(await accountOf(bare("a", 1))).toBe(await accountOf(bare("a", 2)));
    expect(await accountOf(bare("a", 1))).not.toBe(await accountOf(bare("b", 1)));
    const withHeader = (apiKey: string, account: string): string =>
      openAITransport(new OpenAI({ apiKey, defaultHeaders: { "ChatGPT-Account-ID": account } })).binding
        .account;
    expect(withHeader("opaque-1", "a")).toBe(withHeader("opaque-2", "a"));
    expect(withHeader("opaque-1", "a")).not.toBe(withHeader("opaque-1", "b"));
  });

  it("is known where the client has a function for its key", async () => {
    const of = (key: string) => accountOf(() => Promise.resolve(key));
    expect(await of("key-1")).toBe(await accountOf("key-1"));
    expect(await of("key-1")).not.toBe(await of("key-2"));
  });

  it("decides with a key function too who is sent what was encrypted", async () => {
    await withWindow({ window: { triggerPct: 0.55, storage: memoryStorage() } }, async (bench) => {
      const list = await compactingTurn(bench);
      const clientOf = (key: string): OpenAI =>
        new OpenAI({ apiKey: () => Promise.resolve(key), baseURL: bench.server.url, maxRetries: 0 });
      const same = await bench.open({ transport: openAITransport(clientOf("key-1")) });
      const more = await turn(same, [...list, user("Go on.")]);
      expect(bench.named("provider_window.request_sent").at(-1)).toMatchObject({ mode: "incremental" });
      const other = await bench.open({ transport: openAITransport(clientOf("key-2")) });
      await turn(other, [...more, user("Who are you?")]);
      expect(lastInput(bench).some(isCompactionItem)).toBe(false);
    });
  });

  it.each(["a key function", "a new key on the client"])("is asked before every request: %s", async (way) => {
    await withWindow({ window: { triggerPct: 0.55, storage: memoryStorage() } }, async (bench) => {
      let key = "key-1";
      const apiKey = way === "a key function" ? () => Promise.resolve(key) : key;
      const client = new OpenAI({ apiKey, baseURL: bench.server.url, maxRetries: 0 });
      const open = await bench.open({ transport: openAITransport(client) });
      const list = await compactingTurn({ ...bench, window: open });
      key = "key-2";
      if (typeof apiKey === "string") client.apiKey = key;
      const before = bench.bodies("/responses").length;
      await turn(open, [...list, user("Who are you?")]);
      expect(bench.bodies("/responses")).toHaveLength(before + 1);
      expect(lastInput(bench).some(isCompactionItem)).toBe(false);
    });
  });

  it("is asked again after a key function that failed", async () => {
    await withWindow({}, async (bench) => {
      const failures = [new Error("The token service is down.")];
      const apiKey = (): Promise<string> => {
        const failure = failures.shift();
        return failure ? Promise.reject(failure) : Promise.resolve("key-1");
      };
      const client = new OpenAI({ apiKey, baseURL: bench.server.url, maxRetries: 0 });
      const open = await bench.open({ transport: openAITransport(client) });
      await expect(turn(open, [user("Hello.")])).rejects.toThrow("down");
      expect(await turn(open, [user("Hello.")])).toHaveLength(2);
    });
  });
});

describe("the base of the official client", () => {
  it.each([
    ["https://chatgpt.com/backend-api", undefined, "https://chatgpt.com/backend-api/codex/responses"],
    ["http://localhost:9/backend-api/", "chatgpt", "http://localhost:9/backend-api/codex/responses"],
    ["https://chatgpt.com/backend-api/codex", undefined, "https://chatgpt.com/backend-api/codex/responses"],
    ["https://api.openai.com", undefined, "https://api.openai.com/v1/responses"],
    ["http://localhost:9/any/", undefined, "http://localhost:9/any/responses"],
  ] as const)("%s is completed", async (baseURL, login, url) => {
    const asked: string[] = [];
    const client = new OpenAI({
      apiKey: "key",
      baseURL,
      maxRetries: 0,
      fetch: (address) => {
        asked.push(String(address));
        return Promise.resolve(Response.json({ id: "r", output: [] }));
      },
    });
    const transport = openAITransport(client, login ? { login } : {});
    await transport.create({ model: MODEL, input: "Hello." }, {});
    expect(asked).toEqual([url]);
  });
});

describe("a switch to a model with a smaller window", () => {
  const models = {
    large: { contextWindow: 20_000, effectiveShare: 1 },
    small: { contextWindow: 2500, effectiveShare: 1 },
  };

  it("is preceded by a compaction with the model before, by usage of its own window", async () => {
    const options = { model: "large", models, triggerPct: 0.8 };
    await withWindow({ window: options }, async (bench) => {
      const open = await bench.open({ maxContextTokens: undefined as never });
      const list = await longConversation({ ...bench, window: open }, { model: "large" });
      expect(bench.bodies("/responses/compact")).toEqual([]);
      const more = await turn(open, [...list, user("And in April?")], { model: "small" });
      expect(bench.bodies("/responses/compact")).toMatchObject([{ model: "large" }]);
      expect(bench.bodies("/responses").at(-1)).toMatchObject({ model: "small" });
      expect(lastInput(bench).some(isCompactionItem)).toBe(true);
      await turn(open, [...more, user("Go on.")], { model: "small" });
      expect(bench.bodies("/responses/compact")).toHaveLength(1);
    });
  });
});
