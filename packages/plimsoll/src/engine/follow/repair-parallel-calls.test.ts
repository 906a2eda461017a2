import { describe, expect, it } from "vitest";
import { findFormat } from "../../formats/registry.js";
import type { Format } from "../../formats/format.js";
import { repairItems } from "./repair.js";

const user = { role: "user", content: "go on" };
const told = { type: "text", text: "and now" };
const answer = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "1" });

describe("parallel calls of which some were never answered", () => {
  const lost = "[no result was recorded for this call]";
  const response = (id: string, output: string) => ({
    functionResponse: { id, name: "f", response: { output } },
  });
  const calls = ["a", "b"].map((id) => ({ functionCall: { id, name: "f", args: {} } }));
  const model = { role: "model", parts: calls };
  const go = { role: "user", parts: [{ text: "go on" }] };

  it("have all their results in one turn, where Gemini counts them", () => {
    const format = findFormat("gemini") as Format;
    const partly = [go, model, { role: "user", parts: [response("b", "2"), { text: "and now" }] }, go];
    const never = [go, model, go];
    const [first, second] = [partly, never].map((items) =>
      repairItems(items, items.map(format.view), format),
    );
    expect(first?.items).toEqual(
      partly.with(2, { role: "user", parts: [response("b", "2"), response("a", lost), { text: "and now" }] }),
    );
    expect(first?.origins).toEqual([0, 1, 2, 3]);
    // The item as it was given is archived: its caller knows no other.
    expect(first?.trimmed).toEqual([2]);
    expect(second?.items).toEqual([
      go,
      model,
      { role: "user", parts: [response("a", lost), response("b", lost)] },
      go,
    ]);
  });

  it("get no result of a later turn, where calls have no ids", () => {
    const format = findFormat("gemini") as Format;
    const call = { functionCall: { name: "f", args: {} } };
    const asking = { role: "model", parts: [call, call] };
    const given = (output: string) => ({ functionResponse: { name: "f", response: { output } } });
    const items = [
      go,
      asking,
      { role: "user", parts: [given("1")] },
      go,
      asking,
      { role: "user", parts: [given("3"), given("4")] },
    ];
    const { items: repaired } = repairItems(items, items.map(format.view), format);
    expect(repaired).toEqual(items.with(2, { role: "user", parts: [given("1"), given(lost)] }));
  });

  it("have all their results before the words of the user, where Anthropic wants them", () => {
    const format = findFormat("anthropic") as Format;
    const uses = ["a", "b"].map((id) => ({ type: "tool_use", id, name: "f", input: {} }));
    const items = [
      user,
      { role: "assistant", content: uses },
      { role: "user", content: [answer("b"), told] },
    ];
    const { items: repaired } = repairItems(items, items.map(format.view), format);
    const added = { type: "tool_result", tool_use_id: "a", content: lost };
    expect(repaired).toEqual(items.with(2, { role: "user", content: [answer("b"), added, told] }));
  });
});
