import type { Format } from "../formats/format.js";

const MAX_READ = 640;

/** How tools open what they write in the name of the user. */
const NOT_SAID =
  /^(?:<|Caveat: The messages below|\[Request interrupted|# AGENTS\.md|This session is being continued)/;

/** What a session is about: the first words of its user, in one line. Empty if he said nothing. */
export function firstRequest(items: Iterable<object>, format: Format): string {
  for (const item of items) {
    const { role, text } = format.view(item);
    const words = text.slice(0, MAX_READ).replace(/\s+/g, " ").trim();
    if (role === "user" && words !== "" && !NOT_SAID.test(words)) return words;
  }
  return "";
}
