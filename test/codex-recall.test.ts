import { spawn, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const COMPACTCTL = fileURLToPath(new URL("../packages/cli/bin/compactctl.js", import.meta.url));

/** The real client: named by the environment, or on the path. It is too large to be installed for a test. */
function findCodex(): string | undefined {
  const named = process.env["PLIMSOLL_TEST_CODEX"];
  const candidate = named ?? "codex";
  return spawnSync(candidate, ["--version"], { timeout: 200_000 }).status === 0 ? candidate : undefined;
}

const codex = findCodex();
const skipped = codex ? "" : " (skipped: no Codex here; npm i -g @openai/codex, or set PLIMSOLL_TEST_CODEX)";

interface SentItem {
  readonly type: string;
  readonly output?: unknown;
}

interface Sent {
  readonly input: readonly SentItem[];
  readonly tools?: readonly unknown[];
}

/** A Responses server that notes what it is told, summarizes when asked to, and asks for one recall otherwise. */
async function scriptedResponses(): Promise<{ port: number; sent: Sent[] }> {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.method === "GET") return void response.end('{"object":"list","data":[],"models":[]}');
    const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as Sent;
    sent.push(body);
    const reply = replyTo(body.input.at(-1));
    // What was noted fills the window, so that Codex compacts before its next turn.
    answer(response, reply, JSON.stringify(reply).includes("retry limit is") ? 9000 : 100);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(() => resolve()));
  });
  return { port: (server.address() as AddressInfo).port, sent };
}

const message = (text: string): object => ({
  type: "message",
  role: "assistant",
  content: [{ type: "output_text", text }],
});

const CALL = {
  type: "function_call",
  call_id: "call_1",
  namespace: "mcp__plimsoll",
  name: "recall_search",
  arguments: '{"query":"retry limit"}',
};

function replyTo(last: SentItem | undefined): object {
  const text = JSON.stringify(last);
  if (last?.type === "function_call_output") return message("It is found.");
  if (text.includes("CONTEXT CHECKPOINT COMPACTION")) return message("Something was noted.");
  const noted = /Note (\w+-\d+)/.exec(text)?.[1];
  return noted === undefined ? CALL : message(`The retry limit is ${noted}.`);
}

function answer(response: ServerResponse, item: object, tokens: number): void {
  const usage = { input_tokens: tokens, output_tokens: 10, total_tokens: tokens + 10 };
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of [
    { type: "response.created", response: { id: "r" } },
    { type: "response.output_item.done", item },
    { type: "response.completed", response: { id: "r", usage } },
  ]) {
    response.write(`data: ${JSON.stringify(event)}\n\n`);
  }
  response.end();
}

interface Codex {
  readonly cwd: string;
  readonly sent: Sent[];
  /** Runs `codex exec` as anybody would, and gives the thread. */
  exec(...args: string[]): Promise<string>;
}

/** Codex with `compactctl mcp`, and nothing said about approvals. */
async function codexWith(options: readonly string[]): Promise<Codex> {
  const cwd = await mkdtemp(join(tmpdir(), "plimsoll-codex-"));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const { port, sent } = await scriptedResponses();
  const home = join(cwd, "codex-home");
  await mkdir(home);
  await writeFile(
    join(home, "config.toml"),
    `
model = "local-model"
model_provider = "gateway"
model_context_window = 20000
model_auto_compact_token_limit = 6000
web_search = "disabled"
[model_providers.gateway]
name = "Gateway"
base_url = "http://127.0.0.1:${port}/v1"
request_max_retries = 0
stream_max_retries = 0
[mcp_servers.plimsoll]
command = ${JSON.stringify(process.execPath)}
args = ${JSON.stringify([COMPACTCTL, "mcp", ...options])}
cwd = ${JSON.stringify(cwd)}
startup_timeout_sec = 60
tool_timeout_sec = 60
env = { CODEX_HOME = ${JSON.stringify(home)} }
`,
  );
  const exec = async (...args: string[]): Promise<string> => {
    const flags = ["exec", ...args.slice(0, -1), "--json", "--skip-git-repo-check"];
    const out = await run(codex as string, [...flags, args.at(-1) ?? ""], { cwd, home });
    return /"thread_id":"([^"]+)"/.exec(out)?.[1] ?? "";
  };
  return { cwd, sent, exec };
}

async function run(
  command: string,
  args: string[],
  options: { cwd: string; home?: string },
): Promise<string> {
  const env = { ...process.env, ...(options.home ? { CODEX_HOME: options.home } : {}) };
  const stdio = ["ignore", "pipe", "ignore"] as const;
  const child = spawn(command, args, { cwd: options.cwd, env, stdio: [...stdio], timeout: 600_000 });
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code, out).toBe(0);
  return out;
}

const outputsIn = (sent: readonly Sent[]): string =>
  JSON.stringify(sent.flatMap(({ input }) => input).filter(({ type }) => type === "function_call_output"));

describe("Codex with compactctl mcp", () => {
  it.skipIf(!codex)(`reads back what was dropped from the session that is pinned${skipped}`, async () => {
    const { cwd, sent, exec } = await codexWith(["--session", "work.json"]);
    const filler = "Nothing else happened in this step. ".repeat(20);
    const items = Array.from({ length: 40 }, (_, turn) => ({
      role: turn % 2 ? "assistant" : "user",
      content: turn === 3 ? `The retry limit is 17. ${filler}` : `Turn ${turn}. ${filler}`,
    }));
    await writeFile(join(cwd, "work.json"), JSON.stringify(items));
    await run(process.execPath, [COMPACTCTL, "compact", "work.json", "--target-tokens", "600"], { cwd });
    await exec("What is the retry limit?");
    expect(JSON.stringify(sent[0]?.tools)).toContain("recall_search");
    expect(outputsIn(sent)).toContain("The retry limit is 17.");
  });

  it.skipIf(!codex)(
    `reads back what Codex took out of its own thread, and of no other${skipped}`,
    async () => {
      const { cwd, sent, exec } = await codexWith([]);
      const thread = await exec("Note alpha-17, please.");
      await exec("Note beta-23, please.");
      sent.length = 0;
      await exec("resume", thread, "What is the retry limit?");
      const files = await readdir(join(cwd, "codex-home/sessions"), { recursive: true });
      const rollout = files.find((file) => file.endsWith(`${thread}.jsonl`)) ?? "";
      expect(await readFile(join(cwd, "codex-home/sessions", rollout), "utf8")).toContain(
        '"type":"compacted"',
      );
      expect(outputsIn(sent)).toContain("The retry limit is alpha-17.");
      expect(outputsIn(sent)).not.toContain("beta-23");
    },
  );
});
