import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { heuristicEstimator } from "plimsoll";
import type { RecallTool } from "plimsoll/recall";
import { seededRandom, unquoted } from "plimsoll/testing";
import { startGateway } from "plimsoll-gateway";
import { startScriptedChat } from "plimsoll-testkit";
import { FULL_SCALE } from "plimsoll-testkit/scaled";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../testing/run-compactctl.js";
import { recallValue } from "./recall-value.js";
import { TASKS } from "./run-tasks.js";
import type { Need, TaskEvent } from "./task.js";

const WINDOW = 6000;
/** The client compacts before the gateway would. */
const LIMIT = 2500;
const NOISE = 20;
/** Every event is a request: one playing is enough for every day. */
const [PLAYED, SEEDS] = FULL_SCALE ? [TASKS, 2] : [TASKS.slice(0, 1), 1];

type Item = Readonly<Record<string, unknown>>;

/** A gateway, a model that says nothing, and what that model was shown last. */
async function setUp() {
  let shown = "";
  const upstream = await startScriptedChat({
    respond({ body }) {
      const messages = body["messages"] as readonly { readonly content: unknown }[];
      shown = messages
        .map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)))
        .join("\n");
      return ["Understood."];
    },
  });
  onTestFinished(() => upstream.close());
  const cwd = await temporaryFolder(onTestFinished);
  await writeFile(
    join(cwd, "plimsoll.config.yaml"),
    `redaction: { enabled: false }
gateway:
  upstreams:
    here: { vendor: generic, base_url: "${upstream.origin}/v1", key_env: SOME_KEY }
  routes:
    model: { upstream: here, window: ${WINDOW}, output_reserve: 500 }
`,
  );
  const log = { request: () => undefined, say: () => undefined };
  const gateway = await startGateway({ cwd, environment: { SOME_KEY: "k" }, port: 0, log });
  onTestFinished(() => gateway.close());
  return { url: gateway.url, shown: () => shown };
}

type Gateway = Awaited<ReturnType<typeof setUp>>;

/** An agent that keeps its history as Codex does: all items, and after a compaction the user's messages and the item. */
class Agent {
  readonly #gateway: Gateway;
  readonly #thread: string;
  #items: Item[] = [];
  #calls = 0;
  compactions = 0;
  needs = 0;
  lost = 0;

  constructor(gateway: Gateway, thread: string) {
    this.#gateway = gateway;
    this.#thread = thread;
  }

  async play(event: TaskEvent): Promise<void> {
    if (event.kind === "user") {
      this.#items.push({ role: "user", content: event.text });
      return;
    }
    await this.#request();
    if (event.kind === "say") this.#items.push({ role: "assistant", content: event.text });
    else if (event.kind === "tool") this.#call(event.name, event.arguments, event.output);
    else for (const need of event.decision.needs) await this.#decide(need);
  }

  async #request(): Promise<void> {
    if (
      heuristicEstimator.count(JSON.stringify(this.#items.filter((item) => item["type"] !== "compaction"))) >
      LIMIT
    ) {
      const [item] = await this.#create([...this.#items, { type: "compaction_trigger" }]);
      expect(item).toMatchObject({ type: "compaction" });
      this.#items = [...this.#items.filter(({ role }) => role === "user").slice(-1), item as Item];
      this.compactions++;
    }
    await this.#create(this.#items);
  }

  async #create(input: readonly Item[]): Promise<Item[]> {
    const answer = await this.#post("/v1/responses", { model: "model", store: false, input });
    return (answer as { readonly output: Item[] }).output;
  }

  async #post(path: string, body: object): Promise<unknown> {
    const response = await fetch(`${this.#gateway.url}${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "x-plimsoll-session": this.#thread,
      },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return response.json();
  }

  #call(name: string, input: object, output: string): void {
    const call_id = `${this.#thread}_${++this.#calls}`;
    this.#items.push(
      { type: "function_call", call_id, name, arguments: JSON.stringify(input) },
      { type: "function_call_output", call_id, output },
    );
  }

  async #decide(need: Need): Promise<void> {
    this.needs++;
    const visible = this.#gateway.shown();
    let value = need.find(unquoted(visible));
    if (value === undefined) {
      const found = await recallValue(need, { tools: this.#tools(), visible });
      for (const { tool, input, output } of found.answers) this.#call(tool, input, output);
      value = found.value;
    }
    if (value !== need.expected) this.lost++;
  }

  #tools(): RecallTool[] {
    return ["recall_search", "recall_read"].map((name) => ({
      name,
      execute: async (input: unknown) => {
        const params = { name, arguments: input };
        const answer = await this.#post("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
        return (
          (answer as { readonly result: { readonly content: { readonly text: string }[] } }).result.content[0]
            ?.text ?? ""
        );
      },
    })) as unknown as RecallTool[];
  }
}

describe("the scripted tasks, played through the gateway", () => {
  it("lose less than 3 % of what they need over five compactions and more", async () => {
    const gateway = await setUp();
    let [needs, lost] = [0, 0];
    for (const task of PLAYED) {
      for (let seed = 1; seed <= SEEDS; seed++) {
        const agent = new Agent(gateway, `${task.name.replace(/\W/g, "-")}-${seed}`);
        for (const event of task.script(seededRandom(seed), NOISE)) await agent.play(event);
        expect(agent.compactions).toBeGreaterThanOrEqual(5);
        needs += agent.needs;
        lost += agent.lost;
      }
    }
    expect(needs).toBeGreaterThan(0);
    expect(lost / needs).toBeLessThan(0.03);
  });
});
