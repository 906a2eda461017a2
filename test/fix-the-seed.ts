import fc from "fast-check";

/**
 * Generated cases differ from run to run, and every failure prints the seed that brings it back. Where a run decides
 * whether a change is taken (`.ci/run`), one seed is set: a change is not refused for a case that it has nothing to do
 * with.
 */
const seed = process.env["PLIMSOLL_TEST_SEED"];
if (seed !== undefined && seed !== "") fc.configureGlobal({ seed: Number(seed) });
