import type { ItemView } from "../../conversation/item-view.js";
import { speakerLabel } from "./speaker-label.js";

const LEAST_MESSAGES = 8;
const LEAST_SPEAKERS = 2;
const LEAST_TURNS = 2;
const LEAST_SHARE = 2 / 3;
const OPENING_CHARACTERS = 200;

/**
 * True for a transcript of people talking, sent turn by turn: nobody calls a tool, and most messages open with the
 * label of a speaker who comes back. Nobody in it works for the user, so that it has no state of work.
 */
export function isTranscript(views: readonly ItemView[]): boolean {
  const turns = new Map<string, number>();
  let [messages, labelled] = [0, 0];
  for (const { text, calls, results } of views) {
    if (calls.length > 0 || results.length > 0) return false;
    if (text === "") continue;
    messages++;
    const name = speakerLabel(text.slice(0, OPENING_CHARACTERS))?.written;
    if (name === undefined) continue;
    labelled++;
    turns.set(name, (turns.get(name) ?? 0) + 1);
  }
  if (messages < LEAST_MESSAGES || labelled < LEAST_SHARE * messages) return false;
  return [...turns.values()].filter((count) => count >= LEAST_TURNS).length >= LEAST_SPEAKERS;
}
