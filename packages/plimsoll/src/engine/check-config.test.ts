import { describe, expect, it } from "vitest";
import { CompactError } from "../errors/compact-error.js";
import type { CompactConfig } from "./compact-config.js";
import { CompactManager } from "./compact-manager.js";

/** As a caller does whose types are not checked. */
function refusalOf(config: unknown): string {
  try {
    const manager = new CompactManager(config as CompactConfig);
    return `accepted by ${manager.constructor.name}`;
  } catch (error) {
    if (error instanceof CompactError && error.code === "INVALID_CONFIG") return error.message;
    throw error;
  }
}

const nothing = (): Promise<never> => Promise.reject(new Error("not to be called"));
const ENTRIES_ONLY = {
  name: "entries",
  append: nothing,
  read: nothing,
  find: nothing,
  sessions: nothing,
  remove: nothing,
  sweep: nothing,
  close: nothing,
};

describe("the set-up of a manager", () => {
  it.each([
    [undefined, 'config is undefined; it must be an object with a model: { model: "gpt-5" }.'],
    [{}, "model is undefined; it must be given: it decides the window and how tokens are counted."],
    [{ model: 5 }, 'model is 5; it must be the name of a model, such as "gpt-5".'],
    [{ model: "gpt-5", policy: "strict" }, 'policy is "strict"; it must be an object.'],
    [
      { model: "gpt-5", maxContextTokens: "8000" },
      'maxContextTokens is "8000"; it must be a positive whole number of tokens.',
    ],
    [
      { model: "gpt-5", storage: ENTRIES_ONLY },
      "storage keeps entries but no artifacts (putArtifacts(), getArtifact(), listArtifacts(), searchArtifacts(), artifactSessions(), removeArtifacts(), sweepArtifacts()); give artifactsInEntries(store), or splitStore({ entries: store, artifacts }).",
    ],
    [
      { model: "gpt-5", artifacts: {} },
      "The option artifacts is unknown; did you mean storage: splitStore({ entries, artifacts })?",
    ],
    [{ model: "gpt-5", storage: {} }, "storage is an object; it must be a store, an object with append()."],
    [
      { model: "gpt-5", summarizer: "model" },
      'summarizer is "model"; it must be a summarizer, an object with summarize().',
    ],
    [{ model: "gpt-5", clock: 0 }, "clock is 0; it must be a function."],
    [
      { model: "gpt-5", exporters: [{}] },
      "exporters[0] is an object; it must be an exporter, an object with export().",
    ],
    [
      { model: "gpt-5", prices: { acme: { input: Number.NaN } } },
      'prices["acme"].input is NaN; it must be dollars per million tokens, from 0 to 1000000.',
    ],
    [
      { model: "gpt-5", prices: { acme: { input: 1, inputCached: 1 } } },
      'prices["acme"].inputCached is 1; it must be one of input, cachedInput, cacheWrite, output.',
    ],
    [
      { model: "gpt-5", prices: { acme: 3 } },
      'prices["acme"] is 3; it must be an object with input, cachedInput, cacheWrite, output.',
    ],
    [
      { model: "gpt-5", maxContextToken: 8000 },
      "The option maxContextToken is unknown; did you mean maxContextTokens?",
    ],
  ])("is refused with what is wrong and what belongs there: %j", (config, message) => {
    expect(refusalOf(config)).toBe(message);
  });

  it("names a format by its object, not by a text", () => {
    expect(refusalOf({ model: "gpt-5", format: "chat" })).toContain(
      'format is "chat"; it must be one of the exported formats',
    );
  });

  it("takes an option that is undefined for one that is not given", () => {
    expect(() => new CompactManager({ model: "gpt-5", ...JSON.parse("{}") })).not.toThrow();
    const loose = { model: "gpt-5", storage: undefined } as unknown as CompactConfig;
    expect(() => new CompactManager(loose)).not.toThrow();
  });
});
