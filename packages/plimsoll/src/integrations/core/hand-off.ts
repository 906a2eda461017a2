import { isClientContext } from "../../conversation/is-client-context.js";
import { CompactError } from "../../errors/compact-error.js";
import type { CompactManager } from "../../engine/compact-manager.js";
import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import { EXTRACTS } from "../../facts/checkpoint/state-headings.js";
import type { Format } from "../../formats/format.js";
import { oneLine } from "../../text/one-line.js";

/** A conversation whose window the host is about to compact in its own way. */
export interface HandedOver<W extends object> {
  readonly sessionId: string;
  /** All that was said, whatever the host still sends. */
  readonly items: readonly W[];
  /** The host cuts what is longer. */
  readonly maxCharacters: number;
}

/** What goes on after a host's own compaction. */
export interface HandOff {
  readonly text: string;
  /** The rules of the user that are in force, in the user's words. */
  readonly rules: readonly string[];
}

const SUMMARY_TOKENS = 2_000;
const TARGET_TOKENS = 2_400;
/** Where the rules alone are larger than that. */
const LARGE_TARGET_TOKENS = 16_000;
const USER_SHARE = 0.4;
const MOST_OF_ONE = 1_200;
const LAST_COMMANDS = 5;
const MOST_OF_COMMAND = 160;

const OPENING =
  "Kept from the whole conversation by Plimsoll while it was compacted. It is a record, not a new request.";

/**
 * The state of a conversation as text, for hosts that compact by themselves: archives everything, then gives the rules
 * in force, what the user said, where the work stands. The same list gives the same text.
 */
export async function handOff<W extends object>(
  manager: CompactManager<W>,
  format: Format<W>,
  { sessionId, items, maxCharacters }: HandedOver<W>,
): Promise<HandOff> {
  const result = await compacted(manager, sessionId, items);
  const [{ summary }, { constraints, commands }] = await Promise.all([
    manager.remember(sessionId),
    manager.checkpoint(sessionId),
  ]);
  const given = new Set<object>(items);
  const said = result.items
    .filter((item) => given.has(item))
    .map((item) => format.view(item))
    .filter(({ role, text }) => role === "user" && text !== "" && !isClientContext(text));
  const words = newest(
    said.map(({ text }) => oneLine(text, MOST_OF_ONE)),
    maxCharacters * USER_SHARE,
  );
  const spoken = words.length > 0 ? [`The user said:\n${words.join("\n")}`] : [];
  const parts = [OPENING, ...spoken, stateIn(summary), lastOf(commands)];
  const rules = constraints
    .filter(({ status, provenance }) => status === "current" && provenance.by === "user")
    .map(({ text }) => text);
  return { text: wholeLines(parts.filter((part) => part !== "").join("\n\n"), maxCharacters), rules };
}

async function compacted<W extends object>(
  manager: CompactManager<W>,
  sessionId: string,
  items: readonly W[],
): Promise<{ readonly items: readonly W[] }> {
  const options = { strictTarget: true, summaryMaxTokens: SUMMARY_TOKENS, targetTokens: TARGET_TOKENS };
  try {
    return await manager.manualCompact(sessionId, items, options);
  } catch (error) {
    if (!CompactError.isInstance(error) || !error.code.endsWith("FIT")) throw error;
    return manager.manualCompact(sessionId, items, { targetTokens: LARGE_TARGET_TOKENS });
  }
}

/** A summary without its extracts: the host's own summary has the prose. Headings are ours alone at the start of a line. */
function stateIn(summary: string): string {
  const extracts = `\n${summary}`.indexOf(`\n${EXTRACTS}\n`);
  return extracts === -1 ? summary : summary.slice(0, Math.max(0, extracts - 1));
}

function lastOf(commands: Checkpoint["commands"]): string {
  const lines = commands
    .slice(-LAST_COMMANDS)
    .map(({ command, outcome }) => `- ${oneLine(command, MOST_OF_COMMAND)}: ${outcome}`);
  return lines.length === 0 ? "" : `Last commands:\n${lines.join("\n")}`;
}

/** The newest texts that fit, in their order. */
function newest(texts: readonly string[], room: number): string[] {
  const kept: string[] = [];
  let left = room;
  for (const text of texts.toReversed()) {
    left -= text.length + 3;
    if (left < 0) break;
    kept.unshift(`- ${text}`);
  }
  return kept;
}

/** The beginning of a text, up to the end of a line. */
function wholeLines(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = text.lastIndexOf("\n", max);
  return text.slice(0, end === -1 ? max : end);
}
