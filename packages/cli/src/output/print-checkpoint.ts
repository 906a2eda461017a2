import type { Checkpoint } from "plimsoll";
import { type Provenance, renderCheckpoint } from "plimsoll/facts";
import type { Output } from "./output.js";
import { printable, printableName } from "./printable.js";

/** A checkpoint for people: every entry that holds, who says it, and the item to read it in. */
export async function printCheckpoint(checkpoint: Checkpoint, output: Output): Promise<void> {
  const { bold, dim } = output.colors;
  const provenance = provenances(checkpoint);
  const count = (text: string): number => text.length;
  const { lines } = renderCheckpoint(checkpoint, { maxTokens: Number.MAX_SAFE_INTEGER, count });
  await output.line(bold(printableName(`${checkpoint.sessionId}  checkpoint ${checkpoint.version}`)));
  for (const [index, { text, isHeading, entries }] of lines.entries()) {
    if (isHeading) {
      await output.line(`\n${bold(printable(text))}`);
      continue;
    }
    const [entry = ""] = entries;
    const next = lines[index + 1];
    const isLast = next === undefined || next.isHeading || next.entries[0] !== entry;
    const source = isLast ? `  ${dim(describe(provenance.get(entry)))}` : "";
    await output.line(`${printable(text)}${source}`);
  }
}

function provenances(checkpoint: Checkpoint): ReadonlyMap<string, Provenance> {
  const entries = Object.values(checkpoint).flatMap((value: unknown) =>
    Array.isArray(value) ? value : [value],
  );
  return new Map(
    entries.flatMap((entry: unknown) => {
      if (typeof entry !== "object" || entry === null || !("id" in entry && "provenance" in entry)) return [];
      return [[String(entry.id), entry.provenance as Provenance]];
    }),
  );
}

function describe(provenance: Provenance | undefined): string {
  if (provenance === undefined) return "";
  const [first, ...more] = provenance.items;
  const items = first === undefined ? "" : ` ${first}${more.length === 0 ? "" : ` and ${more.length} more`}`;
  return printableName(`(${provenance.by}${items})`);
}
