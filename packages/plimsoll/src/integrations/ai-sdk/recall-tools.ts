import type { ToolSet } from "ai";
import { RECALL_TOOL_DESCRIPTIONS } from "../../recall/recall-tools.js";

/** How the SDK knows a schema that it need not convert. */
const SCHEMA = Symbol.for("vercel.ai.schema");

/** A call of a recall tool, as the SDK makes it. */
export interface SdkRecallCall {
  readonly name: string;
  readonly input: unknown;
  readonly toolCallId: string | undefined;
}

/** The recall tools as a set of tools of the SDK. */
export function recallTools(answer: (call: SdkRecallCall) => Promise<string>): ToolSet {
  return Object.fromEntries(
    RECALL_TOOL_DESCRIPTIONS.map(({ name, description, parameters }) => [
      name,
      {
        description,
        inputSchema: { [SCHEMA]: true, jsonSchema: parameters, validate: undefined },
        execute: (input: unknown, options?: { readonly toolCallId?: string }) =>
          answer({ name, input, toolCallId: options?.toolCallId }),
      },
    ]),
  ) as unknown as ToolSet;
}
