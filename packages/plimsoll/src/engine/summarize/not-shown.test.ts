import { describe, expect, it } from "vitest";
import { EMPTY_VIEW } from "../../conversation/item-view.js";
import type { Fact } from "../../facts/verification/fact.js";
import { notShown } from "./not-shown.js";

const rule = (value: string): Fact => ({
  id: value,
  kind: "constraint",
  section: "constraints",
  text: value,
  value,
  meaning: [],
  must: true,
  itemIds: [],
  superseded: [],
});

describe("what is not shown", () => {
  it.each([3, 300])(
    "is the same for a few and for many: of %i rules those that no kept item says",
    (count) => {
      const rules = Array.from({ length: count }, (_, index) => rule(`Never push branch ${index} to main.`));
      const text = rules
        .filter((_, index) => index % 3 !== 1)
        .map(({ value }) => value.replace("push branch", "push\n  branch"))
        .join("\n\n");
      const kept = [{ ...EMPTY_VIEW, role: "user" as const, text }];
      expect(notShown(rules, [{ ...EMPTY_VIEW, text }])).toEqual(rules);
      expect(notShown(rules, kept)).toEqual(rules.filter((_, index) => index % 3 === 1));
      expect(notShown(rules, [])).toEqual(rules);
    },
  );
});
