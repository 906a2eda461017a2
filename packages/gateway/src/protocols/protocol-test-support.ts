import type { AnswerEvent } from "../answers/answer-event.js";
import type { FunctionTool, TranslatedRequest } from "../translation/translated-request.js";
import type { AssistantTurn, Turn } from "../translation/turn.js";
import type { Quirks, Vendor } from "../vendors/vendor.js";
import type { Protocol, UpstreamEvent } from "./protocol.js";

/** A vendor without anything special, or with the given quirks. */
export function testVendor(name: string, quirks: Quirks = {}): Vendor {
  return {
    name,
    title: name,
    protocols: ["anthropic", "gemini"],
    auth: "none",
    examples: [],
    quirks: () => quirks,
    notes: [],
  };
}

export const LIST_FILES: FunctionTool = {
  name: "list_files",
  description: "Lists files.",
  parameters: { type: "object", properties: { path: { type: "string" } } },
};

export function testRequest(
  turns: readonly Turn[],
  settings: Partial<TranslatedRequest> = {},
): TranslatedRequest {
  return {
    model: "claude-opus-4-7",
    turns,
    tools: [],
    toolChoice: "auto",
    outputReserve: 16_000,
    ...settings,
  };
}

export const user = (text: string): Turn => ({ role: "user", parts: [{ type: "text", text }] });
export const system = (text: string): Turn => ({ role: "system", text });

export function assistant(text: string, more: Partial<AssistantTurn> = {}): AssistantTurn {
  return { role: "assistant", reasoning: [], text, calls: [], ...more };
}

/** A step that calls the named tools, and the turn that answers it. */
export function step(ids: readonly string[], more: Partial<AssistantTurn> = {}): Turn[] {
  return [
    assistant("", {
      calls: ids.map((id) => ({ id, name: "list_files", arguments: `{"path":"${id}"}` })),
      ...more,
    }),
    {
      role: "results",
      results: ids.map((id) => ({
        id,
        name: "list_files",
        parts: [{ type: "text", text: `files of ${id}` }],
      })),
    },
  ];
}

/** Everything that a protocol reads in a stream. */
export function readStream<State>(
  protocol: Protocol<State>,
  events: readonly UpstreamEvent[],
  from: { readonly request: TranslatedRequest; readonly vendor: Vendor },
): AnswerEvent[] {
  let state = protocol.start(from.request, from.vendor);
  const answer: AnswerEvent[] = [];
  for (const event of events) {
    const taken = protocol.step(state, event);
    state = taken.state;
    answer.push(...taken.events);
  }
  return [...answer, ...protocol.end(state)];
}
