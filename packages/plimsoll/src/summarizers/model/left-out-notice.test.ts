import { describe, expect, it } from "vitest";
import { EMPTY_VIEW, type ItemView } from "../../conversation/item-view.js";
import { leftOutNotice } from "./left-out-notice.js";
import { wholeBlocks } from "./whole-blocks.js";

const count = (text: string): number => Math.ceil(text.length / 4);
const blocksOf = (views: readonly Partial<ItemView>[]) =>
  wholeBlocks(
    views.map((view, index) => ({ id: `i${index}`, view: { ...EMPTY_VIEW, ...view } })),
    count,
  );

describe("leftOutNotice", () => {
  it("gives the number of items of each kind, their size, and the user's messages", () => {
    const blocks = blocksOf([
      { role: "user", text: "Never touch main." },
      { calls: [{ callId: "1", name: "run", arguments: "{}" }] },
      { role: "tool", results: [{ callId: "1", name: "run", text: "ok", isError: false }] },
    ]);
    expect(leftOutNotice(blocks, { tokens: 100, count })).toBe(
      [
        "Left out: 3 items (1 user, 1 assistant, 1 tool), 64 characters, 17 tokens.",
        "Beginnings of the user messages among them:",
        "- user: Never touch main.",
      ].join("\n"),
    );
  });

  it("names system items only where there are some", () => {
    const notice = leftOutNotice(blocksOf([{ role: "developer", text: "rule" }]), { tokens: 100, count });
    expect(notice).toMatch(/^Left out: 1 items \(0 user, 0 assistant, 0 tool, 1 system\)/);
  });

  it("shortens the excerpts so that every message has one, and marks what was cut", () => {
    const blocks = blocksOf([1, 2, 3].map((index) => ({ role: "user", text: `${index}${"x".repeat(999)}` })));
    const notice = leftOutNotice(blocks, { tokens: 250, count });
    expect(count(notice)).toBeLessThanOrEqual(250);
    for (const index of [1, 2, 3]) {
      expect(notice).toContain(`- user: ${index}${"x".repeat(199)} [800 characters left out]`);
    }
  });

  it("prefers the first message and the newest where not all fit, and tells how many have no excerpt", () => {
    const blocks = blocksOf(
      Array.from({ length: 50 }, (_, index) => ({ role: "user", text: `wish ${index} ${"x".repeat(200)}` })),
    );
    const notice = leftOutNotice(blocks, { tokens: 200, count });
    const shown = [...notice.matchAll(/- user: wish (\d+) /g)].map((match) => Number(match[1]));
    expect(count(notice)).toBeLessThanOrEqual(200);
    expect(shown[0]).toBe(0);
    expect(shown.slice(1)).toEqual(
      Array.from({ length: shown.length - 1 }, (_, index) => 51 - shown.length + index),
    );
    expect(notice).toContain(`(${50 - shown.length} more have no excerpt)`);
  });

  it("keeps the counts where nothing else fits, and never cuts a character in half", () => {
    const blocks = blocksOf([{ role: "user", text: "😀".repeat(500) }]);
    expect(leftOutNotice(blocks, { tokens: 1, count })).toMatch(/^Left out: 1 items .* tokens\.$/);
    expect(() => encodeURIComponent(leftOutNotice(blocks, { tokens: 120, count }))).not.toThrow();
  });
});
