import { parseCompactCommand } from "../../engine/compact-command.js";
import type { Remembered } from "../../engine/follow/remembered.js";
import type { CompactingSession } from "./compacting-session.js";

/**
 * Answers the commands of a chat loop: `/compact` with an optional note, `/remember` and `/undo`. Undefined for
 * any text that is for the agent.
 */
export async function chatCommand(session: CompactingSession, text: string): Promise<string | undefined> {
  const note = parseCompactCommand(text);
  if (note !== undefined) return compact(session, note);
  if (text.trim() === "/remember") return describe(await session.remember());
  return text.trim() === "/undo" ? undo(session) : undefined;
}

async function undo(session: CompactingSession): Promise<string> {
  try {
    const { items } = await session.undo();
    const { decision } = await session.manager.decide(await session.getSessionId(), items);
    if (decision.action === "none")
      return `Undid the newest compaction; the model sees ${items.length} items again.`;
    return `Undid the newest compaction, but the next request compacts these ${items.length} items again. ${decision.reason}`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function compact(session: CompactingSession, note: string): Promise<string> {
  try {
    const { compaction, decision } = await session.compact(note);
    if (!compaction) return `Nothing was compacted. ${decision.reason}`;
    const { removed, tokensBefore, tokensAfter } = compaction;
    return `${removed.length} items became a summary: ${tokensBefore} tokens before, ${tokensAfter} after. You can read them back.`;
  } catch (error) {
    return `Nothing was compacted. ${(error as Error).message}`;
  }
}

function describe({ summary, pinned, recent, tokens }: Remembered): string {
  const lines = [`The model sees ${pinned.length + recent.length} items, ${tokens} tokens.`];
  if (summary !== "") lines.push("", "Summary of what it does not see any more:", summary);
  if (pinned.length > 0) lines.push("", "Always in sight:", ...pinned.map(({ text }) => `- ${text}`));
  return lines.join("\n");
}
