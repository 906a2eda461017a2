import { describe, expect, it } from "vitest";
import { chat } from "../formats/chat/chat.js";
import { createItemMeter } from "../tokens/create-item-meter.js";
import { heuristicEstimator } from "../tokens/heuristic-estimator.js";
import { ageReader, ageShares } from "./summary-ages.js";

const meter = createItemMeter<object>(chat, heuristicEstimator);
const message = (content: string): object => ({ role: "user", content });
const session = ["alpha harbour", "bravo lighthouse", "charlie breakwater", "delta quay"].map((text) =>
  message(text.repeat(20)),
);
const agesOf = ageReader(session, meter);

describe("the ages of a summary", () => {
  it("counts the tokens of each line in the quarter of its newest source", () => {
    const ages = agesOf([message("bravo lighthouse\nWork:\ndelta quay\ndelta"), ...session.slice(3)]);
    const tokens = (line: string): number => meter.text(line);
    expect(ages).toEqual({
      quarters: [0, tokens("bravo lighthouse"), 0, tokens("delta quay") + tokens("delta")],
      unattributed: tokens("Work:"),
    });
  });

  it("takes the session's own items for no summary", () => {
    expect(agesOf(session)).toEqual({ quarters: [0, 0, 0, 0], unattributed: 0 });
  });

  it("averages shares over the windows that have a summary", () => {
    const ages = ageShares([
      { quarters: [30, 0, 0, 10], unattributed: 0 },
      { quarters: [0, 0, 0, 4], unattributed: 4 },
      { quarters: [0, 0, 0, 0], unattributed: 0 },
    ]);
    expect(ages).toEqual({ quarters: [0.375, 0, 0, 0.375], unattributed: 0.25 });
    expect(ageShares([])).toBeNull();
  });
});
