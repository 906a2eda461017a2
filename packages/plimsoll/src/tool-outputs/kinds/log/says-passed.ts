const PASSED =
  /(?:\bPASS(?:ED)?\b|\.\.\. ?(?:ok|OK|passed)(?:$| [([])|^ok(?: \d| -|\s{2,}\S|\t)|^(?:passed|success(?:ful)?)(?::| {2,})|^[✓✔√☑] | [✓✔√]$|^--- PASS|\s{2,}OK(?:\s{2,}|$)|: Passed$| Passed +[\d.]+ sec$|^\[OK\] | \[OK\]$|^\((?:pass|ok|skip|todo)\) |\[ {7}OK \]|\b(?:successfully|succeeded)[.!]?$)/;

/** Every such line has one of these, which is found much sooner. */
const MAY_PASS = /[Pp]ass|PASS|[oO][kK]|success|succeed|[✓✔√☑]|^\((?:skip|todo)\)/;

/** True for a line (trimmed) with which a runner says that a test passed. */
export const saysPassed = (line: string): boolean => MAY_PASS.test(line) && PASSED.test(line);
