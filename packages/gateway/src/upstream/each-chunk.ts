import type { Readable } from "node:stream";
import { BrokenOff } from "./broken-off.js";

/**
 * Calls a function with each chunk of a body as it comes. It waits where the function gives a promise, and stops where it gives
 * `false`. The body is read to its end, or destroyed. Much cheaper than an async iterator, which takes several turns of the
 * queue for every chunk.
 *
 * @throws BrokenOff, or what `take` throws.
 */
export function eachChunk(
  body: Readable,
  take: (chunk: Uint8Array) => Promise<boolean | void> | boolean | void,
): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const stop = (settle: () => void): void => {
      body.off("data", receive);
      settle();
      body.destroy();
    };
    const fail = (error: unknown): void => stop(() => reject(error));
    // A paused body still ends when nothing is left in it.
    let [isBusy, hasEnded] = [false, false];
    const goOn = (more: boolean | void): void => {
      isBusy = false;
      if (more === false) stop(resolve);
      else if (hasEnded) resolve();
      else body.resume();
    };
    const receive = (chunk: Uint8Array): void => {
      try {
        const taken = take(chunk);
        if (taken === false) return stop(resolve);
        if (typeof taken !== "object") return;
        isBusy = true;
        body.pause();
        taken.then(goOn, fail);
      } catch (error) {
        fail(error);
      }
    };
    body.once("end", () => {
      hasEnded = true;
      if (!isBusy) resolve();
    });
    body.on("error", (error) => reject(new BrokenOff(error)));
    body.once("close", () => {
      if (!hasEnded) reject(new BrokenOff());
    });
    body.on("data", receive);
  });
}
