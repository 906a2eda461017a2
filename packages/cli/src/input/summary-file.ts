import type { CommandContext } from "../command-context.js";
import { readInput } from "./read-input.js";

/** A summary in a file, with its prepared compaction if the file names it. */
export interface SummaryFile {
  readonly text: string;
  readonly prepared?: { readonly id: string; readonly count: number };
}

const HEADER = /^\[prepared (prep_[0-9a-f]{24}) of (\d{1,9}) items[^\]\n]{0,100}\]\r?\n/;

export async function readSummaryFile(path: string, context: CommandContext): Promise<SummaryFile> {
  const text = await readInput(path, context, "a summary as text");
  const header = HEADER.exec(text);
  if (!header) return { text };
  return {
    text: text.slice(header[0].length),
    prepared: { id: header[1] as string, count: Number(header[2]) },
  };
}

/** The input of `readSummaryFile`: the summary, after a line that ties it to its compaction. */
export function summaryFileText(
  summary: string,
  prepared: { readonly id: string; readonly count: number },
): string {
  return `[prepared ${prepared.id} of ${prepared.count} items; this line is not part of the summary]\n\n${summary}\n`;
}
