import { RECALL_TOOL_DESCRIPTIONS } from "../../recall/recall-tools.js";

/** A recall tool as an agent of pi takes it. */
export interface PiRecallTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  // The schema is plain JSON Schema; pi's own type for it is one of TypeBox.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly parameters: any;
  execute(
    toolCallId: string,
    params: unknown,
  ): Promise<{ content: { type: "text"; text: string }[]; details: undefined }>;
}

/** A call of a recall tool, as pi makes it. */
export interface PiRecallCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The recall tools for the tools of an agent. */
export function recallTools(answer: (call: PiRecallCall) => Promise<string>): PiRecallTool[] {
  return RECALL_TOOL_DESCRIPTIONS.map(({ name, description, parameters }) => ({
    name,
    label: name,
    description,
    parameters,
    async execute(id, input) {
      return { content: [{ type: "text", text: await answer({ id, name, input }) }], details: undefined };
    },
  }));
}
