/** How user messages begin that a client writes itself: where it runs, what its instruction files say, what was stopped. */
const OPENINGS: readonly string[] = [
  "<environment_context>",
  "<user_instructions>",
  "<permissions instructions>",
  "<turn_aborted>",
  "<skills_instructions>",
  "# AGENTS.md instructions",
];

/** True for the text of a user message that no person wrote: the client puts a fresh one in where it is needed. */
export function isClientContext(text: string): boolean {
  const start = text.trimStart();
  return OPENINGS.some((opening) => start.startsWith(opening));
}
