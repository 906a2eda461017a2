import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { SNIPPET_CLIENTS } from "plimsoll-gateway";
import { describe, expect, it, onTestFinished } from "vitest";
import { CLIENTS } from "../add-gateway-commands.js";
import { COMPACTCTL, runCompactctl, temporaryFolder } from "../testing/run-compactctl.js";

interface Serving {
  readonly process: ChildProcess;
  readonly url: string;
  /** The next line that is about this. */
  line(about: string): Promise<Record<string, unknown>>;
}

async function serving(cwd: string): Promise<Serving> {
  const child = spawn(process.execPath, [COMPACTCTL, "serve", "--port", "0"], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = async (about: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The gateway ended before it said ${about}.`);
      if (String(value).includes(about)) return JSON.parse(String(value)) as Record<string, unknown>;
    }
  };
  const { url } = await line("listening");
  return { process: child, url: String(url), line };
}

/** An upstream that refuses every key. */
async function refusing(): Promise<string> {
  const server = createServer((_incoming, outgoing) => {
    outgoing.writeHead(401, { "content-type": "application/json" });
    outgoing.end(
      '{"error":{"message":"Incorrect API key provided: sk-proj-a8Kd93hfPq27Lm5ZxT1vBn4Ry6Ws0Ue"}}',
    );
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const config = (baseUrl: string): string =>
  `gateway:\n  upstreams:\n    here: { vendor: openai, protocol: chat, base_url: "${baseUrl}", key_env: SOME_KEY }\n` +
  "  routes:\n    small: { upstream: here, window: 9000 }\n";

describe("compactctl serve", () => {
  it("serves a built-in model, tells what it did, reads the configuration again, and drains", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const { process: child, url, line } = await serving(cwd);
    const answer = await fetch(`${url}/v1/responses`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ model: "demo", input: "Hello there" }),
    });
    expect(await answer.text()).toContain("Hello there");
    expect(await line('"request"')).toMatchObject({
      endpoint: "POST /v1/responses",
      status: 200,
      route: "demo",
    });
    await writeFile(join(cwd, "plimsoll.config.yaml"), "gateway: { limit: {} }\n");
    child.kill("SIGHUP");
    expect(await line("old one stays")).toMatchObject({ level: "error" });
    await writeFile(join(cwd, "plimsoll.config.yaml"), config("http://127.0.0.1:9/v1"));
    child.kill("SIGHUP");
    await line("read again");
    const models = (await (await fetch(`${url}/v1/models`)).json()) as { data: { id: string }[] };
    expect(models.data.map(({ id }) => id)).toEqual(["small"]);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("prints what each client needs, and no key", async () => {
    expect(CLIENTS).toEqual(SNIPPET_CLIENTS);
    const cwd = await temporaryFolder(onTestFinished);
    const { stdout: key } = await runCompactctl(["keys", "create", "me"], { cwd });
    for (const client of CLIENTS) {
      const { stdout, code } = await runCompactctl(["serve", "--print-config", client, "--port", "9000"], {
        cwd,
      });
      expect([code, stdout.includes("http://127.0.0.1:9000"), stdout.includes("GATEWAY_KEY")]).toEqual([
        0,
        true,
        true,
      ]);
      expect(stdout).not.toContain(key.trim());
    }
  });

  it("prints a model that the client can use, and says where there is none", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const print = (client: string) => runCompactctl(["serve", "--print-config", client], { cwd });
    const demo = await print("claude-code");
    expect(demo.stderr).toContain("speaks Messages");
    expect(demo.stdout).not.toContain("CLAUDE_CODE_AUTO_COMPACT_WINDOW");
    expect((await print("codex")).stderr).toContain("8000 tokens");
    expect((await print("openai-python")).stderr).toBe("");
    await writeFile(
      join(cwd, "plimsoll.config.yaml"),
      [
        "gateway:",
        "  upstreams: { a: { vendor: moonshot }, b: { vendor: anthropic } }",
        "  routes: { kimi-k2.6: { upstream: a }, claude-sonnet-4-5: { upstream: b } }",
      ].join("\n"),
    );
    const { stdout, stderr } = await print("claude-code");
    expect(stdout).toContain("ANTHROPIC_MODEL=claude-sonnet-4-5");
    expect(stdout).toContain("CLAUDE_CODE_AUTO_COMPACT_WINDOW=200000");
    expect(stderr).toBe("");
    expect((await print("codex")).stdout).toContain('model = "kimi-k2.6"');
  });

  it("says what is wrong with its address", async () => {
    const { code, stderr } = await runCompactctl(["serve", "--host", "0.0.0.0"], {
      cwd: await temporaryFolder(onTestFinished),
    });
    expect([code, stderr.includes("compactctl keys create")]).toEqual([2, true]);
  });
});

describe("compactctl keys", () => {
  it("makes, lists and revokes keys, and shows each once", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const { stdout } = await runCompactctl(["keys", "create", "laptop", "--tenant", "ada"], { cwd });
    expect(stdout).toMatch(/^sk-plimsoll-[\w-]{43}\n$/);
    const listed = await runCompactctl(["keys", "list"], { cwd });
    expect(listed.stdout).toMatch(/laptop +ada/);
    expect(listed.stdout).not.toContain(stdout.slice(12, 30));
    expect((await stat(join(cwd, ".compact", "gateway-keys.json"))).mode & 0o777).toBe(0o600);
    expect((await runCompactctl(["keys", "revoke", "laptop"], { cwd })).code).toBe(0);
    expect((await runCompactctl(["keys", "revoke", "laptop"], { cwd })).code).toBe(2);
    expect(JSON.parse((await runCompactctl(["keys", "list", "--json"], { cwd })).stdout)).toMatchObject({
      keys: [],
    });
  });
});

describe("compactctl doctor", () => {
  it("says what is wrong with an upstream, without the key", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    await writeFile(join(cwd, "plimsoll.config.yaml"), config(await refusing()));
    const environment = { SOME_KEY: "sk-proj-a8Kd93hfPq27Lm5ZxT1vBn4Ry6Ws0Ue" };
    const { code, stdout } = await runCompactctl(["doctor", "--json"], { cwd, environment });
    expect(JSON.parse(stdout)).toMatchObject({
      checks: [{ model: "small", upstream: "here", reachable: true, key: "refused", window: 9000 }],
    });
    expect([code, stdout.includes("a8Kd93hf")]).toEqual([1, false]);
  });

  it("says that an upstream is not there, and that its key is missing", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    await writeFile(join(cwd, "plimsoll.config.yaml"), config("http://127.0.0.1:9/v1"));
    const { code, stdout, stderr } = await runCompactctl(["doctor"], { cwd });
    expect([code, stdout.includes("no")]).toEqual([1, true]);
    expect(stderr).toMatch(/did not answer/);
    expect(stderr).toMatch(/no key/);
  });
});

describe("compactctl config check", () => {
  it("checks the section of the gateway too", async () => {
    const cwd = await temporaryFolder(onTestFinished);
    const path = join(cwd, "plimsoll.config.yaml");
    await writeFile(path, "gateway:\n  routes:\n    m: { upstream: nowhere }\n");
    const wrong = await runCompactctl(["config", "check"], { cwd });
    expect([wrong.code, wrong.stderr.includes('gateway.routes.m.upstream: "nowhere" is unknown')]).toEqual([
      2,
      true,
    ]);
    await writeFile(path, config("http://127.0.0.1:9/v1"));
    const right = await runCompactctl(["config", "check", "--json"], { cwd });
    expect(JSON.parse(right.stdout)).toMatchObject({
      settings: { gateway: { routes: { small: { window: 9000 } } } },
    });
  });
});
