import { describe, expect, it } from "vitest";
import { alikeMiddle } from "./alike-middle.js";

describe("what differs between two texts said alike", () => {
  const other = "Expected 'fine' to be the same as 'tide table ends' in every port";

  it("is its own words, each once", () => {
    expect(alikeMiddle("Expected 'fine' to be the same as 'crane arm stuck' in every port", other)).toBe(
      "…'crane arm stuck'…",
    );
  });

  it("begins with the quotation that it ends, also where that opens with a known word", () => {
    expect(alikeMiddle("Expected 'fine' to be the same as 'table 12 is wet' in every port", other)).toContain(
      "'table 12 is wet'",
    );
  });

  it("is nothing where hardly anything is alike, or no word differs", () => {
    expect(alikeMiddle("pilot station does not answer", other)).toBeUndefined();
    expect(alikeMiddle(other, other)).toBeUndefined();
  });
});
