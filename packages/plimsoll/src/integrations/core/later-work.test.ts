import { describe, expect, it } from "vitest";
import { LaterWork } from "./later-work.js";

describe("LaterWork", () => {
  it("does one thing after the other, in the order in which they came, and nothing at once", async () => {
    const later = new LaterWork();
    const done: number[] = [];
    for (let index = 0; index < 100; index++)
      later.add(async () => {
        await Promise.resolve();
        done.push(index);
      });
    expect(done).toEqual([]);
    await later.settled();
    expect(done).toEqual(Array.from({ length: 100 }, (_, index) => index));
  });

  it("does a task at once for somebody who waits for it, and once", async () => {
    const later = new LaterWork();
    const done: string[] = [];
    later.add(async () => void done.push("first"));
    const awaited = later.add(async () => void done.push("awaited"));
    await awaited.run();
    expect(done).toEqual(["awaited"]);
    await later.settled();
    await awaited.run();
    expect(done).toEqual(["awaited", "first"]);
  });

  it("lets all else go first in the pauses of a task, until somebody waits for it", async () => {
    const later = new LaterWork();
    const done: string[] = [];
    let began = (): void => undefined;
    const secondStep = new Promise<void>((resolve) => {
      began = resolve;
    });
    const task = later.add(async (pause) => {
      setImmediate(() => done.push("another's"));
      await pause();
      done.push("second step");
      began();
      await new Promise((resolve) => setImmediate(resolve));
      setImmediate(() => done.push("what comes later"));
      await pause();
      done.push("last step");
    });
    await secondStep;
    expect(done).toEqual(["another's", "second step"]);
    await task.run();
    expect(done).toEqual(["another's", "second step", "last step"]);
    await later.settled();
  });

  it("goes on after a task that fails", async () => {
    const later = new LaterWork();
    const done: string[] = [];
    later.add(() => Promise.reject(new Error("no")));
    later.add(async () => void done.push("second"));
    await later.settled();
    expect(done).toEqual(["second"]);
  });
});
