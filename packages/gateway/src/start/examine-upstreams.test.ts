import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startLoopbackServer } from "plimsoll/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { startDemoUpstream } from "../demo/demo-upstream.js";
import { examineUpstreams } from "./examine-upstreams.js";

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly window?: number;
  readonly isCut?: boolean;
}

async function serve(answer: (path: string) => Answer) {
  const server = await startLoopbackServer(async (request, response) => {
    const { status, text, isCut } = answer(request.url ?? "");
    const type = text.startsWith("<") ? "text/html" : "application/json";
    response.writeHead(status, { "content-type": text.startsWith("data:") ? "text/event-stream" : type });
    if (isCut) response.write(text, () => response.destroy());
    else response.end(text);
  });
  onTestFinished(() => server.close());
  return server;
}

async function examine(upstream: string, environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "plimsoll-doctor-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(
    join(folder, "plimsoll.config.yaml"),
    `gateway:\n  upstreams: { a: { ${upstream} } }\n  routes: { m: { upstream: a, window: 64000 } }\n`,
  );
  return examineUpstreams({ cwd: folder, environment }, new AbortController().signal);
}

describe("examineUpstreams", () => {
  it("finds nothing wrong with an upstream that answers with a tool call, and asks each model once", async () => {
    const upstream = await startDemoUpstream();
    onTestFinished(upstream.close);
    const folder = await mkdtemp(join(tmpdir(), "plimsoll-doctor-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(
      join(folder, "plimsoll.config.yaml"),
      `gateway:\n  upstreams: { a: { vendor: generic, base_url: "${upstream.baseUrl}" } }\n` +
        "  routes: { m: { upstream: a, aliases: [n, o], window: 8000 } }\n",
    );
    const checks = await examineUpstreams({ cwd: folder, environment: {} }, new AbortController().signal);
    expect(checks).toMatchObject([
      {
        upstream: "a",
        reachable: true,
        key: "not needed",
        callsTools: true,
        reportsUsage: true,
        problems: [],
      },
    ]);
  });

  const answered = (message: object, finish: string) =>
    [
      "data: ",
      JSON.stringify({ choices: [{ index: 0, delta: message, finish_reason: finish }] }),
      "\n\n",
    ].join("");
  const called = answered(
    { tool_calls: [{ index: 0, id: "c", function: { name: "report_status", arguments: "{}" } }] },
    "tool_calls",
  );
  const key = "7c0f4be2-91aa-4d8e-b0c6-5f3d27a1e964";
  const refusal = JSON.stringify({
    error: { message: `Incorrect API key provided: ${key}`, code: "invalid_api_key" },
  });

  it.each([
    {
      wrong: "refuses the key",
      answer: { status: 401, text: refusal },
      finds: { reachable: true, key: "refused", problem: "Check the key" },
    },
    {
      wrong: "has a smaller window",
      answer: { status: 200, text: called, window: 8192 },
      finds: { reachable: true, key: "accepted", callsTools: true, problem: "its window is 8192" },
    },
    {
      wrong: "calls no tool",
      answer: { status: 200, text: answered({ content: "No." }, "stop") },
      finds: { reachable: true, callsTools: false, problem: "without the tool call" },
    },
    {
      wrong: "answers with a page",
      answer: { status: 200, text: "<html><body>Log in.</body></html>" },
      finds: { reachable: true, problem: "text/html that is no answer. Check base_url" },
    },
    {
      wrong: "repeats the key in a stream",
      answer: { status: 200, text: `data: ${refusal}\n\n` },
      finds: { reachable: true, problem: "Incorrect API key provided: [key]" },
    },
    {
      wrong: "fails",
      answer: { status: 500, text: "{}" },
      finds: { reachable: true, key: "given", problem: "status 500" },
    },
    {
      wrong: "leads elsewhere",
      answer: { status: 302, text: "" },
      finds: { reachable: true, key: "given", problem: "It leads elsewhere" },
    },
    {
      wrong: "breaks off",
      answer: { status: 200, text: "data: {", isCut: true },
      finds: { reachable: true, key: "given", problem: "began an answer and broke it off" },
    },
    {
      wrong: "has not the model",
      answer: { status: 404, text: JSON.stringify({ error: { code: "model_not_found", message: "No m." } }) },
      finds: { reachable: true, problem: "Check the name of the model" },
    },
  ])("says that an upstream $wrong", async ({ answer, finds: { problem, ...finds } }) => {
    const { origin } = await serve((path) =>
      path.endsWith("/models")
        ? { status: 200, text: JSON.stringify({ data: [{ id: "m", max_model_len: answer.window }] }) }
        : answer,
    );
    const [check] = await examine(`vendor: vllm, base_url: "${origin}/v1", key_env: KEY`, { KEY: key });
    expect(check).toMatchObject(finds);
    expect(check?.problems.join("\n")).toContain(problem);
    expect(JSON.stringify(check)).not.toContain(key);
  });

  it("reads an answer in one piece as the gateway does", async () => {
    const calls = [{ id: "c", type: "function", function: { name: "report_status", arguments: "{}" } }];
    const choice = {
      index: 0,
      message: { role: "assistant", tool_calls: calls },
      finish_reason: "tool_calls",
    };
    const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
    const { origin } = await serve(() => ({
      status: 200,
      text: JSON.stringify({ choices: [choice], usage }),
    }));
    const [check] = await examine(`vendor: generic, base_url: "${origin}/v1"`);
    expect(check).toMatchObject({ reachable: true, callsTools: true, problems: [] });
  });

  it("does not ask for a key where an answer came without one", async () => {
    const { origin } = await serve(() => ({ status: 200, text: called }));
    const [check] = await examine(`vendor: vllm, base_url: "${origin}/v1"`);
    expect(check?.key).toBe("not needed");
    expect(check?.problems.join()).not.toContain("key");
  });

  it("says that an upstream is not there", async () => {
    const { origin, close } = await serve(() => ({ status: 200, text: "" }));
    await close();
    const [check] = await examine(`vendor: generic, base_url: "${origin}/v1"`);
    expect(check).toMatchObject({ reachable: false, key: undefined, callsTools: undefined });
    expect(check?.problems.join()).toContain("ECONNREFUSED. Nothing listens there");
  });
});
