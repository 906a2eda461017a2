import { isRecord, stringOf, type WireRecord } from "../wire-record.js";
import { jsonText } from "../json-text.js";
import type { TokenEstimator } from "plimsoll";
import type { EffectiveInput } from "./effective-input.js";
import type { PromptSegment, RenderedPrompt } from "./rendered-prompt.js";

/** What a request is counted by. */
export interface PromptRenderer {
  render(body: WireRecord, input: EffectiveInput): RenderedPrompt;
  /** Tokens of an output item. */
  countItem(item: WireRecord): number;
  /** Tokens of a text alone. */
  countText(text: string): number;
}

/** Role and separators around every part. */
const SEGMENT_OVERHEAD = 4;
const IMAGE_TOKENS = 1105;
/** Texts whose counts are remembered, together. */
const MAX_COUNTED_CHARACTERS = 16_000_000;

const TEXT_FIELDS = [
  "name",
  "arguments",
  "input",
  "output",
  "action",
  "operation",
  "summary",
  "tools",
] as const;

function partText(part: unknown): string {
  if (!isRecord(part)) return jsonText(part);
  if (part["type"] === "input_image") return "";
  const text = part["text"] ?? part["refusal"];
  return typeof text === "string" ? text : jsonText(part);
}

function contentText(content: unknown): string {
  return Array.isArray(content) ? content.map(partText).join("\n") : jsonText(content ?? "");
}

function imagesOf(content: unknown): number {
  if (!Array.isArray(content)) return 0;
  return content.filter((part) => isRecord(part) && part["type"] === "input_image").length;
}

function itemText(item: WireRecord): string {
  if (item["type"] === "message") return `${stringOf(item["role"])}\n${contentText(item["content"])}`;
  const fields = TEXT_FIELDS.filter((field) => item[field] !== undefined);
  return `${stringOf(item["type"])}\n${fields.map((field) => contentText(item[field])).join("\n")}`;
}

function settingsTexts(body: WireRecord): string[] {
  const tools = Array.isArray(body["tools"]) ? body["tools"].map((tool: unknown) => jsonText(tool)) : [];
  const format = isRecord(body["text"]) ? body["text"]["format"] : undefined;
  const schema = isRecord(format) && format["type"] === "json_schema" ? [jsonText(format)] : [];
  return [
    ...tools,
    ...schema,
    ...(stringOf(body["instructions"]) === "" ? [] : [stringOf(body["instructions"])]),
  ];
}

/** Counts tools, instructions and items with the given estimator; an encrypted item costs what it says. */
export function createPromptRenderer(estimator: TokenEstimator): PromptRenderer {
  const counts = new Map<string, number>();
  let characters = 0;
  const countText = (text: string): number => {
    const earlier = counts.get(text);
    if (earlier !== undefined) return earlier;
    if (characters > MAX_COUNTED_CHARACTERS) {
      counts.clear();
      characters = 0;
    }
    const tokens = estimator.count(text);
    counts.set(text, tokens);
    characters += text.length;
    return tokens;
  };
  const segment = (text: string, extra = 0): PromptSegment => ({
    text,
    tokens: countText(text) + SEGMENT_OVERHEAD + extra,
  });
  // The items of a chain are the same objects in every request.
  const known = new WeakMap<WireRecord, PromptSegment>();
  const itemSegment = (item: WireRecord): PromptSegment => {
    const earlier = known.get(item);
    if (earlier !== undefined) return earlier;
    const images = imagesOf(item["content"]) + imagesOf(item["output"]);
    const rendered = segment(itemText(item), images * IMAGE_TOKENS);
    known.set(item, rendered);
    return rendered;
  };
  return {
    render(body, input) {
      const settings = settingsTexts(body).map((text) => segment(text));
      const items = input.items.map((item) => {
        const sealed = input.sealed.get(item);
        if (sealed === undefined) return itemSegment(item);
        return { text: `sealed ${sealed.id}`, tokens: sealed.tokens + SEGMENT_OVERHEAD };
      });
      const segments = [...settings, ...items];
      return { segments, tokens: segments.reduce((total, { tokens }) => total + tokens, 0) };
    },
    countItem: (item) => countText(itemText(item)) + SEGMENT_OVERHEAD,
    countText,
  };
}
