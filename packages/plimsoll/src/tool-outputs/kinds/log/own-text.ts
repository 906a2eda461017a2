/** A result in JSON below the name of a test. */
const MESSAGE_FIELD = /^\{.{0,120}?"(?:message|error)": ?"((?:[^"\\]|\\[^n]){1,400})/;
/** A mark of the runner before each line of a message. */
const MARGIN = /^(?:(?:=>|[→⇒↳])(?= )|\[-+\]|[❌⛔💥🔴](?= ?(?:not ok|FAIL|ERROR)))\s*/u;
/** The lines of a tree that is drawn before names. */
const TREE = /^[\s│]*[├└]─+ \S/m;
const BRANCHES = /^[\s│├└─╷╵]+/;

/** True for a text that draws a tree before its lines. */
export const drawsTree = (text: string): boolean => TREE.test(text);

/** A line of a test run without what is drawn before it; the message, where the line is a record. */
export function ownText(cleaned: string, isTree: boolean): string {
  const bare = (isTree ? cleaned.replace(BRANCHES, "") : cleaned.trimStart()).replace(MARGIN, "");
  return MESSAGE_FIELD.exec(bare)?.[1] ?? bare;
}
