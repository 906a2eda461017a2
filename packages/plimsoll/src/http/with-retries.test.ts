import { describe, expect, it } from "vitest";
import { withRetries } from "./with-retries.js";

describe("withRetries", () => {
  it("waits as long as the rules say, and gives the first answer", async () => {
    const waits: number[] = [];
    let attempts = 0;
    const answer = await withRetries(
      async () => {
        if (++attempts < 3) throw new Error(`attempt ${attempts}`);
        return "done";
      },
      { delayAfter: (_, retries) => 10 * 2 ** retries, wait: async (delay) => void waits.push(delay) },
    );
    expect([answer, attempts, waits]).toEqual(["done", 3, [10, 20]]);
  });

  it("throws the last failure where another attempt would not help", async () => {
    const failing = withRetries(() => Promise.reject(new Error("no")), {
      delayAfter: (_, retries) => (retries < 2 ? 0 : undefined),
      wait: async () => {},
    });
    await expect(failing).rejects.toThrow("no");
  });
});
