import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type NodeSettings, nodeSettings } from "../packages/gateway/src/testing/node-settings.js";

const COMPACTCTL = fileURLToPath(new URL("../packages/cli/bin/compactctl.js", import.meta.url));

/** A gateway in a process of its own. */
export interface RunningNode {
  /** The key with which it asks for summaries, which tells whose request an upstream got. */
  readonly key: string;
  readonly url: string;
  readonly process: ChildProcess;
  /** Resolves when the process is gone. */
  readonly ended: Promise<unknown>;
  /** Everything that it said so far. */
  printed(): string;
}

let nodes = 0;

/** Starts a node with the configuration in a folder. It ends with the test. */
export async function startNode(
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningNode> {
  nodes += 1;
  const key = `sk-node-${nodes}`;
  const child = spawn(process.execPath, [COMPACTCTL, "serve", "--port", "0"], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", SOME_KEY: "sk-test", OPENAI_API_KEY: key, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => void said.push(chunk));
  const printed = (): string => Buffer.concat(said).toString("utf8");
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close");
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes("listening")) continue;
    child.stdout.resume();
    return { key, process: child, ended, printed, url: String((JSON.parse(line) as { url: unknown }).url) };
  }
  throw new Error("The gateway ended before it listened.");
}

/** A folder with the configuration that all nodes of a test share. */
export async function nodeFolder(
  settings: Pick<NodeSettings, "upstream" | "database" | "schema">,
): Promise<string> {
  const cwd = await mkdtemp(join(tmpdir(), "plimsoll-nodes-"));
  onTestFinished(() => rm(cwd, { recursive: true, force: true }));
  const vendor = "vendor: openai, protocol: chat, key_env: SOME_KEY";
  const text = nodeSettings({ ...settings, vendor, keysFile: join(cwd, "keys.json") });
  await writeFile(join(cwd, "plimsoll.config.yaml"), text);
  return cwd;
}

export interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly [field: string]: unknown;
}

/** What came of a request: an answer, a refused connection (nothing was sent), or a failure. */
export type Outcome =
  | { readonly message: Message }
  | { readonly failed: string; readonly isRefused: boolean };

/** Sends a turn over a connection of its own, so that no idle one is met that its server just closed. */
export function askNode(node: RunningNode, session: string, messages: readonly Message[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const failed = (reason: string, isRefused = false): void => resolve({ failed: reason, isRefused });
    const headers = { "content-type": "application/json", "x-plimsoll-session": session };
    const options = { method: "POST", headers, agent: false };
    const outgoing = request(`${node.url}/v1/chat/completions`, options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", (error) => failed(error.message));
      incoming.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        if (incoming.statusCode !== 200) return failed(`${incoming.statusCode}: ${text.slice(0, 300)}`);
        return resolve({
          message: (JSON.parse(text) as { choices: [{ message: Message }] }).choices[0].message,
        });
      });
    });
    outgoing.on("error", (error) =>
      failed(error.message, (error as NodeJS.ErrnoException).code === "ECONNREFUSED"),
    );
    outgoing.end(JSON.stringify({ model: "small", messages }));
  });
}

/** What a turn adds: a question, a call of a tool, its result. */
export function turnOf(conversation: number, turn: number): Message[] {
  const id = `call_${conversation}_${turn}`;
  const order = `order ${conversation}-${turn}`;
  return [
    { role: "user", content: `Where is ${order}? ${"Please look into every depot. ".repeat(60)}` },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id, type: "function", function: { name: "find", arguments: `{"order":"${order}"}` } }],
    },
    {
      role: "tool",
      tool_call_id: id,
      content: `${order} is in depot ${turn}. ${"Shelf checked. ".repeat(200)}`,
    },
  ];
}
