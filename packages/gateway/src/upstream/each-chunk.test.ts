import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { BrokenOff } from "./broken-off.js";
import { eachChunk } from "./each-chunk.js";

/** Long enough for every event of a stream that has ended. */
const afterwards = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await setImmediate();
};

describe("eachChunk", () => {
  it("waits for the last chunk to be taken, although the body has ended", async () => {
    const body = new PassThrough();
    const done: string[] = [];
    const reading = eachChunk(body, async (chunk) => {
      await afterwards();
      done.push(Buffer.from(chunk).toString());
    }).then(() => done.push("resolved"));
    body.end("last");
    await reading;
    expect(done).toEqual(["last", "resolved"]);
  });

  it("stops where the last chunk is refused, and fails where taking it fails", async () => {
    const refused = new PassThrough();
    const stopped = eachChunk(refused, async () => afterwards().then(() => false));
    refused.end("last");
    await stopped;
    const failing = new PassThrough();
    const failed = eachChunk(failing, async () => {
      await afterwards();
      throw new Error("not taken");
    });
    failing.end("last");
    await expect(failed).rejects.toThrow("not taken");
  });

  it("tells a body that breaks off", async () => {
    const body = new PassThrough();
    const reading = eachChunk(body, () => undefined);
    body.write("half");
    body.destroy();
    await expect(reading).rejects.toBeInstanceOf(BrokenOff);
  });
});
