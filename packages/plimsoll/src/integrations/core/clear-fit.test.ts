import { describe, expect, it } from "vitest";
import { DEFAULT_POLICY } from "../../config/compact-policy.js";
import { chat } from "../../formats/chat/chat.js";
import type { Format } from "../../formats/format.js";
import { ClearFit } from "./clear-fit.js";

const limits = {
  format: chat as unknown as Format,
  policy: DEFAULT_POLICY,
  prepareAtPct: 0.7,
  maxTokens: 10_000,
};
const sized = (items: readonly object[]) => ({ items, size: JSON.stringify(items).length });
const user = (content: unknown) => ({ role: "user", content });
const call = (id: string) => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "run", arguments: "{}" } }],
});
const result = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });
const fresh = (items: readonly object[], more: object = {}): boolean =>
  new ClearFit().holds(sized(items), 0, { ...limits, ...more });

describe("ClearFit", () => {
  it("holds for a small list, with calls that are answered", () => {
    expect(fresh([user("Go.")])).toBe(true);
    expect(fresh([user("Go."), call("a"), result("a", "done"), user("On.")])).toBe(true);
  });

  it("does not hold for what the engine changes, or may", () => {
    expect(fresh([user("x".repeat(6400))])).toBe(false);
    expect(fresh([user("Go."), call("a"), user("On.")])).toBe(false);
    expect(fresh([user("Go."), result("a", "orphan")])).toBe(false);
    expect(fresh([user("Go."), call("a"), result("a", "y".repeat(4000))])).toBe(false);
    expect(fresh([user([{ type: "image_url", image_url: { url: "https://example.com/a.png" } }])])).toBe(
      false,
    );
  });

  it("keeps below the lowest threshold of the policy", () => {
    const list = [user("x".repeat(3000))];
    expect(fresh(list)).toBe(true);
    expect(fresh(list, { prepareAtPct: 0.3 })).toBe(false);
    expect(fresh(list, { policy: { ...DEFAULT_POLICY, softTriggerPct: 0.3 } })).toBe(false);
    expect(fresh(list, { policy: { ...DEFAULT_POLICY, triggerTokensLeft: 8000 } })).toBe(false);
    expect(fresh(list, { policy: { ...DEFAULT_POLICY, strategy: "remote" } })).toBe(false);
  });

  it("counts each new byte as a token, from the last measurement on", () => {
    const fit = new ClearFit();
    const list = [user("x".repeat(20_000))];
    expect(fit.holds(sized(list), 0, limits)).toBe(false);
    fit.confirm(sized(list), 5000);
    const longer = [...list, call("a"), result("a", "done")];
    expect(fit.holds(sized(longer), 1, limits)).toBe(true);
    expect(fit.holds(sized([...longer, user("y".repeat(1500))]), 3, limits)).toBe(false);
  });

  it("reads only what is new, also where the request before is measured afterwards", () => {
    const fit = new ClearFit();
    let read = 0;
    const format = { ...limits.format, view: (item: object) => (read++, limits.format.view(item)) };
    const first = [user("Go."), call("a"), result("a", "done")];
    const second = [...first, user("On.")];
    expect(fit.holds(sized(first), 0, { ...limits, format })).toBe(true);
    expect(fit.holds(sized(second), first.length, { ...limits, format })).toBe(true);
    fit.confirm(sized(first), 50);
    expect(fit.holds(sized([...second, user("And on.")]), second.length, { ...limits, format })).toBe(true);
    expect(read).toBe(second.length + 1);
  });

  it("begins anew with a list that lacks what was followed", () => {
    const fit = new ClearFit();
    const first = [user("Go."), call("a"), result("a", "done")];
    expect(fit.holds(sized(first), 0, limits)).toBe(true);
    const other = [user("Go."), call("b"), result("b", "done")];
    expect(fit.holds(sized(other), 1, limits)).toBe(false);
    fit.confirm(sized(other), 50);
    expect(fit.holds(sized([...other, user("On.")]), other.length, limits)).toBe(true);
  });

  it("sees a pair that breaks later, and an image only where it was not measured", () => {
    const fit = new ClearFit();
    const list = [user([{ type: "image_url", image_url: { url: "https://example.com/a.png" } }])];
    fit.confirm(sized(list), 1000);
    expect(fit.holds(sized([...list, call("a")]), 1, limits)).toBe(true);
    expect(fit.holds(sized([...list, call("a"), user("On.")]), 2, limits)).toBe(false);
  });

  it("knows nothing of a list that was changed", () => {
    const fit = new ClearFit();
    fit.confirm(sized([user("Go.")]), 10);
    fit.deny();
    expect(fit.holds(sized([user("Go."), user("On.")]), 1, limits)).toBe(false);
  });
});
