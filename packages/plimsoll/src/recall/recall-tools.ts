import { CompactError } from "../errors/compact-error.js";
import type { ReadOptions, Recall } from "./recall.js";

/** What clients learn about a tool before they let a model use it, in the words of MCP. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A JSON schema of arguments, in the form that agent frameworks take. */
export interface RecallParameters {
  readonly type: "object";
  readonly properties: Record<string, Record<string, unknown>>;
  readonly required: string[];
  readonly additionalProperties: false;
}

/** The description of a recall tool, independent of a conversation. */
export interface RecallToolDescription {
  readonly name: string;
  /** For people. */
  readonly title: string;
  readonly description: string;
  readonly parameters: RecallParameters;
  readonly annotations: ToolAnnotations;
}

/** A tool in the shape that agent frameworks share: a name, a JSON schema, and a function. */
export interface RecallTool extends RecallToolDescription {
  /**
   * Takes the arguments as parsed JSON and returns JSON text. For wrong arguments the answer explains the
   * problem.
   */
  execute(input: unknown): Promise<string>;
}

/** Recall reads the archive of one conversation and changes nothing, there or anywhere else. */
export const RECALL_ANNOTATIONS: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const whole = (description: string): Record<string, unknown> => ({
  type: "integer",
  minimum: 0,
  description,
});
const pair = (description: string): Record<string, unknown> => ({
  type: "array",
  items: { type: "integer", minimum: 0 },
  minItems: 2,
  maxItems: 2,
  description,
});

function schema(properties: RecallParameters["properties"], required: string[]): RecallParameters {
  return { type: "object", properties, required, additionalProperties: false };
}

/** The recall tools without a conversation: names, schemas and annotations, for a server that lists them. */
export const RECALL_TOOL_DESCRIPTIONS: readonly RecallToolDescription[] = [
  {
    name: "recall_search",
    title: "Search what left the context",
    description:
      "Searches everything that was removed from this conversation's context, and the full outputs behind shortened ones. " +
      "Returns ids for recall_read with the places that fit best.",
    parameters: schema(
      {
        query: {
          type: "string",
          description: "a question in plain words, or words, names, paths or ids to look for",
        },
        limit: whole("most hits, 10 unless told"),
      },
      ["query"],
    ),
    annotations: RECALL_ANNOTATIONS,
  },
  {
    name: "recall_read",
    title: "Read what left the context",
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
    annotations: RECALL_ANNOTATIONS,
  },
  {
    name: "recall_list",
    title: "List what left the context",
    description: "Lists removed items, newest first, with their ids, sizes and first words.",
    parameters: schema(
      { limit: whole("most items, 10 unless told"), offset: whole("items to pass over") },
      [],
    ),
    annotations: RECALL_ANNOTATIONS,
  },
];

/** Tools with which a model reads back removed items: give them to the agent together with its own tools. */
export function recallTools(recall: Recall): RecallTool[] {
  const actions: Readonly<Record<string, (input: Arguments) => Promise<unknown>>> = {
    recall_search: (input) => recall.search(text(input, "query"), numbers(input, ["limit"])),
    recall_read: (input) => recall.read(text(input, "id"), partIn(input)),
    recall_list: (input) => recall.list(numbers(input, ["limit", "offset"])),
  };
  return RECALL_TOOL_DESCRIPTIONS.flatMap((description) => {
    const action = actions[description.name];
    return action ? [{ ...description, execute: answering(action) }] : [];
  });
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

/** The requested part; ignores other arguments. */
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
