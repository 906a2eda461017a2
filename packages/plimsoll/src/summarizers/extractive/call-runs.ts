import type { CallFacts } from "../../facts/ledgers/call-facts.js";
import { shortCommand } from "./short-command.js";

/** What one call showed. Once the same call shows it anew, this does not count any more. */
export interface CallRun {
  /** False once a later run of the same call is known. */
  readonly isNewest: boolean;
}

interface Run {
  isNewest: boolean;
  readonly key: string;
  readonly isCommand: boolean;
  characters: number;
}

/** A later answer to the same question that is much shorter adds to the earlier one: it shows only what is new. */
const LEAST_SHARE = 0.5;
const MAX_RUNS = 5_000;
const MAX_KEY = 4_000;

/** Calls that were made more than once: the newest result counts. */
export class CallRuns {
  readonly #newest = new Map<string, Run>();

  begin(facts: CallFacts, written: string): CallRun {
    const isCommand = facts.command !== "";
    const text = isCommand ? `$ ${shortCommand(facts.command)}` : `${facts.name} ${written}`;
    return { isNewest: true, key: text.slice(0, MAX_KEY), isCommand, characters: 0 } as Run;
  }

  /** The result of a run is known. */
  end(run: CallRun, { text, isError }: { readonly text: string; readonly isError: boolean }): void {
    const ended = run as Run;
    ended.characters = text.length;
    const before = this.#newest.get(ended.key);
    if (before !== undefined && before !== ended && !replaces(ended, before, isError)) return;
    if (before !== undefined && before !== ended) before.isNewest = false;
    if (this.#newest.size < MAX_RUNS) this.#newest.set(ended.key, ended);
  }
}

function replaces(run: Run, before: Run, isError: boolean): boolean {
  if (run.isCommand) return true;
  return !isError && run.characters >= LEAST_SHARE * before.characters;
}
