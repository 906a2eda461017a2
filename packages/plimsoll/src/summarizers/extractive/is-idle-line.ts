/** A test that passed, in the words of many runners. */
const PASSED =
  /\bPASS(?:ED)?\b|\.\.\. ?(?:ok|passed)(?:$| [([])|^ok \d|^[✓✔√] | [✓✔√]$|: Passed$| Passed {1,8}[\d.]{1,12} sec$|^\[OK\] |\[ {7}OK \]/;
const PROBLEM = /fail|error|[1-9]\d* broken|not ok/i;
/** The prompt of a shell with nothing behind it. */
const PROMPT = /^[\w.-]{1,40}@[\w.-]{1,80}:\S{0,200} ?[#$%>]$/;
/** What a harness adds below a command that ended well. */
const ENDED = /^\[[\w ]{0,40}\bexit(?:ed)?(?: with)?(?: code| status)?[:= ]{1,3}0\b[\w ]{0,20}\]$/i;

const MOST_CHARACTERS = 400;

/** True for a line of an output that says no more than that all is well, or that a shell waits. Linear. */
export function isIdleLine(text: string): boolean {
  if (text.length > MOST_CHARACTERS) return false;
  const line = text.trim();
  if (PROMPT.test(line) || ENDED.test(line)) return true;
  return PASSED.test(line) && !PROBLEM.test(line);
}
