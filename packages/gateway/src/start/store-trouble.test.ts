import { memoryStorage } from "plimsoll";
import { describe, expect, it } from "vitest";
import { storeTrouble } from "./store-trouble.js";

describe("storeTrouble", () => {
  it("follows a store that goes and comes back, and asks it at most once a second", async () => {
    const store = memoryStorage();
    let [isGone, asked, time] = [false, 0, 0];
    const find: typeof store.find = (sessionId, ids) => {
      asked += 1;
      return isGone ? Promise.reject(new Error("connect ECONNREFUSED")) : store.find(sessionId, ids);
    };
    const trouble = storeTrouble([{ find }], { now: () => time });
    expect(await Promise.all([trouble(), trouble()])).toEqual([undefined, undefined]);
    expect(asked).toBe(1);
    isGone = true;
    time = 1000;
    expect(await trouble()).toBe("the store does not answer");
    isGone = false;
    time = 2000;
    expect(await trouble()).toBeUndefined();
    expect(asked).toBe(3);
  });
});
