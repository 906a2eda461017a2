import type { SummaryTemplate } from "./summary-template.js";

export const requirementsLedger: SummaryTemplate = {
  name: "requirements_ledger",
  title: "Requirements ledger",
  sections: [
    {
      heading: "Requirements",
      asksFor: "each requirement verbatim, with its state: open, met (how it is known), or withdrawn",
      shows: [
        { name: "objective" },
        { name: "constraints", only: ["requirement", "acceptance", "preference"] },
        { name: "requests" },
      ],
    },
    {
      heading: "Rules",
      asksFor: "what must and what must not be done, and limits, verbatim",
      shows: [{ name: "constraints", only: ["rule", "limit"] }],
    },
    {
      heading: "Assumptions",
      asksFor: "what the assistant assumed without the user saying so",
      shows: [{ name: "decisions" }],
    },
    {
      heading: "Questions",
      asksFor: "what the user was asked and has not answered",
      shows: [
        { name: "handles" },
        { name: "activeWork" },
        { name: "plan" },
        { name: "errors", only: ["open"] },
        { name: "risks" },
      ],
    },
    {
      heading: "Facts",
      asksFor: "names, ids and numbers that the requirements mention",
      shows: [{ name: "files" }, { name: "identifiers" }, { name: "commands" }, { name: "sources" }],
    },
  ],
  instructions:
    "Write what is required and how far each requirement is met. Never merge two requirements, never soften one, and never mark one as met without evidence from the history.",
  example: {
    history:
      "user: The form must work without JavaScript and load in under 1 s. No cookies.\nassistant: It is plain HTML now. I measured 0.4 s. I assume English only.",
    summary:
      "## Requirements\n- The form must work without JavaScript: met (plain HTML)\n- load in under 1 s: met (measured 0.4 s)\n## Rules\n- No cookies.\n## Assumptions\n- English only\n## Questions\n- none\n## Facts\n- none",
  },
};
