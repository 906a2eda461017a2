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
  "<apps_instructions>",
  "<plugins_instructions>",
  "<skill>",
  "<user_shell_command>",
  "<subagent_notification>",
  "<user_action>",
  "<hook_prompt",
  "<codex_internal_context",
  "<collaboration_mode>",
  "<model_switch>",
  "<personality_spec>",
  "<system-reminder>",
  "# AGENTS.md instructions",
];

/** How a client opens the summary of its own earlier compaction; all that follows is a model's. */
const SUMMARY_OPENINGS: readonly string[] = [
  "Another language model started to solve this problem and produced a summary of its thinking process.",
];

/** What a model wrote of an earlier window for the client, which sends it in the user's name; undefined for any other text. */
export function clientSummary(text: string): string | undefined {
  const whole = text.trimStart();
  if (!SUMMARY_OPENINGS.some((opening) => whole.startsWith(opening))) return undefined;
  return whole.slice(whole.indexOf("\n") + 1);
}

/** Where the part ends that an opening begins. */
const closingOf = (opening: string): string =>
  opening.startsWith("<") ? `</${opening.slice(1).replace(/[ >].*$/, "")}` : "</INSTRUCTIONS>";

/**
 * True for the text of a user message that no person wrote; the client adds a fresh one when needed. If anything
 * follows the client's text, the message counts as a person's.
 */
export function isClientContext(text: string): boolean {
  let rest = text.trimStart();
  if (clientSummary(rest) !== undefined) return true;
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
