/** What a line says behind the name of the test. */
const MESSAGE_BEHIND =
  /^"?(?: \([\d.]+ ?m?s\))?(?::-?\d+(?=: ))?(?: *[-=]>)?(?: *failed)?(?: - |: | : |(?<!\w)\([^()]{0,80}\) | {2,}\w+: | [✕✗×✖✘] )(\S.*)$/;
const ONLY_AN_OUTCOME = /^[*[(]*(?:fail(?:ed|ure)?|error|broken|timeout)[\])*!]*$/i;
const ONLY_A_PLACE = /^[\w ]{1,40} at \S+:\d+$/;

/** What a line says of a failed test behind its name; undefined if that is nothing but how it ended, or where. */
export function messageBehind(line: string, name: string): string | undefined {
  const said = MESSAGE_BEHIND.exec(line.slice(line.indexOf(name) + name.length))?.[1];
  return said === undefined || ONLY_A_PLACE.test(said) || ONLY_AN_OUTCOME.test(said) ? undefined : said;
}
