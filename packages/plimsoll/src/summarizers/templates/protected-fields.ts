/** What a summary copies character by character, whatever its template. */
export const PROTECTED_FIELDS: readonly string[] = [
  "identifiers: order, user, session and record ids, hashes, branch and version names, URLs, e-mail addresses",
  "file paths, function, class and variable names, command lines with their flags",
  "numbers, amounts, dates and limits, with their units",
  "constraints and prohibitions stated by the user, in the user's own words",
  "error messages and failing test names",
];

/** Whose words win when space runs out, most important first. */
export const SALIENCE_ORDER: readonly string[] = [
  "what the user asked for, decided, corrected or forbade",
  "errors reported by tools, and whether each is resolved",
  "decisions and findings of the assistant",
  "other tool output: only what later steps depend on",
];
