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

  it("lets all else go first in the pauses of a task that takes long, until somebody waits for it", async () => {
    let time = 0;
    const later = new LaterWork(() => time);
    const done: string[] = [];
    let began = (): void => undefined;
    const lastStep = new Promise<void>((resolve) => {
      began = resolve;
    });
    const task = later.add(async (pause) => {
      setImmediate(() => done.push("another's"));
      await pause();
      done.push("short step");
      time += 1;
      await pause();
      done.push("long step");
      began();
      await new Promise((resolve) => setImmediate(resolve));
      setImmediate(() => done.push("what comes later"));
      time += 1;
      await pause();
      done.push("last step");
    });
    await lastStep;
    expect(done).toEqual(["short step", "another's", "long step"]);
    await task.run();
    expect(done).toEqual(["short step", "another's", "long step", "last step"]);
    await later.settled();
  });

  it("does short tasks together and a long one alone", async () => {
    let time = 0;
    const later = new LaterWork(() => time);
    const done: string[] = [];
    const add = (name: string, milliseconds: number): void =>
      void later.add(async () => {
        time += milliseconds;
        done.push(name);
        setImmediate(() => done.push(`turn after ${name}`));
      });
    for (const name of ["first", "second"]) add(name, 0.01);
    add("long", 5);
    add("last", 0.01);
    await later.settled();
    expect(done.slice(0, 3)).toEqual(["first", "second", "long"]);
    expect(done.indexOf("last")).toBeGreaterThan(done.indexOf("turn after long"));
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
