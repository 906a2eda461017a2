/** Who speaks in a format that is sent to any provider, the strictest included. */
export interface OrderedMessage {
  readonly speaker: "system" | "user" | "assistant" | "tool";
  readonly calls: boolean;
}

/**
 * What the strictest providers behind a framework refuse of the order of its messages: Anthropic and Gemini want the
 * user first and last, Gemini a call right behind the user or a result, and none of them takes instructions in between.
 */
export function turnOrderRefusals(messages: readonly OrderedMessage[]): string[] {
  const refusals: string[] = [];
  const begin = messages.findIndex(({ speaker }) => speaker !== "system");
  const said = begin < 0 ? [] : messages.slice(begin);
  if (said.length === 0) return ["there is no message beside the instructions"];
  if (said[0]?.speaker !== "user") refusals.push("the first message is not the user's");
  if (said.at(-1)?.speaker === "assistant") refusals.push("the last message is the assistant's");
  said.forEach(({ speaker, calls }, index) => {
    if (speaker === "system") refusals.push(`message ${begin + index}: instructions inside the conversation`);
    if (calls && said[index - 1]?.speaker === "assistant")
      refusals.push(`message ${begin + index}: a call directly behind the assistant`);
  });
  return refusals;
}
