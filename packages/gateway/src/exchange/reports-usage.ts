/** Usage stands in the events that end an answer, or at its start. */
const USAGE = Buffer.from('"usage"');
/** Many events say that there is none yet. */
const NO_USAGE = /^\s{0,4}:\s{0,4}null/;
const NO_USAGE_BYTES = 16;

/** True if some event in a part of a stream says more about usage than that there is none yet. */
export function reportsUsage(part: Buffer): boolean {
  for (let at = part.indexOf(USAGE); at !== -1; at = part.indexOf(USAGE, at + USAGE.length)) {
    const after = at + USAGE.length;
    if (!NO_USAGE.test(part.toString("latin1", after, after + NO_USAGE_BYTES))) return true;
  }
  return false;
}
