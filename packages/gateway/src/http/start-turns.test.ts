import { describe, expect, it } from "vitest";
import { StartTurns } from "./start-turns.js";

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("StartTurns", () => {
  it("begins the first at once, and those that came with it one in a turn, in their order", async () => {
    const turns = new StartTurns();
    const begun: number[] = [];
    for (const number of [1, 2, 3]) turns.begin(() => void begun.push(number));
    const seen = [[...begun]];
    for (let count = 0; count < 2; count++) {
      await turn();
      seen.push([...begun]);
    }
    expect(seen).toEqual([[1], [1, 2], [1, 2, 3]]);
  });

  it("begins what comes alone at once, also later", async () => {
    const turns = new StartTurns();
    const begun: number[] = [];
    for (const number of [1, 2]) {
      turns.begin(() => void begun.push(number));
      expect(begun.at(-1)).toBe(number);
      await turn();
      await turn();
    }
  });

  it("goes on after a start that throws", async () => {
    const turns = new StartTurns();
    const begun: string[] = [];
    expect(() =>
      turns.begin(() => {
        throw new Error("no");
      }),
    ).toThrow("no");
    turns.begin(() => void begun.push("next"));
    await turn();
    expect(begun).toEqual(["next"]);
  });
});
