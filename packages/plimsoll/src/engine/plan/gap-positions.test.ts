import { describe, expect, it } from "vitest";
import type { Role } from "../../conversation/item-view.js";
import { gapPositions, type ShownItem } from "./gap-positions.js";

const at = (place: number | undefined, role: Role, calls = false): ShownItem => ({ place, role, calls });

describe("gapPositions", () => {
  it("wants the user first, behind the instructions", () => {
    expect(gapPositions([at(0, "system"), at(3, "assistant")], false)).toEqual([1]);
    expect(gapPositions([at(0, "system"), at(3, "user")], false)).toEqual([]);
  });

  it("wants the user last where the list ended with the user's side", () => {
    expect(gapPositions([at(0, "user"), at(1, "assistant")], true)).toEqual([2]);
    expect(gapPositions([at(0, "user"), at(1, "assistant")], false)).toEqual([]);
  });

  it("wants the user before a call whose request was removed, and not before a message", () => {
    const told = at(1, "assistant");
    expect(gapPositions([at(0, "user"), told, at(5, "assistant", true), at(6, "tool")], true)).toEqual([2]);
    expect(gapPositions([at(0, "user"), told, at(5, "assistant")], false)).toEqual([]);
    expect(gapPositions([at(0, "user"), told, at(5, "tool"), at(8, "assistant", true)], false)).toEqual([]);
  });

  it("leaves side by side what stood side by side", () => {
    expect(gapPositions([at(0, "assistant"), at(1, "assistant", true), at(2, "tool")], true)).toEqual([]);
  });
});
