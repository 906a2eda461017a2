import { expect } from "vitest";

/** The id that every call of every conversation has, as Kimi numbers them. */
export const REPEATED_ID = "functions.read_file:0";

export const OPENING = "Read the file and tell me what is in it.";

/** A call of that id, its output and what the user says next. */
export interface RepeatedTurn {
  readonly path: string;
  readonly output: string;
  readonly next: string;
}

const ORDER = ["alder", "birch", "birch", "alder", "birch", "alder", "alder", "alder", "birch", "birch"];
const LENGTH = 6;

function turnOf(name: string, turn: number): RepeatedTurn {
  const path = `${name}-${turn}.txt`;
  const lines = Array.from({ length: 120 }, (_, line) => `${name} ${turn} has line ${line} of its own`);
  return { path, output: lines.join("\n"), next: `Never delete ${path}. Go on with the next one.` };
}

/**
 * Runs two conversations with the same start in turns: neither ever receives a word of the other, nor loses its
 * own.
 */
export async function expectConversationsApart(
  send: (turns: readonly RepeatedTurn[]) => Promise<unknown>,
): Promise<void> {
  const lists = new Map<string, RepeatedTurn[]>();
  for (const name of ORDER.concat(ORDER).slice(0, LENGTH * 2)) {
    const turns = lists.get(name) ?? [];
    lists.set(name, turns);
    turns.push(turnOf(name, turns.length));
    const sent = JSON.stringify(await send(turns));
    expect(sent).not.toContain(name === "alder" ? "birch" : "alder");
    expect(sent).toContain(turns.at(-1)?.next);
    for (const { path } of turns) expect(sent).toContain(path);
  }
}
