import { describe, expect, it } from "vitest";
import { withinTime } from "./within-time.js";

const never = (): Promise<never> => new Promise(() => undefined);
const tooLate = (milliseconds: number): Error => new Error(`late after ${milliseconds}`);

describe("withinTime", () => {
  it("gives what comes in time, and throws what is thrown", async () => {
    expect(await withinTime({ milliseconds: 60_000, tooLate }, () => 7)).toBe(7);
    expect(await withinTime({ milliseconds: 0, tooLate }, () => Promise.resolve(8))).toBe(8);
    const fail = (): never => {
      throw new Error("at once");
    };
    await expect(withinTime({ milliseconds: 60_000, tooLate }, fail)).rejects.toThrow("at once");
    await expect(withinTime({ milliseconds: 0, tooLate }, async () => fail())).rejects.toThrow("at once");
  });

  it("ends when the time is up, and aborts what it waited for", async () => {
    let given: AbortSignal | undefined;
    const work = (signal: AbortSignal): Promise<never> => {
      given = signal;
      // What rejects by the signal does not hide why it was aborted.
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
    };
    await expect(withinTime({ milliseconds: 1, tooLate }, work)).rejects.toThrow("late after 1");
    expect(given?.aborted).toBe(true);
  });

  it("does not count the time in which this process could not take an answer", async () => {
    const work = async (): Promise<string> => {
      const until = performance.now() + 1_500;
      while (performance.now() < until);
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
      return "answered";
    };
    expect(await withinTime({ milliseconds: 1_000, tooLate }, work)).toBe("answered");
  });

  it("ends at once with the reason of the caller's signal, without a limit too", async () => {
    const controller = new AbortController();
    const waiting = withinTime({ milliseconds: 0, tooLate, signal: controller.signal }, never);
    controller.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    await expect(withinTime({ milliseconds: 0, tooLate, signal: controller.signal }, never)).rejects.toThrow(
      "stopped",
    );
  });

  it("takes no notice of a failure that comes too late", async () => {
    let fail = (_error: Error): void => undefined;
    const work = (): Promise<never> => new Promise((_, reject) => (fail = reject));
    await expect(withinTime({ milliseconds: 1, tooLate }, work)).rejects.toThrow("late");
    fail(new Error("nobody listens"));
    await new Promise((resolve) => setImmediate(resolve));
  });
});
