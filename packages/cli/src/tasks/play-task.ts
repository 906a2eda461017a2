import { chat, CompactManager, heuristicEstimator, type Redactor, type Summarizer } from "plimsoll";
import type { ChatMessage } from "plimsoll/formats";
import { recallTools } from "plimsoll/recall";
import { readableText, seededRandom, unquoted } from "plimsoll/testing";
import type { Decision, FactKind, Need, Task, TaskEvent } from "./task.js";
import { recallValue } from "./recall-value.js";

export interface PlayOptions {
  readonly seed: number;
  /** Steps of other work between what is learned and what is decided. */
  readonly noise: number;
  /** The window in tokens; everything is visible without one. */
  readonly window?: number;
  /** @default the embedded one */
  readonly summarizer?: Summarizer;
  /** The agent may look up what it cannot see. */
  readonly recall: boolean;
}

/** A value that the agent did not have, or had wrong. */
export interface LostFact {
  readonly task: string;
  readonly seed: number;
  readonly kind: FactKind;
  readonly argument: string;
  readonly expected: string;
  /** What the agent took instead; undefined if it knew that it did not know. */
  readonly taken: string | undefined;
  /** Compactions before the decision. */
  readonly compactions: number;
}

export interface PlayedTask {
  /** True if every action had the right values. */
  readonly succeeded: boolean;
  readonly needs: number;
  readonly recalled: number;
  readonly compactions: number;
  readonly lost: readonly LostFact[];
}

const SESSION = "task";
const UNLIMITED = 10_000_000;
/** Small windows leave less room free than the default policy does in large ones. */
const BUFFER_SHARE = 0.08;

/** The texts are made up, and redaction is not what is tested. */
const NOTHING_SECRET: Redactor = { enabled: false, text: (text) => text, value: (value) => value };

/** Plays a task with an agent that acts only on what its window shows. */
export async function playTask(task: Task, options: PlayOptions): Promise<PlayedTask> {
  const player = new Player(task, options);
  for (const event of task.script(seededRandom(options.seed), options.noise)) await player.play(event);
  return player.close();
}

class Player {
  readonly #task: Task;
  readonly #options: PlayOptions;
  readonly #manager: CompactManager<ChatMessage>;
  readonly #lost: LostFact[] = [];
  #window: ChatMessage[] = [];
  #calls = 0;
  #needs = 0;
  #recalled = 0;
  #compactions = 0;

  constructor(task: Task, options: PlayOptions) {
    const { window = UNLIMITED, summarizer } = options;
    this.#task = task;
    this.#options = options;
    this.#manager = new CompactManager<ChatMessage>({
      model: "scripted",
      maxContextTokens: window,
      estimator: heuristicEstimator,
      format: chat,
      clock: () => 0,
      redactor: NOTHING_SECRET,
      policy: { hardCapBuffer: Math.floor(window * BUFFER_SHARE) },
      ...(summarizer ? { summarizer } : {}),
    });
  }

  async play(event: TaskEvent): Promise<void> {
    if (event.kind === "user") {
      this.#window.push({ role: "user", content: event.text });
      return;
    }
    await this.#request();
    if (event.kind === "say") this.#window.push({ role: "assistant", content: event.text });
    else if (event.kind === "tool") this.#call(event.name, event.arguments, event.output);
    else await this.#decide(event.decision);
  }

  async close(): Promise<PlayedTask> {
    await this.#manager.close();
    return {
      succeeded: this.#lost.length === 0,
      needs: this.#needs,
      recalled: this.#recalled,
      compactions: this.#compactions,
      lost: this.#lost,
    };
  }

  /** What an agent does before everything that its model says. */
  async #request(): Promise<void> {
    const result = await this.#manager.preflight(SESSION, this.#window);
    if (result.compaction) this.#compactions++;
    this.#window = [...result.items];
  }

  #call(name: string, input: Readonly<Record<string, unknown>>, output: string): void {
    const id = `call_${++this.#calls}`;
    const call = { id, type: "function", function: { name, arguments: JSON.stringify(input) } };
    const made: object[] = [
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: id, content: output },
    ];
    this.#window.push(...(made as ChatMessage[]));
  }

  async #decide({ tool, needs }: Decision): Promise<void> {
    const values: Record<string, string> = {};
    let right = true;
    for (const need of needs) {
      this.#needs++;
      const taken = await this.#know(need);
      values[need.argument] = taken ?? "unknown";
      if (taken === need.expected) continue;
      right = false;
      const { kind, argument, expected } = need;
      const { seed } = this.#options;
      this.#lost.push({
        task: this.#task.name,
        seed,
        kind,
        argument,
        expected,
        taken,
        compactions: this.#compactions,
      });
    }
    this.#call(tool, values, right ? "ok" : "rejected");
  }

  /** From the window, else by the recall tools, whose answers become part of the conversation. */
  async #know(need: Need): Promise<string | undefined> {
    const visible = this.#window.map((item) => readableText(chat.view(item))).join("\n");
    const seen = need.find(unquoted(visible));
    if (seen !== undefined || !this.#options.recall) return seen;
    this.#recalled++;
    const tools = recallTools(await this.#manager.recall(SESSION));
    const { value, answers } = await recallValue(need, { tools, visible });
    for (const { tool, input, output } of answers) this.#call(tool, input, output);
    return value;
  }
}
