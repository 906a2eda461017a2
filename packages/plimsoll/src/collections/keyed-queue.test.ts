import { describe, expect, it } from "vitest";
import { KeyedQueue } from "./keyed-queue.js";

describe("KeyedQueue", () => {
  it("runs the tasks of a key one after the other, whatever becomes of them, and other keys beside them", async () => {
    const queue = new KeyedQueue();
    const log: string[] = [];
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first = queue.run("a", async () => {
      await gate;
      log.push("a1");
      throw new Error("a1 failed");
    });
    const second = queue.run("a", async () => log.push("a2"));
    await queue.run("b", async () => log.push("b1"));
    release();
    await expect(first).rejects.toThrow("a1 failed");
    await second;
    expect(log).toEqual(["b1", "a1", "a2"]);
  });

  it("is idle when all that was queued has ended", async () => {
    const queue = new KeyedQueue();
    const log: string[] = [];
    void queue.run("a", async () => log.push("a"));
    void queue.run("b", async () => log.push("b"));
    await queue.idle();
    expect(log.sort()).toEqual(["a", "b"]);
  });
});
