import type { Checkpoint } from "../../facts/checkpoint/checkpoint.js";
import { type Brevity, withinBrevity } from "../../facts/checkpoint/within-brevity.js";
import { extractFacts } from "../../facts/verification/extract-facts.js";
import type { Fact } from "../../facts/verification/fact.js";

/** The facts that a window must show, said with that brevity. */
export const requiredFacts = (checkpoint: Checkpoint, brevity: Brevity): readonly Fact[] =>
  extractFacts(withinBrevity(checkpoint, brevity)).filter((fact) => fact.must);
