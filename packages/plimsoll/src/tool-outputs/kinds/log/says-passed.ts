const PASSED =
  /(?:\bPASS(?:ED)?\b|\.\.\. ?(?:ok|OK|passed)(?:$| [([])|^ok(?: \d| -)|^(?:passed|success(?:ful)?)(?::| {2,})|^[✓✔√☑] | [✓✔√]$|^--- PASS|\s{2,}OK(?:\s{2,}|$)|: Passed$| Passed +[\d.]+ sec$|^\[OK\] | \[OK\]$|^\((?:pass|ok|skip|todo)\) |\[ {7}OK \]|\b(?:successfully|succeeded)[.!]?$)/;

/** True for a line (trimmed) with which a runner says that a test passed. */
export const saysPassed = (line: string): boolean => PASSED.test(line);
