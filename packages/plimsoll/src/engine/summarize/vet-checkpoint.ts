import {
  type Checkpoint,
  type EntryBase,
  SECTION_NAMES,
  type SectionEntry,
  type SectionName,
  type Sections,
} from "../../facts/checkpoint/checkpoint.js";
import { parseCheckpoint } from "../../facts/checkpoint/parse-checkpoint.js";
import { renderedEntries } from "../../facts/checkpoint/render-entry.js";
import { findInvented } from "../../facts/verification/find-invented.js";
import { vetProse } from "../../facts/verification/vet-prose.js";

export interface VetInput {
  /** The state that the summarizer was given. */
  readonly before: Checkpoint;
  /** Texts that it was made from. */
  readonly source: readonly string[];
  /** What the user wrote: a rule that was lifted is lifted there. @default [] */
  readonly user?: readonly string[];
}

export interface VettedCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly dropped: number;
}

/**
 * A summarizer's checkpoint without what its model made up. Claims with a path, id or number that nobody said, and
 * claims that contradict a rule of the user, do not become part of the state, where the next check would treat them as
 * known. Earlier entries stay; an invalid checkpoint is ignored as a whole.
 */
export function vetCheckpoint(given: unknown, input: VetInput): VettedCheckpoint {
  const { before, source } = input;
  const checkpoint = readCheckpoint(given);
  if (checkpoint === undefined) return { checkpoint: before, dropped: 1 };
  const known = new Set(renderedEntries(before).map(({ text, entry }) => `${entry.id}\n${text}`));
  const claims = renderedEntries(checkpoint).filter(
    ({ text, entry }) => entry.provenance.by === "model" && !known.has(`${entry.id}\n${text}`),
  );
  const invented = new Set([...claimsWithInvented(claims, source), ...refutedClaims(claims, input)]);
  const { objective, activeWork, ...rest } = checkpoint;
  const vetted = Object.fromEntries(
    SECTION_NAMES.map((section) => [
      section,
      withoutClaims(checkpoint[section], { invented, before: before[section] }),
    ]),
  ) as unknown as Sections;
  const stands = <T extends EntryBase>(entry: T | undefined, earlier: T | undefined): T | undefined =>
    entry !== undefined && invented.has(entry.id) ? earlier : entry;
  const goal = stands(objective, before.objective);
  const work = stands(activeWork, before.activeWork);
  return {
    checkpoint: {
      ...rest,
      ...vetted,
      ...(goal === undefined ? {} : { objective: goal }),
      ...(work === undefined ? {} : { activeWork: work }),
    },
    dropped: invented.size,
  };
}

function readCheckpoint(value: unknown): Checkpoint | undefined {
  try {
    return parseCheckpoint(value);
  } catch {
    return undefined;
  }
}

function claimsWithInvented(
  claims: readonly { readonly text: string; readonly entry: EntryBase }[],
  source: readonly string[],
): ReadonlySet<string> {
  if (claims.length === 0) return new Set();
  const ends: number[] = [];
  let length = 0;
  for (const { text } of claims) ends.push((length += text.length + 1));
  const found = findInvented(claims.map(({ text }) => text).join("\n"), source);
  const ids = new Set<string>();
  let at = 0;
  for (const { start } of found) {
    while ((ends[at] ?? Number.POSITIVE_INFINITY) <= start) at++;
    const id = claims[at]?.entry.id;
    if (id !== undefined) ids.add(id);
  }
  return ids;
}

/** Claims that a rule of the user no longer holds, or that give it another number. */
function refutedClaims(
  claims: readonly { readonly text: string; readonly entry: EntryBase }[],
  { before, source, user = [] }: VetInput,
): string[] {
  const prose = claims.map(({ text }) => text).join("\n");
  const { refuted } = vetProse(prose, { checkpoint: before, user, source });
  return claims
    .filter(({ text }) => refuted.some((sentence) => text.includes(sentence)))
    .map(({ entry }) => entry.id);
}

/** Without the made-up entries; entries that they claimed to replace are restored. */
function withoutClaims(
  entries: readonly SectionEntry<SectionName>[],
  {
    invented,
    before,
  }: { readonly invented: ReadonlySet<string>; readonly before: readonly SectionEntry<SectionName>[] },
): SectionEntry<SectionName>[] {
  const earlier = new Map(before.map((entry) => [entry.id, entry]));
  const there = new Set(entries.map(({ id }) => id));
  const sound = entries.flatMap((entry) => {
    if (invented.has(entry.id)) return earlier.get(entry.id) ?? [];
    const isReplaced = entry.supersededBy !== undefined && invented.has(entry.supersededBy);
    return isReplaced ? (earlier.get(entry.id) ?? entry) : entry;
  });
  return [...before.filter(({ id }) => !there.has(id)), ...sound];
}
