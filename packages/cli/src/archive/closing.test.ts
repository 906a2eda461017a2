import { CompactError } from "plimsoll";
import { describe, expect, it } from "vitest";
import { exitCodeOf } from "../exit-codes.js";
import { closing } from "./closing.js";

const unwritten = new CompactError("STORE_UNAVAILABLE", "12 entries were not written");

describe("closing", () => {
  it("fails a command that did its work where the store could not write everything", async () => {
    const store = { close: () => Promise.reject(unwritten) };
    await expect(closing(store, async () => 1)).rejects.toBe(unwritten);
    expect(exitCodeOf(unwritten.code)).toBe(4);
  });

  it("tells of the task that failed, and closes all the same", async () => {
    let closed = 0;
    const store = {
      close: () => {
        closed += 1;
        return Promise.reject(unwritten);
      },
    };
    const fail = (): Promise<never> => Promise.reject(new Error("no budget"));
    await expect(closing(store, fail)).rejects.toThrow("no budget");
    expect(closed).toBe(1);
    expect(await closing({ close: async () => undefined }, async () => "done")).toBe("done");
  });
});
