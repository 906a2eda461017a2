import { EMPTY_VIEW, type ItemView } from "../conversation/item-view.js";
import type { ChatMessage } from "../formats/chat/chat.js";

export const userView = (text: string): ItemView => ({ ...EMPTY_VIEW, role: "user", text });

export const callView = (input: unknown, name = "tool"): ItemView => ({
  ...EMPTY_VIEW,
  calls: [{ callId: "c", name, arguments: typeof input === "string" ? input : JSON.stringify(input) }],
});

export const resultView = (text: string): ItemView => ({
  ...EMPTY_VIEW,
  role: "tool",
  results: [{ callId: "c", name: "", text, isError: false }],
});

/** A call and its result as chat messages. */
export function exchange(id: string, input: unknown, output: string): ChatMessage[] {
  const call = { id, type: "function", function: { name: "edit_file", arguments: JSON.stringify(input) } };
  const made: object[] = [
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content: output },
  ];
  return made as ChatMessage[];
}
