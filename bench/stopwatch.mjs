// Where the time of a compaction goes, seen through the interfaces that a manager is given.
import { memoryStorage } from "plimsoll";
import { createRedactor } from "plimsoll/redaction";
import { extractiveSummarizer } from "plimsoll/summarizers";

const methodsOf = (object) => Object.keys(object).filter((name) => typeof object[name] === "function");

/** Sums up the time inside the wrapped calls; time of a call inside another belongs to the outer one. */
export function stopwatch() {
  const spent = { counting: 0, redaction: 0, summarizer: 0, storage: 0 };
  let inside = false;
  const timed =
    (part, call) =>
    (...given) => {
      if (inside) return call(...given);
      inside = true;
      const start = performance.now();
      const done = () => {
        spent[part] += performance.now() - start;
        inside = false;
      };
      const result = call(...given);
      if (!(result instanceof Promise)) done();
      return result instanceof Promise ? result.finally(done) : result;
    };
  const storage = memoryStorage();
  const wrap = (part, object, methods) => ({
    ...object,
    ...Object.fromEntries(methods.map((name) => [name, timed(part, object[name].bind(object))])),
  });
  return {
    spent,
    wrapped: ({ estimator }) => ({
      estimator: { ...wrap("counting", estimator, ["count"]), seams: estimator.seams },
      redactor: wrap("redaction", createRedactor(), ["text", "value"]),
      summarizer: wrap("summarizer", extractiveSummarizer(), ["summarize"]),
      storage: wrap("storage", storage, methodsOf(storage)),
    }),
  };
}
