import type { SummaryTemplate } from "./summary-template.js";

export const decisionLog: SummaryTemplate = {
  name: "decision_log",
  title: "Decision log",
  sections: [
    {
      heading: "Decisions",
      asksFor: "each decision with who took it and why; a later one replaces an earlier one",
      shows: [
        { name: "decisions", withSpeaker: true },
        { name: "plan", only: ["done"] },
      ],
    },
    { heading: "Rejected", asksFor: "options that were turned down, with the reason", shows: [] },
    {
      heading: "Undecided",
      asksFor: "questions still open, and what they wait for",
      shows: [
        { name: "activeWork" },
        { name: "handles" },
        { name: "plan", only: ["active", "pending"] },
        { name: "errors", only: ["open"] },
        { name: "risks" },
      ],
    },
    {
      heading: "Constraints",
      asksFor: "rules and limits that bound the decisions, verbatim",
      shows: [{ name: "constraints" }],
    },
    {
      heading: "Facts",
      asksFor: "names, ids and numbers that the decisions rest on",
      shows: [
        { name: "objective" },
        { name: "requests" },
        { name: "files" },
        { name: "identifiers" },
        { name: "commands" },
        { name: "sources" },
      ],
    },
  ],
  instructions:
    "Write what has been decided and why. Mark a decision that was revised as revised and keep only its last form. Do not turn a suggestion into a decision.",
  example: {
    history:
      "user: Postgres or SQLite for the queue? At most 50 writes a second.\nassistant: SQLite in WAL mode is enough for 50 writes a second; Postgres would need another service.\nuser: Good, SQLite. But keep the interface so that we can swap it.",
    summary:
      "## Decisions\n- SQLite in WAL mode for the queue (user): enough for 50 writes a second\n- keep the interface so that we can swap it (user)\n## Rejected\n- Postgres: would need another service\n## Undecided\n- none\n## Constraints\n- At most 50 writes a second\n## Facts\n- none",
  },
};
