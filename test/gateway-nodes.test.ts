import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { startScriptedChat } from "plimsoll-testkit";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { sharedPostgres } from "plimsoll-testkit/shared-postgres";
import { postgresStorage } from "plimsoll/node";
import { describe, expect, it, onTestFinished } from "vitest";

const COMPACTCTL = fileURLToPath(new URL("../packages/cli/bin/compactctl.js", import.meta.url));
/** 200 of them take a machine of their own. */
const CONVERSATIONS = Number(process.env["PLIMSOLL_TEST_CONVERSATIONS"] ?? 6);
const TURNS = 8;
/** A node is killed after so many turns of all conversations. */
const TURNS_BETWEEN_KILLS = 8;

const database = FULL_SCALE ? await sharedPostgres() : { problem: "only at full scale" };
const problem = "problem" in database ? ` (skipped: ${database.problem})` : "";

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly [field: string]: unknown;
}

interface Node {
  readonly process: ChildProcess;
  readonly url: string;
}

async function startNode(cwd: string): Promise<Node> {
  const child = spawn(process.execPath, [COMPACTCTL, "serve", "--port", "0"], {
    cwd,
    env: { PATH: process.env["PATH"] ?? "", SOME_KEY: "sk-test", OPENAI_API_KEY: "sk-test" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes("listening")) continue;
    child.stdout.resume();
    return { process: child, url: String((JSON.parse(line) as { url: unknown }).url) };
  }
  throw new Error("The gateway ended before it listened.");
}

const settings = (baseUrl: string, url: string, schema: string): string => `
storage: { adapter: postgres, url: "${url}", schema: ${schema} }
summarizer: { kind: model, api: chat, base_url: "${baseUrl}", model: summarizer, output: prose }
gateway:
  upstreams:
    here: { vendor: openai, protocol: chat, base_url: "${baseUrl}", key_env: SOME_KEY }
  routes:
    small: { upstream: here, window: 6000, output_reserve: 500, archive: always }
`;

/** What a turn adds: a question, a call of a tool, its result. */
function turnOf(conversation: number, turn: number): Message[] {
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

describe.skipIf(problem !== "")(`gateway nodes on one PostgreSQL${problem}`, () => {
  it("finish every conversation and lose nothing, although nodes are killed again and again", async () => {
    const upstream = await startScriptedChat({
      respond: ({ model }) => [
        model === "summarizer" ? "The user asks where orders are; all were found." : "Understood.",
      ],
    });
    onTestFinished(() => upstream.close());
    const cwd = await mkdtemp(join(tmpdir(), "plimsoll-nodes-"));
    onTestFinished(() => rm(cwd, { recursive: true, force: true }));
    const schema = `nodes_${process.pid}_${Date.now() % 1_000_000}`;
    const url = "url" in database ? database.url : "";
    await writeFile(join(cwd, "plimsoll.config.yaml"), settings(`${upstream.origin}/v1`, url, schema));
    const nodes = await Promise.all([startNode(cwd), startNode(cwd), startNode(cwd)]);

    let [turns, kills] = [0, 0];
    const replaceOne = async (): Promise<void> => {
      const index = kills % nodes.length;
      kills += 1;
      nodes[index]?.process.kill("SIGKILL");
      nodes[index] = await startNode(cwd);
    };
    /** A client that asks another node if one does not answer. */
    const ask = async (session: string, messages: readonly Message[], first: number): Promise<Message> => {
      for (let attempt = 0; attempt < 60; attempt += 1) {
        const node = nodes[(first + attempt) % nodes.length];
        const response = await fetch(`${node?.url}/v1/chat/completions`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-plimsoll-session": session },
          body: JSON.stringify({ model: "small", messages }),
        }).catch(() => undefined);
        const answer = response?.ok ? await response.json().catch(() => undefined) : undefined;
        if (answer !== undefined) return (answer as { choices: [{ message: Message }] }).choices[0].message;
        if (response && response.status < 500) throw new Error(await response.text());
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`No node answered ${session}.`);
    };
    const converse = async (conversation: number): Promise<Message[]> => {
      const messages: Message[] = [];
      for (let turn = 0; turn < TURNS; turn += 1) {
        messages.push(...turnOf(conversation, turn));
        messages.push(await ask(`c${conversation}`, messages, conversation + turn));
        turns += 1;
        if (turns % TURNS_BETWEEN_KILLS === 0) await replaceOne();
      }
      return messages;
    };
    const finished = await Promise.all(Array.from({ length: CONVERSATIONS }, (_, index) => converse(index)));
    for (const node of nodes) node.process.kill("SIGTERM");

    expect(kills).toBeGreaterThan(1);
    // The summarizer asks once with a seed, which this vendor does not know.
    expect(upstream.refusals.filter((refusal) => !refusal.includes("seed"))).toEqual([]);
    const summaries = upstream.accepted
      .filter(({ model }) => model === "summarizer")
      .map(({ body }) => JSON.stringify(body));
    expect(summaries.length).toBeGreaterThan(0);
    const store = postgresStorage({ url, schema });
    onTestFinished(() => store.close());
    const archived: string[] = [];
    let compactions = 0;
    for (const { sessionId } of await store.sessions()) {
      archived.push(JSON.stringify(await store.read(sessionId, ["item"])));
      compactions += (await store.read(sessionId, ["compaction"])).length;
    }
    const everything = archived.join("\n");
    const lastWindows = upstream.accepted.map(({ body }) => JSON.stringify(body["messages"])).join("\n");
    const lost = finished
      .flat()
      .filter(({ role }) => role === "user")
      .map(({ content }) => String(content).slice(0, 24))
      .filter((text) => !everything.includes(text) && !lastWindows.includes(text));
    expect(lost).toEqual([]);
    // A request that was paid for is not paid for again, unless its node was killed before it could keep the answer.
    expect(summaries.length - new Set(summaries).size).toBeLessThanOrEqual(kills);
    expect(compactions).toBeGreaterThan(0);
  });
});
