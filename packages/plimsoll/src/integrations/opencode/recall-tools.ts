import { RECALL_TOOL_DESCRIPTIONS, type RecallParameters } from "../../recall/recall-tools.js";

/** A schema of the library that opencode's `tool` brings along. */
interface Described {
  optional(): Described;
  describe(text: string): Described;
}

/** The function `tool` of `@opencode-ai/plugin`, as far as it is used here. */
export interface OpencodeTool {
  // oxlint-disable-next-line typescript/no-explicit-any -- it is generic in a way that only its own schemas fit
  (input: any): object;
  readonly schema: { string(): unknown; number(): unknown };
}

/** A call of a recall tool in a session. */
export interface OpencodeRecallCall {
  readonly name: string;
  readonly input: unknown;
  readonly sessionId: string;
}

/** The recall tools for a plugin. */
export function recallTools(
  tool: OpencodeTool,
  answer: (call: OpencodeRecallCall) => Promise<string>,
): Record<string, object> {
  return Object.fromEntries(
    RECALL_TOOL_DESCRIPTIONS.map(({ name, description, parameters }) => [
      name,
      tool({
        description,
        args: argumentsOf(parameters, tool.schema),
        execute: (input: unknown, { sessionID }: { readonly sessionID: string }) =>
          answer({ name, input, sessionId: sessionID }),
      }),
    ]),
  );
}

function argumentsOf(
  { properties, required }: RecallParameters,
  schema: OpencodeTool["schema"],
): Record<string, Described> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, { type, description }]) => {
      const plain = (type === "string" ? schema.string() : schema.number()) as Described;
      const described = plain.describe(String(description ?? name));
      return [name, required.includes(name) ? described : described.optional()];
    }),
  );
}
