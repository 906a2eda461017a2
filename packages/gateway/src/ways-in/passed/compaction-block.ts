import { readSummary } from "plimsoll/facts";
import type { CompactionContent } from "../../compaction/compaction-content.js";
import { CLIENT_FORMATS } from "../../compaction/compactors.js";
import type { GatewayContext } from "../../exchange/gateway-context.js";
import type { JsonRecord } from "../../json/json-record.js";
import { sealedContent } from "../compactions/sealed-content.js";

/** Of what stays word for word; the window in the seal has all of it. */
const MOST_CHARACTERS = 16_000;
const MOST_IN_ONE = 4_000;
const LAST = "What was said last:";

/**
 * A compaction as the Messages API gives it. `content` is for readers: people, logs, and any other server that the client may turn
 * to, for which this text is all there is. `encrypted_content` is the window itself, sealed for the tenant, and what the gateway
 * goes on from.
 */
export function compactionBlock(
  context: GatewayContext,
  tenant: string,
  content: CompactionContent,
): JsonRecord {
  return {
    type: "compaction",
    content: readableWindow(content.items) || null,
    encrypted_content: sealedContent(context, tenant, content),
  };
}

/** The summary in a window, and the beginnings of what else it shows, the newest before the others. */
function readableWindow(items: readonly JsonRecord[]): string {
  const format = CLIENT_FORMATS.messages;
  let summary = "";
  const lines: string[] = [];
  let room = MOST_CHARACTERS;
  for (const item of items.toReversed()) {
    const view = format.view(item);
    const found = readSummary(view);
    if (found) {
      summary ||= found.body;
      continue;
    }
    const calls = view.calls.map((call) => `[calls ${call.name} ${call.arguments}]`);
    const results = view.results.map(({ text }) => `[result: ${text}]`);
    const line = `${view.role}: ${[view.text, ...calls, ...results].filter((part) => part !== "").join("\n")}`;
    const shown = line.length > MOST_IN_ONE ? `${line.slice(0, MOST_IN_ONE)}…` : line;
    if (shown.length > room) break;
    room -= shown.length;
    lines.unshift(shown);
  }
  const said = lines.length === 0 ? [] : [LAST, ...lines];
  return [...(summary === "" ? [] : [summary]), ...said].join("\n\n");
}
