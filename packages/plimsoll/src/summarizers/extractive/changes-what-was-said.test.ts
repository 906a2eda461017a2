import { describe, expect, it } from "vitest";
import { changesWhatWasSaid } from "./changes-what-was-said.js";

describe("changesWhatWasSaid", () => {
  it.each([
    "Correction: the build is 2027.7.260, no longer 2027.11.263.",
    "Hamid went home; Soren is now the incident lead.",
    "From now on updates go to the bridge.",
    "Use tabs instead.",
    "从现在起由小李负责。",
  ])("is true of %j", (sentence) => expect(changesWhatWasSaid(sentence)).toBe(true));

  it.each(["Hamid is the incident lead.", "Now restart the service.", "Keep looking."])(
    "is false of %j",
    (sentence) => expect(changesWhatWasSaid(sentence)).toBe(false),
  );
});
