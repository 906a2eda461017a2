/** One message of a list in which results directly follow the message with their calls. */
export interface PairedMessage {
  readonly calls: readonly string[];
  readonly results: readonly string[];
  /** The message carries results and nothing else. */
  readonly answers: boolean;
}

/**
 * Chat Completions: "An assistant message with 'tool_calls' must be followed by tool messages responding to each
 * 'tool_call_id'", and "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'".
 * An id may come again in a later message: several servers number their calls again each turn.
 */
export function adjacentPairRefusals(messages: readonly PairedMessage[]): string[] {
  const refusals: string[] = [];
  let open = new Set<string>();
  let asked = new Set<string>();
  const closeStep = (index: number): void => {
    for (const id of open) refusals.push(`message ${index}: call ${id} was not answered directly behind it`);
    open = new Set();
  };
  messages.forEach(({ calls, results, answers }, index) => {
    if (!answers) {
      closeStep(index);
      asked = new Set(calls);
      if (asked.size < calls.length) refusals.push(`message ${index}: two calls of one message share an id`);
      open = new Set(calls);
    }
    for (const id of results) {
      if (open.delete(id)) continue;
      refusals.push(`message ${index}: ${asked.has(id) ? "a second result" : "no call"} for result ${id}`);
    }
  });
  closeStep(messages.length);
  return refusals;
}
