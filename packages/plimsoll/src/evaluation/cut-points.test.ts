import { describe, expect, it } from "vitest";
import { cutPoints } from "./cut-points.js";
import { callView, resultView, userView } from "./evaluation-test-support.js";

const measured = (views: readonly ReturnType<typeof userView>[]) =>
  views.map((view) => ({ view, tokens: 10 }));

describe("cut points", () => {
  it("are nearest to the wanted shares of the tokens", () => {
    expect(cutPoints(measured(Array.from({ length: 8 }, () => userView("hello"))), [0.5, 0.75])).toEqual([
      4, 6,
    ]);
  });

  it("never part a call from its result", () => {
    const views = [userView("a"), callView({}), resultView("b"), userView("c")];
    expect(cutPoints(measured(views), [0.5])).toEqual([1]);
  });

  it("are not there where nothing stands before or after them, and are each named once", () => {
    expect(cutPoints(measured([userView("a")]), [0.5])).toEqual([]);
    expect(cutPoints([], [0.5])).toEqual([]);
    expect(cutPoints(measured([userView("a"), userView("b")]), [0.4, 0.6])).toEqual([1]);
  });
});
