import type { ItemView, ToolCallView, ToolResultView } from "../conversation/item-view.js";
import { callFields, COMMAND_KEY, firstText } from "./call-fields.js";
import { coversRead, isFailedRead, type ReadOutput } from "./covers-read.js";
import { fileRead } from "./file-read.js";
import { isSupersededNote, type SupersededReason } from "./superseded-note.js";

/** A result that a later one of the same list makes needless. */
export interface Superseded {
  /** The position of the item that has the result. */
  readonly index: number;
  /** Its position among the results of that item. */
  readonly position: number;
  readonly callId: string;
  readonly reason: SupersededReason;
  /** The call whose result replaces it: the newest one. */
  readonly by: string;
}

/** Reads of one file that none of them covers; beyond these the older ones count for nothing. */
const MAX_READS_OF_A_FILE = 32;
const CHANGES_FOLDER = /(?:^|[;&|(\s])(?:cd|pushd|popd|chdir|set-location)\s/i;
const FOLDER_WORD = /cd|pushd|popd|chdir|set-location/i;
const MAX_COMMAND_CHARACTERS = 4_000;
/** Outputs shorter than this are shorter than any note. */
const LEAST_CHARACTERS = 80;

/**
 * Finds the reads of files that are read again later, as a whole or in a part that contains the earlier one, and
 * outputs that the very same call gave again byte for byte. Everything else is a fact of its time. Newest first.
 */
export function findSuperseded(views: readonly ItemView[]): Superseded[] {
  const later = new LaterResults();
  return answers(views)
    .toReversed()
    .flatMap((answer) => {
      const found = later.replacing(answer);
      if (found === undefined) return [];
      const { index, position, result } = answer;
      return [{ index, position, callId: result.callId, ...found }];
    });
}

type Replaced = Pick<Superseded, "reason" | "by">;

/** The later reads and outputs, queried from the newest answer to the oldest. */
class LaterResults {
  readonly #reads = new Map<string, (ReadOutput & { readonly callId: string })[]>();
  /** By call and text: the newest call that gave it. */
  readonly #outputs = new Map<string, Map<string, string>>();

  /**
   * What takes the place of an answer; undefined if nothing does, then it may take the place of earlier ones.
   */
  replacing(answer: Answer): Replaced | undefined {
    const read = readOf(answer);
    const covering = read && this.#reads.get(read.key)?.find((other) => coversRead(other, read));
    if (covering) return { reason: "read", by: covering.callId };
    const again = this.#sameOutput(answer);
    if (again !== undefined) return { reason: "duplicate", by: again };
    if (read) this.#addRead(read, answer.result.callId);
    return undefined;
  }

  #addRead(read: ReadOutput & { readonly key: string }, callId: string): void {
    const known = this.#reads.get(read.key);
    if (known === undefined) this.#reads.set(read.key, [{ ...read, callId }]);
    else if (known.length < MAX_READS_OF_A_FILE) known.push({ ...read, callId });
  }

  /** The later call that gave the very same; notes this one if there is none. */
  #sameOutput({ call, result }: Answer): string | undefined {
    if (result.text.length < LEAST_CHARACTERS) return undefined;
    const key = `${call.name}\n${call.arguments}`;
    const texts = this.#outputs.get(key) ?? new Map<string, string>();
    const again = texts.get(result.text);
    if (again === undefined) this.#outputs.set(key, texts.set(result.text, result.callId));
    return again;
  }
}

interface Answer {
  readonly index: number;
  readonly position: number;
  readonly call: ToolCallView;
  readonly result: ToolResultView;
  /** How often a shell has changed its folder before: a relative path means something else each time. */
  readonly folder: number;
}

/**
 * Results with their calls, in order. Omits results that their ids cannot distinguish, and results that are more
 * than text.
 */
function answers(views: readonly ItemView[]): Answer[] {
  const found: Answer[] = [];
  const open = new Map<string, { readonly call: ToolCallView; readonly folder: number }>();
  let folder = 0;
  views.forEach((view, index) => {
    const plain = view.attachments.length === 0 && hasOwnIds(view.results);
    view.results.forEach((result, position) => {
      const asked = open.get(result.callId);
      open.delete(result.callId);
      if (!asked || !plain || result.callId === "" || isSupersededNote(result.text)) return;
      found.push({ index, position, result, ...asked });
    });
    for (const call of view.calls) {
      open.set(call.callId, { call, folder });
      if (changesFolder(call)) folder++;
    }
  });
  return found;
}

const hasOwnIds = (results: readonly ToolResultView[]): boolean =>
  results.length < 2 || new Set(results.map(({ callId }) => callId)).size === results.length;

function changesFolder(call: ToolCallView): boolean {
  if (!FOLDER_WORD.test(call.arguments)) return false;
  if (call.arguments.length > MAX_COMMAND_CHARACTERS) return true;
  return CHANGES_FOLDER.test(`${firstText(callFields(call), COMMAND_KEY)} `);
}

/** The read that an answer gave, under the key of its file; undefined if it is none, or failed. */
function readOf({ call, result, folder }: Answer): (ReadOutput & { readonly key: string }) | undefined {
  const read = result.isError ? undefined : fileRead(call);
  if (!read || isFailedRead(result.text)) return undefined;
  const key = read.relativeToShell ? `${folder} ${read.path}` : `: ${read.path}`;
  return { key, read, text: result.text };
}
