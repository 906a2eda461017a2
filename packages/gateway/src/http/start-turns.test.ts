import { describe, expect, it } from "vitest";
import { StartTurns } from "./start-turns.js";

/** Start turns whose pauses end when the test says so. */
function steppedTurns() {
  const pauses: { readonly next: () => void; readonly isCrowded: boolean }[] = [];
  const turns = new StartTurns((next, isCrowded) => void pauses.push({ next, isCrowded }));
  return {
    turns,
    /** Ends the oldest pause. @returns whether a crowd waited in it */
    endPause(): boolean | undefined {
      const pause = pauses.shift();
      pause?.next();
      return pause?.isCrowded;
    },
  };
}

describe("StartTurns", () => {
  it("begins the first at once, and those that came with it one after each pause, in their order", () => {
    const { turns, endPause } = steppedTurns();
    const begun: number[] = [];
    for (const number of [1, 2, 3]) turns.begin(() => void begun.push(number));
    const seen = [[...begun]];
    for (let count = 0; count < 2; count++) {
      endPause();
      seen.push([...begun]);
    }
    expect(seen).toEqual([[1], [1, 2], [1, 2, 3]]);
  });

  it("begins what comes alone at once, also later", () => {
    const { turns, endPause } = steppedTurns();
    const begun: number[] = [];
    for (const number of [1, 2]) {
      turns.begin(() => void begun.push(number));
      expect(begun.at(-1)).toBe(number);
      endPause();
    }
  });

  it("hurries while a crowd waits", () => {
    const { turns, endPause } = steppedTurns();
    let begun = 0;
    for (let number = 0; number < 100; number++) turns.begin(() => void begun++);
    const crowded = Array.from({ length: 100 }, endPause);
    expect(begun).toBe(100);
    expect(crowded.filter(Boolean)).toHaveLength(67);
    expect(crowded.slice(-32)).not.toContain(true);
  });

  it("begins by itself what waits", async () => {
    const turns = new StartTurns();
    const begun = await new Promise<number[]>((resolve) => {
      const numbers: number[] = [];
      for (const number of [1, 2, 3])
        turns.begin(() => {
          if (numbers.push(number) === 3) resolve(numbers);
        });
    });
    expect(begun).toEqual([1, 2, 3]);
  });

  it("goes on after a start that throws", () => {
    const { turns, endPause } = steppedTurns();
    const begun: string[] = [];
    expect(() =>
      turns.begin(() => {
        throw new Error("no");
      }),
    ).toThrow("no");
    turns.begin(() => void begun.push("next"));
    endPause();
    expect(begun).toEqual(["next"]);
  });
});
