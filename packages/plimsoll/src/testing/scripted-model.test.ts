import { describe, expect, it } from "vitest";
import { startScriptedModel } from "./scripted-model.js";

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: "POST", body: JSON.stringify(body) });

describe("startScriptedModel", () => {
  it("answers in the API that is called, one step per request", async () => {
    const model = await startScriptedModel([
      { expect: "first", reply: { text: "one" } },
      { expect: ({ path }) => path.endsWith("/responses"), reply: { text: "two" } },
      { reply: { status: 429, headers: { "retry-after": "3" }, body: "slow down" } },
    ]);
    const chat = (await (await post(`${model.url}/chat/completions`, { q: "first" })).json()) as never;
    expect(chat).toMatchObject({ choices: [{ message: { content: "one", refusal: null } }] });
    const responses = (await (await post(`${model.url}/responses`, {})).json()) as never;
    expect(responses).toMatchObject({ status: "completed", output: [{ content: [{ text: "two" }] }] });
    const limited = await post(`${model.url}/responses`, {});
    expect([limited.status, limited.headers.get("retry-after"), await limited.text()]).toEqual([
      429,
      "3",
      "slow down",
    ]);
    expect(model.requests.map(({ path }) => path)).toEqual([
      "/v1/chat/completions",
      "/v1/responses",
      "/v1/responses",
    ]);
    await model.close();
  });

  it("answers refusals", async () => {
    const model = await startScriptedModel([{ reply: { refusal: "no" } }, { reply: { refusal: "no" } }]);
    expect(await (await post(`${model.url}/chat/completions`, {})).text()).toContain('"refusal":"no"');
    expect(await (await post(`${model.url}/responses`, {})).text()).toContain(
      '{"type":"refusal","refusal":"no"}',
    );
    await model.close();
  });

  it("answers 500 to a request that no step expects, and fails when it is closed", async () => {
    const model = await startScriptedModel([{ expect: "apples", reply: { text: "ok" } }]);
    expect((await post(`${model.url}/chat/completions`, { q: "pears" })).status).toBe(500);
    expect(() => model.verify()).toThrow(
      /unexpected request 1 .*step 1 expects something else.*step 1 was not used/,
    );
    await expect(model.close()).rejects.toThrow("unexpected");
  });

  it("fails when requests come after the last step", async () => {
    const model = await startScriptedModel([]);
    expect((await post(`${model.url}/chat/completions`, {})).status).toBe(500);
    await expect(model.close()).rejects.toThrow("no step is left");
  });

  it("fails when a step was not used", async () => {
    const model = await startScriptedModel([{ reply: { text: "never" } }]);
    await expect(model.close()).rejects.toThrow("step 1 was not used");
  });

  it("holds an answer until it is released", async () => {
    let release: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      release = resolve;
    });
    const model = await startScriptedModel([{ reply: { text: "late", until } }]);
    let answered = false;
    const pending = post(`${model.url}/chat/completions`, {}).finally(() => {
      answered = true;
    });
    while (model.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    release();
    expect((await pending).status).toBe(200);
    await model.close();
  });

  it("drops the connection", async () => {
    const model = await startScriptedModel([{ reply: { drop: true } }]);
    await expect(post(`${model.url}/chat/completions`, {})).rejects.toThrow();
    await model.close();
  });
});
