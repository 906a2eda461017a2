/**
 * Openings of text that a client writes into user messages: its environment, its instruction files,
 * interruptions.
 */
const OPENINGS: readonly string[] = [
  "<environment_context>",
  "<user_instructions>",
  "<permissions instructions>",
  "<turn_aborted>",
  "<skills_instructions>",
  "<system-reminder>",
  "# AGENTS.md instructions",
];

/** Where the part ends that an opening begins. */
const closingOf = (opening: string): string =>
  opening.startsWith("<") ? `</${opening.slice(1).replace(/[ >].*$/, "")}` : "</INSTRUCTIONS>";

/**
 * True for the text of a user message that no person wrote; the client adds a fresh one when needed. If anything
 * follows the client's text, the message counts as a person's.
 */
export function isClientContext(text: string): boolean {
  let rest = text.trimStart();
  let found = false;
  for (;;) {
    const start = rest;
    const opening = OPENINGS.find((candidate) => start.startsWith(candidate));
    if (opening === undefined) return found && rest === "";
    found = true;
    const closing = rest.indexOf(closingOf(opening));
    const end = closing < 0 ? -1 : rest.indexOf(">", closing);
    if (end < 0) return true;
    rest = rest.slice(end + 1).trimStart();
  }
}
