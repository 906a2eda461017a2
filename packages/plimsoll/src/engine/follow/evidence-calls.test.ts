import { describe, expect, it } from "vitest";
import { chat } from "../../formats/chat/chat.js";
import { createItemMeter } from "../../tokens/create-item-meter.js";
import { heuristicEstimator } from "../../tokens/heuristic-estimator.js";
import { callsOf } from "./with-evidence.js";

const call = (id: string, path: string): object => ({
  role: "assistant",
  content: null,
  tool_calls: [{ id, type: "function", function: { name: "read", arguments: path } }],
});
const result = (id: string, content: string): object => ({ role: "tool", tool_call_id: id, content });

describe("callsOf", () => {
  const meter = createItemMeter<object>(chat as never, heuristicEstimator);

  it("finds for a result the nearest call of its id that has no answer yet", () => {
    const items = [
      call("0", "a"),
      result("0", "of a"),
      call("0", "lost"),
      call("0", "b"),
      result("0", "of b"),
      call("0", "c"),
    ];
    const calls = callsOf(items, meter);
    const answers = [1, 4].map((index) => calls(items[index] as object)(0)?.arguments);
    expect(answers).toEqual(["a", "b"]);
  });

  it("finds the only call of an id wherever it stands, and none where there are several", () => {
    const [early, other] = [result("0", "early"), result("1", "other")];
    const calls = callsOf([early, other, call("0", "a"), call("1", "b"), call("1", "c")], meter);
    expect(calls(early)(0)?.arguments).toBe("a");
    expect(calls(other)(0)).toBeUndefined();
  });
});
