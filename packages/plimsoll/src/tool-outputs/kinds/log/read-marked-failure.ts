/** A failed test in a line that a runner writes for the service that runs it. */
export interface MarkedFailure {
  readonly name: string;
  readonly message: string;
}

/** "::error file=a.js,title=suite > name,line=3::message%0Amore" */
const ANNOTATION =
  /^::error (?:[^:]|:(?!:)){0,300}?\btitle=((?:[^,:]|:(?!:)){1,300})(?:,(?:[^:]|:(?!:)){0,300})?::(.*)$/;
/** "##teamcity[testFailed name='suite: name' message='…' …]" */
const SERVICE_MESSAGE = /^##teamcity\[testFailed /;
const NAME = / name='((?:[^'|]|\|.){1,300})'/;
const DETAILS = / details='((?:[^'|]|\|.){1,400})/;
/** A message that says no more than that it failed, and where. */
const VAGUE = /^(?:(?:test )?fail(?:ed|ure)?|error|assertion failed)[!.:]?(?: *[[(].*)?$/i;
const ACTUAL = / actual='((?:[^'|]|\|.){1,400})/;
const MESSAGE = / message='((?:[^'|]|\|.){0,400})/;

/** True for a line that is written for a service. */
export const isForService = (line: string): boolean =>
  line.startsWith("##teamcity[") || line.startsWith("::error ");

/** The failed test that a line (trimmed) tells a service of; undefined for any other line. */
export function readMarkedFailure(line: string): MarkedFailure | undefined {
  const annotation = line.startsWith("::error ") ? ANNOTATION.exec(line) : null;
  if (annotation !== null) {
    const [, title = "", said = ""] = annotation;
    const name = percentDecoded(title);
    return { name, message: firstMessage(percentDecoded(said), name) };
  }
  if (!SERVICE_MESSAGE.test(line)) return undefined;
  const name = NAME.exec(line)?.[1];
  return name === undefined
    ? undefined
    : {
        name: unescaped(name),
        message: messageOf(line),
      };
}

function messageOf(line: string): string {
  const [message = "", details = "", actual = ""] = [MESSAGE, DETAILS, ACTUAL].map(
    (field) =>
      unescaped(field.exec(line)?.[1] ?? "")
        .split("\n")[0]
        ?.trim() ?? "",
  );
  if (VAGUE.test(message) && details !== "") return details;
  return actual === "" || message.includes(actual) ? message : `${message} actual: ${actual}`;
}

/** The first line that says more than the name does. */
function firstMessage(said: string, name: string): string {
  const own = name.split(/ [>›] /).at(-1) ?? name;
  const lines = said.split("\n").map((line) => line.trim());
  return lines.find((line) => line !== "" && !line.includes(own)) ?? lines[0] ?? "";
}

const percentDecoded = (text: string): string =>
  text.replace(/%(0A|0D|25|3A|2C)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const unescaped = (text: string): string =>
  text.replace(/\|([nr'|[\]])/g, (_, sign: string) => (sign === "n" || sign === "r" ? "\n" : sign));
