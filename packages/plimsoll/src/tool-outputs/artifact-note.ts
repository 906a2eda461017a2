import { oneLine } from "../text/one-line.js";
import { pathTokens } from "../text/path-tokens.js";

/** What a note says of the output that it stands for. */
export interface ArtifactFacts {
  readonly reference: string;
  readonly callId: string;
  readonly kind: string;
  readonly characters: number;
  readonly lines: number;
  /** Approximate. */
  readonly tokens: number;
  /** What of the output matters most: the paths and addresses in it come first. */
  readonly essence: string;
}

/** The lines around an extract that say what was stored elsewhere. */
export interface ArtifactNote {
  readonly opening: string;
  readonly closing: string;
}

const MOST_HINTS = 12;
const HINT_CHARACTERS = 200;
const READ_CHARACTERS = 20_000;
const URL_TEXT = /\bhttps?:\/\/[^\s<>"'`\\{}|^[\]()]{3,500}/gu;
const PATH = /^(?:\.{0,2}\/)?(?:[\w@.+~-]{1,100}\/){1,20}[\w@+~-]{0,100}\.[A-Za-z]\w{0,9}(?=$|:)/u;
const ROOTED = /^(?:\.{0,2}\/)[\w@+~-]{0,100}\.[A-Za-z]\w{0,9}(?=$|:)/u;

/** The note of an output, in two lengths: with the paths and addresses that the output names, and without. */
export function artifactNotes(text: string, facts: ArtifactFacts): readonly ArtifactNote[] {
  const { reference, callId, kind, characters, lines, tokens, essence } = facts;
  const head = [
    "[Tool output stored outside the context]",
    "What follows is a bounded extract, not the whole output.",
    `Artifact ID: ${reference === "" ? "unavailable, the output could not be stored" : reference}`,
    ...(callId === "" ? [] : [`Tool call ID: ${oneLine(callId, HINT_CHARACTERS)}`]),
    `Artifact kind: ${kind}`,
    `Original size: ${characters} chars across ${lines} lines.`,
    `Original token count: ${tokens}`,
  ];
  const closing = `\n[Omitted the rest of the tool output. Original size: ${characters} chars.]`;
  const start = `${essence.slice(0, READ_CHARACTERS)}\n${text.slice(0, READ_CHARACTERS)}`;
  const hints = [...listed("Path hints:", pathsIn(start)), ...listed("URL hints:", urlsIn(start))];
  const written = (rows: readonly string[]): ArtifactNote => ({ opening: `${rows.join("\n")}\n\n`, closing });
  return [...(hints.length === 0 ? [] : [written([...head, ...hints])]), written(head)];
}

const listed = (title: string, hints: readonly string[]): string[] =>
  hints.length === 0 ? [] : [title, ...hints.map((hint) => `- ${hint}`)];

function pathsIn(text: string): string[] {
  const paths = pathTokens(text.replace(URL_TEXT, " ")).flatMap(
    (token) => (PATH.exec(token) ?? ROOTED.exec(token))?.[0] ?? [],
  );
  return [...new Set(paths)].slice(0, MOST_HINTS);
}

function urlsIn(text: string): string[] {
  const urls = Array.from(text.matchAll(URL_TEXT), ([url]) =>
    url.replace(/[.,;:!?]{1,9}$/u, "").slice(0, HINT_CHARACTERS),
  );
  return [...new Set(urls)].slice(0, MOST_HINTS);
}
