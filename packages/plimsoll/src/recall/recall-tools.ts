import { CompactError } from "../errors/compact-error.js";
import type { ReadOptions, Recall } from "./recall.js";

/** A tool in the shape that agent frameworks share: a name, a JSON schema, and what to do. */
export interface RecallTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Takes the arguments as parsed JSON; answers with JSON text. Wrong arguments give an answer that says so. */
  execute(input: unknown): Promise<string>;
}

const whole = (description: string): object => ({ type: "integer", minimum: 0, description });
const pair = (description: string): object => ({
  type: "array",
  items: { type: "integer", minimum: 0 },
  minItems: 2,
  maxItems: 2,
  description,
});

function schema(properties: Record<string, object>, required: readonly string[]): Record<string, unknown> {
  return { type: "object", properties, required, additionalProperties: false };
}

/** Tools with which a model reads back what left its window: hand them to the agent beside its own. */
export function recallTools(recall: Recall): RecallTool[] {
  return [
    {
      name: "recall_search",
      description:
        "Searches everything that was removed from this conversation's context, and the full outputs behind shortened ones. " +
        "Returns ids for recall_read with the lines that match.",
      parameters: schema(
        {
          query: { type: "string", description: "words, names, paths or ids to look for" },
          limit: whole("most hits, 10 unless told"),
        },
        ["query"],
      ),
      execute: answering((input) => recall.search(text(input, "query"), numbers(input, ["limit"]))),
    },
    {
      name: "recall_read",
      description:
        "Reads a removed item, or the full output behind a shortened one, by its id (item_… or art_…).",
      parameters: schema(
        {
          id: { type: "string" },
          lines: pair("first and last line, from 1"),
          range: pair("first character and the one after the last, from 0"),
          around: { type: "string", description: "a text in the item to read around" },
        },
        ["id"],
      ),
      execute: answering((input) => recall.read(text(input, "id"), partIn(input))),
    },
    {
      name: "recall_list",
      description: "Lists removed items, newest first, with their ids, sizes and first words.",
      parameters: schema(
        { limit: whole("most items, 10 unless told"), offset: whole("items to pass over") },
        [],
      ),
      execute: answering((input) => recall.list(numbers(input, ["limit", "offset"]))),
    },
  ];
}

type Arguments = Readonly<Record<string, unknown>>;

function answering(run: (input: Arguments) => Promise<unknown>): (input: unknown) => Promise<string> {
  return async (input) => {
    try {
      return JSON.stringify(await run((input ?? {}) as Arguments));
    } catch (error) {
      if (!CompactError.isInstance(error)) throw error;
      return JSON.stringify({ error: { code: error.code, message: error.message } });
    }
  };
}

function text(input: Arguments, name: string): string {
  const value = input[name];
  if (typeof value === "string") return value;
  throw new CompactError("INVALID_INPUT", `"${name}" is missing; give a text.`);
}

/** Which part is asked for; what else a model says beside it is passed over. */
function partIn({ lines, range, around }: Arguments): ReadOptions {
  const given = Object.entries({ lines, range, around }).filter(
    ([, value]) => (value ?? undefined) !== undefined,
  );
  return Object.fromEntries(given) as ReadOptions;
}

function numbers(input: Arguments, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    names.flatMap((name) => (typeof input[name] === "number" ? [[name, input[name]]] : [])),
  );
}
