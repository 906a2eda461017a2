import { spawn, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const COMPACTCTL = fileURLToPath(new URL("../packages/cli/bin/compactctl.js", import.meta.url));

/** The real client: named by the environment, or on the path. It is too large to be installed for a test. */
function findCodex(): string | undefined {
  const named = process.env["PLIMSOLL_TEST_CODEX"];
  const candidate = named ?? "codex";
  return spawnSync(candidate, ["--version"], { timeout: 20_000 }).status === 0 ? candidate : undefined;
}

const codex = findCodex();
const skipped = codex ? "" : " (skipped: no Codex here; npm i -g @openai/codex, or set PLIMSOLL_TEST_CODEX)";

interface Sent {
  readonly input: { readonly type: string; readonly output?: unknown }[];
}

/** A Responses server that asks for one recall, then ends the turn. */
async function scriptedResponses(): Promise<{ port: number; sent: Sent[]; close(): Promise<void> }> {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.method === "GET") return void response.end('{"object":"list","data":[],"models":[]}');
    const body = JSON.parse(Buffer.concat(parts).toString("utf8")) as Sent;
    sent.push(body);
    answer(response, body.input.at(-1)?.type === "function_call_output" ? MESSAGE : CALL);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(() => resolve()));
  };
  return { port: (server.address() as AddressInfo).port, sent, close };
}

const MESSAGE = { type: "message", role: "assistant", content: [{ type: "output_text", text: "It is 17." }] };
const CALL = {
  type: "function_call",
  call_id: "call_1",
  namespace: "mcp__plimsoll",
  name: "recall_search",
  arguments: '{"query":"retry limit"}',
};

function answer(response: ServerResponse, item: object): void {
  const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 };
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

const config = (port: number, cwd: string): string => `
model = "local-model"
model_provider = "gateway"
web_search = "disabled"
[model_providers.gateway]
name = "Gateway"
base_url = "http://127.0.0.1:${port}/v1"
request_max_retries = 0
stream_max_retries = 0
[mcp_servers.plimsoll]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(COMPACTCTL)}, "mcp"]
cwd = ${JSON.stringify(cwd)}
default_tools_approval_mode = "approve"
`;

function run(
  command: string,
  args: string[],
  options: { cwd: string; home?: string },
): Promise<number | null> {
  const env = { ...process.env, ...(options.home ? { CODEX_HOME: options.home } : {}) };
  const child = spawn(command, args, { cwd: options.cwd, env, stdio: "ignore", timeout: 90_000 });
  return new Promise((resolve) => child.on("close", resolve));
}

describe("Codex with compactctl mcp", () => {
  it.skipIf(!codex)(`reads back what was dropped from a session${skipped}`, async () => {
    const cwd = await mkdtemp(join(tmpdir(), "plimsoll-codex-"));
    const responses = await scriptedResponses();
    try {
      const filler = "Nothing else happened in this step. ".repeat(20);
      const items = Array.from({ length: 40 }, (_, turn) => ({
        role: turn % 2 ? "assistant" : "user",
        content: turn === 3 ? `The retry limit is 17. ${filler}` : `Turn ${turn}. ${filler}`,
      }));
      await writeFile(join(cwd, "work.json"), JSON.stringify(items));
      const compacted = ["compact", "work.json", "--target-tokens", "600", "--out", "out.json"];
      expect(await run(process.execPath, [COMPACTCTL, ...compacted], { cwd })).toBe(0);
      const home = join(cwd, "codex-home");
      await mkdir(home);
      await writeFile(join(home, "config.toml"), config(responses.port, cwd));
      const flags = ["--json", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox"];
      expect(await run(codex as string, ["exec", ...flags, "What is the retry limit?"], { cwd, home })).toBe(
        0,
      );
      const output = responses.sent
        .flatMap((body) => body.input)
        .find((item) => item.type === "function_call_output");
      expect(JSON.stringify(output?.output)).toContain("The retry limit is 17.");
    } finally {
      await responses.close();
      await rm(cwd, { recursive: true, force: true });
    }
  });
});
