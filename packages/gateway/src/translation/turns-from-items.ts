import type { JsonRecord } from "../json/json-record.js";
import { recordsIn } from "../json/records-in.js";
import { stringOf } from "../json/string-of.js";
import { contentParts, contentText } from "./content-parts.js";
import { pairCalls, type PairedCall } from "./pair-calls.js";
import type { ReasoningPayload } from "./reasoning-payload.js";
import type { Part, Reasoning, Turn } from "./turn.js";

export interface TurnsContext {
  /** The system prompt that stands beside the list. */
  readonly instructions?: string;
  /** Opens what this gateway sealed for the upstream that is asked now; undefined for anything else. */
  openReasoning(sealed: string): ReasoningPayload | undefined;
}

export interface PreparedTurns {
  readonly turns: readonly Turn[];
  /** Types of items that no upstream but their own can read, each once. */
  readonly dropped: readonly string[];
}

const UNREADABLE =
  "[An earlier part of this conversation was compacted by another server and cannot be read here. What follows is all that is known.]";
const ORPHAN = "Output of an earlier tool call:";
/** Items that are said elsewhere in the request, or that stand for nothing a model was shown. */
const SILENT: ReadonlySet<string> = new Set(["additional_tools", "compaction_trigger", "web_search_call"]);

/**
 * Writes Responses items as turns. Calls without an output between them are one step of the model, with the text before them;
 * their results follow at once, and whatever stood in between comes after.
 */
export function turnsFromItems(items: readonly JsonRecord[], context: TurnsContext): PreparedTurns {
  const writer = new TurnWriter(items, context);
  for (const item of items) writer.add(item);
  return writer.result();
}

class TurnWriter {
  readonly #turns: Turn[] = [];
  readonly #dropped = new Set<string>();
  readonly #context: TurnsContext;
  readonly #pairs: ReturnType<typeof pairCalls>;
  #reasoning: Reasoning[] = [];
  #texts: string[] = [];
  #open: PairedCall[] = [];

  constructor(items: readonly JsonRecord[], context: TurnsContext) {
    this.#context = context;
    this.#pairs = pairCalls(items);
    if (context.instructions) this.#turns.push({ role: "system", text: context.instructions });
  }

  add(item: JsonRecord): void {
    const pair = this.#pairs.calls.get(item);
    const type = stringOf(item["type"]) || "message";
    if (pair) this.#open.push(pair);
    else if (this.#pairs.answered.has(item)) this.#closeStep();
    else if (this.#pairs.orphans.has(item)) this.#addOrphan(this.#pairs.orphans.get(item) ?? []);
    else if (type === "message") this.#addMessage(item);
    else if (type === "reasoning") this.#addReasoning(item);
    else if (type === "compaction" || type === "compaction_summary") this.#addUser([textOf(UNREADABLE)]);
    else if (!SILENT.has(type) && !isRepeatedCall(type)) this.#dropped.add(type);
  }

  result(): PreparedTurns {
    this.#closeStep();
    return { turns: this.#turns, dropped: [...this.#dropped] };
  }

  #addMessage(item: JsonRecord): void {
    if (item["role"] === "assistant") {
      if (this.#open.length > 0) this.#closeStep();
      const text = contentText(item["content"]);
      if (text !== "") this.#texts.push(text);
    } else if (item["role"] === "user") this.#addUser(contentParts(item["content"]));
    else {
      const text = contentText(item["content"]);
      this.#closeStep();
      if (text !== "") this.#turns.push({ role: "system", text });
    }
  }

  #addUser(parts: readonly Part[]): void {
    this.#closeStep();
    if (parts.length > 0) this.#turns.push({ role: "user", parts });
  }

  #addOrphan(parts: readonly Part[]): void {
    this.#addUser([textOf(ORPHAN), ...parts]);
  }

  #addReasoning(item: JsonRecord): void {
    const texts = [...recordsIn(item["summary"]), ...recordsIn(item["content"])].map((part) =>
      stringOf(part["text"]),
    );
    const text = texts.filter((part) => part !== "").join("\n\n");
    const payload = this.#context.openReasoning(stringOf(item["encrypted_content"]));
    if (text === "" && !payload) return;
    this.#reasoning.push({ text, ...(payload ? { payload } : {}) });
  }

  /** Ends what the model did in one go, and answers its calls. Reasoning that led to nothing is not sent. */
  #closeStep(): void {
    const [reasoning, text, open] = [this.#reasoning, this.#texts.join("\n\n"), this.#open];
    [this.#reasoning, this.#texts, this.#open] = [[], [], []];
    if (text === "" && open.length === 0) return;
    this.#turns.push({ role: "assistant", reasoning, text, calls: open.map(({ call }) => call) });
    if (open.length > 0) this.#turns.push({ role: "results", results: open.map(({ result }) => result) });
  }
}

const textOf = (text: string): Part => ({ type: "text", text });

/** The second of two calls with one id, which counts once. */
const isRepeatedCall = (type: string): boolean => type.endsWith("_call");
