// pi's compaction without the model that would write its summary: its own cut point, and the lists of files that its
// code adds to every summary.
import { largestFitting } from "./largest-fitting.mjs";
import { toolKind } from "./tool-kind.mjs";
import { inputOf, stepsOf, textOf, toolNames, userItem } from "./steps.mjs";

const text = (value) => ({ type: "text", text: value });

/** A call under the name of pi's own tool for it. */
function toolCall(call) {
  const input = inputOf(call);
  const did = toolKind(call.name, input);
  const isFile = did?.path !== undefined;
  return {
    type: "toolCall",
    id: call.call_id,
    name: isFile ? did.kind : call.name,
    arguments: isFile ? { ...input, path: did.path } : input,
  };
}

function assistantBlocks(items) {
  return items.map((item) => {
    if (item.type === "function_call") return toolCall(item);
    if (item.type === "reasoning") return { type: "thinking", thinking: textOf(item.summary) };
    return text(textOf(item.content));
  });
}

function messagesOf({ role, items }, names) {
  if (role === "assistant") {
    return [{ role, content: assistantBlocks(items), stopReason: "stop" }];
  }
  if (role === "tool") {
    return items.map((item) => ({
      role: "toolResult",
      toolCallId: item.call_id,
      toolName: names.get(item.call_id) ?? "",
      content: [text(textOf(item.output))],
    }));
  }
  return [{ role: "user", content: [text(textOf(items[0].content))] }];
}

/** pi's session entries; what it wrote at the last compaction comes back as such an entry. */
function entriesOf(items) {
  const names = toolNames(items);
  const entries = [];
  for (const step of stepsOf(items)) {
    const [first] = step.items;
    if (first.pi) {
      entries.push({ type: "compaction", ...first.pi, id: step.id, firstKeptEntryId: "", items: [] });
      continue;
    }
    messagesOf(step, names).forEach((message, index) => {
      const own = step.role === "tool" ? [step.items[index]] : step.items;
      entries.push({ type: "message", id: `${step.id}/${index}`, message, items: own });
    });
  }
  if (entries[0]?.type === "compaction") entries[0].firstKeptEntryId = entries[1]?.id ?? "";
  return entries;
}

/** `keepRecentTokens` as large as the window still fits. */
export async function cutWithPi({ items, target, size }, { load }) {
  const name = "@mariozechner/pi-coding-agent";
  const { prepareCompaction } = await load(name, "dist/core/compaction/index.js");
  const { computeFileLists, formatFileOperations } = await load(name, "dist/core/compaction/utils.js");
  const { COMPACTION_SUMMARY_PREFIX, COMPACTION_SUMMARY_SUFFIX } = await load(name, "dist/core/messages.js");
  const entries = entriesOf(items);
  const windowAt = (keepRecentTokens) => {
    const prepared = prepareCompaction(entries, { enabled: true, reserveTokens: 0, keepRecentTokens });
    if (prepared === undefined) return items;
    const { readFiles, modifiedFiles } = computeFileLists(prepared.fileOps);
    const summary = formatFileOperations(readFiles, modifiedFiles).trim();
    const kept = entries.slice(entries.findIndex((entry) => entry.id === prepared.firstKeptEntryId));
    const told = userItem(`${COMPACTION_SUMMARY_PREFIX}${summary}${COMPACTION_SUMMARY_SUFFIX}`);
    const noted = { ...told, pi: { summary, details: { readFiles, modifiedFiles } } };
    return [...(summary === "" ? [] : [noted]), ...kept.flatMap((entry) => entry.items)];
  };
  return largestFitting({ low: 1, high: 3 * target, windowAt, size, target });
}
