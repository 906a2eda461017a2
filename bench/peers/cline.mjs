// The basic compaction of cline's SDK (@cline/core), which needs no model.
import { largestFitting } from "./largest-fitting.mjs";
import { toolKind } from "./tool-kind.mjs";
import { assistantItem, inputOf, stepsOf, textOf, userItem, withOutput } from "./steps.mjs";

const text = (value) => ({ type: "text", text: value });

/** A call under the name of cline's own tool for it. */
function toolUse(call) {
  const input = inputOf(call);
  const did = toolKind(call.name, input);
  const block = { type: "tool_use", id: call.call_id };
  if (did?.kind === "edit") return { ...block, name: "editor", input: { ...input, path: did.path } };
  if (did?.kind === "read") return { ...block, name: "read_files", input: { files: [{ path: did.path }] } };
  if (did?.kind === "command") return { ...block, name: "run_commands", input: { commands: [did.command] } };
  return { ...block, name: call.name, input };
}

function blocksOf({ role, items }) {
  if (role === "tool") {
    return items.map((item) => ({
      type: "tool_result",
      tool_use_id: item.call_id,
      content: textOf(item.output),
    }));
  }
  return items.map((item) => {
    if (item.type === "function_call") return toolUse(item);
    if (item.type === "reasoning") return { type: "thinking", thinking: textOf(item.summary) };
    return text(textOf(item.content));
  });
}

/** What cline notes on a message lives on in a field of the items, so that it is there in the next compaction. */
function messageOf(step) {
  const metadata = step.items.find((item) => item.cline)?.cline;
  const role = step.role === "assistant" ? "assistant" : "user";
  return { id: step.id, role, content: blocksOf(step), ...(metadata ? { metadata } : {}) };
}

/** The items behind cline's messages; words that it wrote or joined become a message of the same role. */
function backToItems(messages, items) {
  const calls = new Map(
    items.filter((item) => item.type === "function_call").map((call) => [call.call_id, call]),
  );
  const results = new Map(
    items.filter((item) => item.type === "function_call_output").map((item) => [item.call_id, item]),
  );
  const blockItem = (block, role) => {
    if (block.type === "tool_use") {
      const call = calls.get(block.id);
      const same = JSON.stringify(toolUse(call).input) === JSON.stringify(block.input);
      return same ? call : { ...call, arguments: JSON.stringify(block.input) };
    }
    if (block.type === "tool_result")
      return withOutput(results.get(block.tool_use_id), wordsOf(block.content));
    if (block.type === "thinking") {
      return { type: "reasoning", summary: [{ type: "summary_text", text: block.thinking }] };
    }
    return role === "user" ? userItem(block.text) : assistantItem(block.text);
  };
  return messages.flatMap(({ role, content, metadata }) => {
    const blocks = typeof content === "string" ? [text(content)] : content;
    const made = oneText(blocks).map((block) => blockItem(block, role));
    return metadata ? made.map((item) => ({ ...item, cline: metadata })) : made;
  });
}

const wordsOf = (content) =>
  typeof content === "string" ? content : content.map((part) => part.text ?? part.content ?? "").join("\n");

/** Words in a row, joined: the next compaction must find one message where cline left one. */
function oneText(blocks) {
  const list = [];
  for (const block of blocks) {
    const last = list.at(-1);
    if (block.type === "text" && last?.type === "text") {
      list[list.length - 1] = text(`${last.text}\n${block.text}`);
    } else list.push(block);
  }
  return list;
}

/** The limit of the model as large as the window still fits. */
export async function compactWithCline({ items, target, size }, { load }) {
  const { createContextCompactionPrepareTurn } = await load("@cline/core");
  const messages = stepsOf(items).map(messageOf);
  const windowAt = async (maxInputTokens) => {
    const compact = createContextCompactionPrepareTurn({
      providerId: "none",
      modelId: "none",
      providerConfig: { providerId: "none", modelId: "none" },
      compaction: { enabled: true, strategy: "basic" },
    });
    const result = await compact({
      agentId: "bench",
      conversationId: "bench",
      parentAgentId: null,
      iteration: 1,
      messages,
      apiMessages: messages,
      abortSignal: new AbortController().signal,
      systemPrompt: "",
      tools: [],
      model: { id: "none", info: { id: "none", maxInputTokens, contextWindow: maxInputTokens } },
    });
    return backToItems(result?.messages ?? messages, items);
  };
  return largestFitting({ low: 1, high: 8 * target, windowAt, size, target });
}
