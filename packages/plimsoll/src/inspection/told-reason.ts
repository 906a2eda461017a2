/** Why something was not done: a name that does not change, with its numbers, for whoever tells it in another language. */
export interface ToldReason {
  readonly id: string;
  readonly values: Readonly<Record<string, number>>;
}

interface Known {
  readonly id: string;
  readonly pattern: RegExp;
  /** What the groups of the pattern are. */
  readonly names: readonly string[];
}

/** The engine's own sentences. */
const KNOWN: readonly Known[] = [
  { id: "list_fits", pattern: /The list already fits (\d{1,15}) tokens\./, names: ["tokens"] },
  {
    id: "little_since",
    pattern: /Nothing to summarize: (\d{1,15}) tokens came since the last compaction\./,
    names: ["tokens"],
  },
  {
    id: "nothing_to_summarize",
    pattern:
      /Nothing to summarize: of (\d{1,15}) tokens, (\d{1,15}) are the newest user message and (\d{1,15}) always stay\./,
    names: ["tokens", "newest", "pinned"],
  },
  { id: "nothing_to_remove", pattern: /Nothing (?:to remove|worth removing)\./, names: [] },
];

/** Undefined for a sentence that nobody knows. */
export function toldReason(sentence: string): ToldReason | undefined {
  for (const { id, pattern, names } of KNOWN) {
    const match = pattern.exec(sentence);
    if (match)
      return { id, values: Object.fromEntries(names.map((name, at) => [name, Number(match[at + 1])])) };
  }
  return undefined;
}
