const COLON_RESULT = /^\S+:\d+:[FE]:/;
const TEST_SHAPE = /^(?:[E>] |_+ |\d{1,4}\))/;

/** "1) name", "E   message", "> code", "__ name __" and "name [E]" in a line (trimmed), without a keyword in it. */
export const isTestShape = (line: string): boolean =>
  TEST_SHAPE.test(line) ||
  COLON_RESULT.test(line) ||
  line.endsWith(" [E]") ||
  (line.startsWith("In ") && line.endsWith(":"));
