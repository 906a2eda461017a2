import { tamedProse } from "../../facts/checkpoint/quoted-line.js";
import { withoutSummaryTags } from "../../facts/checkpoint/summary-message.js";

const OPENING_FENCE = /^```[\w-]{0,20}[ \t]*\n/;

/** Thinking that some local models print in front of their answer. */
function withoutThinking(text: string): string {
  if (!text.startsWith("<think>")) return text;
  const end = text.indexOf("</think>");
  return end === -1 ? "" : text.slice(end + "</think>".length).trim();
}

function withoutFence(text: string): string {
  const opening = OPENING_FENCE.exec(text)?.[0];
  if (opening === undefined || !text.endsWith("\n```")) return text;
  return text.slice(opening.length, -"\n```".length).trim();
}

/** The summary alone: without thinking, surrounding code fence and summary tags that a model echoed. */
export function cleanAnswer(text: string): string {
  const answer = withoutFence(withoutThinking(text.trim()));
  return withoutFence(withoutSummaryTags(answer));
}

/** The same as prose of a summary: it opens no part of it that code writes. */
export function cleanProse(text: string): string {
  return tamedProse(text, "model");
}
