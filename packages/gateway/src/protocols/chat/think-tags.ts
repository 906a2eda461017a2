const OPEN = "<think>";
const CLOSE = "</think>";

/** Where a text stands that may begin with reasoning between tags. */
export interface ThinkTags {
  /** `start`: nothing is known yet; `gap`: the blank between the reasoning and the answer. */
  readonly place: "start" | "inside" | "gap" | "outside";
  /** The end of what came, if it may be the beginning of a tag. */
  readonly held: string;
}

/** A piece of a text, and which side of the tags it is on. */
export interface ThinkPiece {
  readonly kind: "reasoning" | "text";
  readonly text: string;
}

export interface ThinkStep {
  readonly tags: ThinkTags;
  readonly pieces: readonly ThinkPiece[];
}

/** The length of the longest end of a text that begins the tag. */
function heldLength(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1)
    if (tag.startsWith(text.slice(text.length - length))) return length;
  return 0;
}

function piece(kind: ThinkPiece["kind"], text: string): ThinkPiece[] {
  return text === "" ? [] : [{ kind, text }];
}

function atStart(text: string): ThinkStep {
  const trimmed = text.trimStart();
  if (trimmed.startsWith(OPEN)) return inside(trimmed.slice(OPEN.length));
  if (OPEN.startsWith(trimmed)) return { tags: { place: "start", held: text }, pieces: [] };
  return { tags: { place: "outside", held: "" }, pieces: piece("text", text) };
}

function inside(text: string): ThinkStep {
  const end = text.indexOf(CLOSE);
  if (end === -1) {
    const cut = text.length - heldLength(text, CLOSE);
    return {
      tags: { place: "inside", held: text.slice(cut) },
      pieces: piece("reasoning", text.slice(0, cut)),
    };
  }
  const rest = inGap(text.slice(end + CLOSE.length));
  return { tags: rest.tags, pieces: [...piece("reasoning", text.slice(0, end)), ...rest.pieces] };
}

function inGap(text: string): ThinkStep {
  const trimmed = text.trimStart();
  if (trimmed === "") return { tags: { place: "gap", held: "" }, pieces: [] };
  return { tags: { place: "outside", held: "" }, pieces: piece("text", trimmed) };
}

/** Takes the next piece of a text apart, wherever it was cut. */
export function readTags(tags: ThinkTags, delta: string): ThinkStep {
  switch (tags.place) {
    case "start":
      return atStart(tags.held + delta);
    case "inside":
      return inside(tags.held + delta);
    case "gap":
      return inGap(delta);
    case "outside":
      return { tags, pieces: piece("text", delta) };
  }
}

/** What is still held when nothing more comes. */
export function flushTags({ place, held }: ThinkTags): readonly ThinkPiece[] {
  if (held.trim() === "") return [];
  return piece(place === "inside" ? "reasoning" : "text", held);
}
