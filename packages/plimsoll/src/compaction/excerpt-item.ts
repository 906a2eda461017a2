import { excerpt } from "../tool-outputs/excerpt.js";
import type { Engine } from "./engine.js";

/** The beginning and the end of a message as a message of the same role; the very item where it fits. */
export function excerptItem<W extends object>(engine: Engine<W>, item: W, tokens: number): W {
  const { meter, format } = engine;
  if (meter.tokens(item) <= tokens) return item;
  const { role, text, attachments } = meter.view(item);
  const note = attachments.length === 0 ? "" : `\n[${attachments.length} attachments left out]`;
  const overhead = meter.tokens(format.message(role, note));
  const part = excerpt(text, Math.max(1, tokens - overhead), (piece) => meter.text(piece));
  return format.message(role, part + note);
}
