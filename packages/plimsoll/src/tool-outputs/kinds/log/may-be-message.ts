const FRAME =
  /^(?:(?:test )?at |File "|Raised at |Called from |Re-raised at |\(?in (?:test )?(?:file|function) .*line \d+\)?$|from \S+:\d+|in \S+:\d+|\d+:|# \S+:\d+|[\w./\\-]+:\d+(?::\d+)?:?(?:in `.*)?$|\S.*\(\S+:\d+(?::\d+)?\)$|[\w./\\-]+\.\w{1,8} @ \d+$|❯ |\S.*:\d+: in \S+$|(?:\([\w.]+ \d[\w.+-]*\) )?\S+\.\w{1,5}:\d+: (?:\(\w+\)|(?:anonymous fn\/\d+ in )?[\w.:!?]+\/\d+)$)/;
const NO_MESSAGE =
  /^(?:[-=_*~⎯^|.\s]+|>? ?\d+ ?[|│].*|[|│](?!.*[|│]$).*|=> *\d+: .*|[{}[\]()]+|\.\.\.|---.*|stack backtrace:|Traceback .*|self = <.*|> {2,}.*|>>> .*|def \w+\(.*|\$ .*|Failed|Message:|Stack:|(?:\S+:\d+|unknown file): Failure)$/;
/** Fields that say where or which, in a column of their own. */
const PLACE_FIELD =
  /^(?:(?:error )?trace|loc(?:ation)?|test(?: name| case)?|file(?: name)?|line|source|function|class|suite|exception class|operator|duration|time) *: *\t*\S/i;
/** Fields of a result in YAML that are not its message. */
const RESULT_FIELD =
  /^(?:severity|operator|at|stack|file|fileName|Subtest|line|column|type|name|code|duration_ms|failureType|location|source|test|found|wanted|pattern|lineNumber|columnNumber|typeName|methodName|functionName|evalOrigin|native|constructor):|^message: [|>][+-]?$/;
const LABEL = /^[-=*#\s]*[A-Za-z][\w ()]{1,50}:$/;
/** A test begins: what stood before belongs to another. */
const RUNNING =
  /^(?:\[ *(?:RUN|OK|PASS(?:ED)?) *\]|=== (?:RUN|CONT|PAUSE|NAME) |Running |Testing |Suite: |\[Suite\] |Start +\d+: |test \d+$|Test command: |Working Directory: |Test timeout computed |Start(?:ed|ing):? |Test [Cc]ase .{1,300} started\b|▶ )/;

/** True for a line (trimmed) with which a runner says that it begins a test, or that one passed. */
export const opensTest = (line: string): boolean => RUNNING.test(line);

/** A name alone on its line. */
const ONLY_A_NAME = /^\w+(?:_\w+){2,}$/;

/** True for a line (trimmed) that may say what was wrong: no frame, no code, no drawing, no name of a field. */
export const mayBeMessage = (line: string): boolean =>
  !FRAME.test(line) &&
  !NO_MESSAGE.test(line) &&
  !RESULT_FIELD.test(line) &&
  !PLACE_FIELD.test(line) &&
  !RUNNING.test(line) &&
  !ONLY_A_NAME.test(line) &&
  /\p{L}{2}|\d/u.test(line);

/** True for a line (trimmed) that only introduces what stands below it: "Expected output:". */
export const isLabel = (line: string): boolean => LABEL.test(line);
