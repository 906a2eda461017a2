import type { JsonRecord } from "../json/json-record.js";
import { recordsIn } from "../json/records-in.js";
import { stringOf } from "../json/string-of.js";

/** An event before it has its number. */
export interface ReplayedEvent extends JsonRecord {
  readonly type: string;
}

type Write = (step: string, fields: JsonRecord) => ReplayedEvent;

/** Calls whose text is streamed, by the name of the field that holds it. */
const STREAMED_CALLS: Readonly<Record<string, { readonly field: string; readonly step: string }>> = {
  function_call: { field: "arguments", step: "function_call_arguments" },
  mcp_call: { field: "arguments", step: "mcp_call_arguments" },
  custom_tool_call: { field: "input", step: "custom_tool_call_input" },
};

/** The events in which a finished item of a response came, or might have come: each of its texts in one piece. */
export function replayedItem(item: JsonRecord, outputIndex: number): readonly ReplayedEvent[] {
  const write: Write = (step, fields) => ({
    type: `response.${step}`,
    item_id: item["id"],
    output_index: outputIndex,
    ...fields,
  });
  const { begun, events } = unfolded(item, write);
  const status = "status" in item ? { status: "in_progress" } : {};
  return [
    { type: "response.output_item.added", output_index: outputIndex, item: { ...begun, ...status } },
    ...events,
    { type: "response.output_item.done", output_index: outputIndex, item },
  ];
}

interface Unfolded {
  /** The item before anything was said of it. */
  readonly begun: JsonRecord;
  readonly events: readonly ReplayedEvent[];
}

function unfolded(item: JsonRecord, write: Write): Unfolded {
  const type = stringOf(item["type"]);
  const call = STREAMED_CALLS[type];
  if (call) return unfoldedCall(item, call, write);
  switch (type) {
    case "message":
      return {
        begun: { ...item, content: [] },
        events: recordsIn(item["content"]).flatMap((part, index) => partEvents(part, index, write)),
      };
    case "reasoning":
      return unfoldedReasoning(item, write);
    case "web_search_call":
      return {
        begun: item,
        events: ["in_progress", "searching", "completed"].map((state) => write(`${type}.${state}`, {})),
      };
    default:
      return { begun: item, events: [] };
  }
}

function unfoldedCall(
  item: JsonRecord,
  { field, step }: { readonly field: string; readonly step: string },
  write: Write,
): Unfolded {
  const text = stringOf(item[field]);
  const name = step === "function_call_arguments" ? { name: item["name"] } : {};
  return {
    begun: { ...item, [field]: "" },
    events: [
      ...(text === "" ? [] : [write(`${step}.delta`, { delta: text })]),
      write(`${step}.done`, { ...name, [field]: text }),
    ],
  };
}

function unfoldedReasoning(item: JsonRecord, write: Write): Unfolded {
  const { content, encrypted_content: _sealed, ...rest } = item;
  const isOpen = Array.isArray(content);
  return {
    begun: { ...rest, summary: [], ...(isOpen ? { content: [] } : {}) },
    events: [
      ...recordsIn(item["summary"]).flatMap((part, index) => summaryEvents(part, index, write)),
      ...recordsIn(content).flatMap((part, index) => partEvents(part, index, write)),
    ],
  };
}

function summaryEvents(part: JsonRecord, summary_index: number, write: Write): readonly ReplayedEvent[] {
  const text = stringOf(part["text"]);
  const of = (step: string, fields: JsonRecord): ReplayedEvent =>
    write(`reasoning_summary_${step}`, { summary_index, ...fields });
  return [
    of("part.added", { part: { ...part, text: "" } }),
    of("text.delta", { delta: text }),
    of("text.done", { text }),
    of("part.done", { part }),
  ];
}

function partEvents(part: JsonRecord, content_index: number, write: Write): readonly ReplayedEvent[] {
  const of = (step: string, fields: JsonRecord): ReplayedEvent => write(step, { content_index, ...fields });
  const around = (empty: JsonRecord, events: readonly ReplayedEvent[]): readonly ReplayedEvent[] => [
    of("content_part.added", { part: { ...part, ...empty } }),
    ...events,
    of("content_part.done", { part }),
  ];
  switch (part["type"]) {
    case "output_text":
      return around({ text: "", annotations: [], logprobs: [] }, textEvents(part, of));
    case "refusal": {
      const refusal = stringOf(part["refusal"]);
      return around({ refusal: "" }, [
        of("refusal.delta", { delta: refusal }),
        of("refusal.done", { refusal }),
      ]);
    }
    case "reasoning_text": {
      const text = stringOf(part["text"]);
      return around({ text: "" }, [
        of("reasoning_text.delta", { delta: text }),
        of("reasoning_text.done", { text }),
      ]);
    }
    default:
      return around({}, []);
  }
}

function textEvents(part: JsonRecord, of: Write): readonly ReplayedEvent[] {
  const text = stringOf(part["text"]);
  const logprobs = recordsIn(part["logprobs"]);
  return [
    of("output_text.delta", { delta: text, logprobs }),
    ...recordsIn(part["annotations"]).map((annotation, annotation_index) =>
      of("output_text.annotation.added", { annotation_index, annotation }),
    ),
    of("output_text.done", { text, logprobs }),
  ];
}
