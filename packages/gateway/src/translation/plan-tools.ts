import { isRecord } from "../json/is-record.js";
import type { JsonRecord } from "../json/json-record.js";
import { recordsIn } from "../json/records-in.js";
import { stringOf } from "../json/string-of.js";
import { flatName } from "./flat-name.js";
import type { ToolKind, ToolOrigin } from "../answers/tool-origin.js";
import type { FunctionTool, WebSearch } from "./translated-request.js";

/** The tools of a request, as functions with flat names, and the way back. */
export interface ToolPlan {
  readonly tools: readonly FunctionTool[];
  /** The client's tool behind each name. */
  readonly origins: ReadonlyMap<string, ToolOrigin>;
  readonly webSearch?: WebSearch;
  /** Types of tools that the upstream cannot have, each once. */
  readonly dropped: readonly string[];
}

const RAW_INPUT: JsonRecord = {
  type: "object",
  properties: { input: { type: "string", description: "The input of the tool, as it is." } },
  required: ["input"],
};

/** What a function must say in place of a tool that its provider knows by type alone. */
const KNOWN_BY_TYPE: Readonly<
  Record<string, { readonly description: string; readonly parameters: JsonRecord }>
> = {
  local_shell: {
    description: "Runs a command on the user's machine.",
    parameters: {
      type: "object",
      properties: {
        command: { type: "array", items: { type: "string" } },
        working_directory: { type: "string" },
        timeout_ms: { type: "integer" },
      },
      required: ["command"],
    },
  },
  shell: {
    description: "Runs commands in a shell on the user's machine.",
    parameters: {
      type: "object",
      properties: {
        commands: { type: "array", items: { type: "string" } },
        timeout_ms: { type: "integer" },
        max_output_length: { type: "integer" },
      },
      required: ["commands"],
    },
  },
  apply_patch: {
    description: "Creates, updates or deletes one file by a diff.",
    parameters: {
      type: "object",
      properties: {
        type: { type: "string", enum: ["create_file", "update_file", "delete_file"] },
        path: { type: "string" },
        diff: { type: "string", description: "A diff in the V4A format; absent to delete." },
      },
      required: ["type", "path"],
    },
  },
};

/** The types of the tool that searches the web, older ones included. */
export const WEB_SEARCH: RegExp = /^web_search(?:_|$)/;

/**
 * Plans the tools of a request: its own, those of `additional_tools` items, and those that a search for tools found. A tool
 * that is named twice counts once, as it was named last.
 */
export function planTools(tools: unknown, items: readonly JsonRecord[]): ToolPlan {
  const plan = new Plan();
  for (const tool of recordsIn(tools)) plan.add(tool);
  for (const item of items) {
    if (item["type"] === "additional_tools" || item["type"] === "tool_search_output")
      for (const tool of recordsIn(item["tools"])) plan.add(tool);
  }
  return plan.result();
}

class Plan {
  readonly #tools = new Map<string, FunctionTool>();
  readonly #origins = new Map<string, ToolOrigin>();
  readonly #dropped = new Set<string>();
  #webSearch: WebSearch | undefined;

  add(tool: JsonRecord, namespace?: string): void {
    const type = stringOf(tool["type"]) || "function";
    if (type === "namespace") {
      for (const inner of recordsIn(tool["tools"])) this.add(inner, stringOf(tool["name"]));
    } else if (type === "function" || type === "custom" || type === "tool_search") {
      this.#addNamed(tool, type, namespace);
    } else if (type === "local_shell" || type === "shell" || type === "apply_patch") {
      this.#put({ kind: type, name: type }, { ...KNOWN_BY_TYPE[type] });
    } else if (WEB_SEARCH.test(type)) {
      this.#webSearch = readWebSearch(tool);
    } else this.#dropped.add(type);
  }

  #addNamed(tool: JsonRecord, kind: ToolKind, namespace: string | undefined): void {
    const name = stringOf(tool["name"]) || (kind === "tool_search" ? "tool_search" : "");
    if (name === "") return;
    const origin = { kind, name, ...(namespace ? { namespace } : {}) };
    const description = stringOf(tool["description"]);
    if (kind === "custom") {
      this.#put(origin, { description: withGrammar(description, tool["format"]), parameters: RAW_INPUT });
    } else {
      const strict = typeof tool["strict"] === "boolean" ? { strict: tool["strict"] } : {};
      this.#put(origin, { description, parameters: objectSchema(tool["parameters"]), ...strict });
    }
  }

  #put(origin: ToolOrigin, tool: Partial<FunctionTool>): void {
    const name = flatName(origin.name, origin.namespace);
    this.#origins.set(name, origin);
    this.#tools.set(name, { description: "", parameters: objectSchema(undefined), ...tool, name });
  }

  result(): ToolPlan {
    return {
      tools: [...this.#tools.values()],
      origins: this.#origins,
      ...(this.#webSearch ? { webSearch: this.#webSearch } : {}),
      dropped: [...this.#dropped],
    };
  }
}

/** Upstreams refuse a schema without these two. */
function objectSchema(schema: unknown): JsonRecord {
  if (!isRecord(schema)) return { type: "object", properties: {} };
  return {
    ...schema,
    type: "object",
    properties: isRecord(schema["properties"]) ? schema["properties"] : {},
  };
}

/** A grammar cannot be enforced elsewhere; the model is told what to write. */
function withGrammar(description: string, format: unknown): string {
  if (!isRecord(format) || format["type"] !== "grammar") return description;
  const grammar = `The input must follow this ${stringOf(format["syntax"])} grammar:\n${stringOf(format["definition"])}`;
  return description === "" ? grammar : `${description}\n\n${grammar}`;
}

function readWebSearch(tool: JsonRecord): WebSearch {
  const filters = isRecord(tool["filters"]) ? tool["filters"] : {};
  const domains = filters["allowed_domains"];
  const size = stringOf(tool["search_context_size"]);
  return {
    ...(Array.isArray(domains)
      ? { allowedDomains: domains.map(stringOf).filter((name) => name !== "") }
      : {}),
    ...(isRecord(tool["user_location"]) ? { userLocation: tool["user_location"] } : {}),
    ...(size === "" ? {} : { contextSize: size }),
  };
}
