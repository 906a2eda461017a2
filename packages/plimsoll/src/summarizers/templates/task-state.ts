import type { SummaryTemplate } from "./summary-template.js";

export const taskState: SummaryTemplate = {
  name: "task_state",
  title: "Task state",
  sections: [
    {
      heading: "Goal",
      asksFor: "what the user wants, in the user's words; the newest request last",
      shows: [{ name: "objective" }, { name: "requests" }],
    },
    {
      heading: "Constraints",
      asksFor: "rules, limits and prohibitions from the user, verbatim",
      shows: [{ name: "constraints" }],
    },
    {
      heading: "Done",
      asksFor: "finished steps, each with the evidence that it is finished",
      shows: [{ name: "plan", only: ["done"] }],
    },
    {
      heading: "In progress",
      asksFor: "the step under way and its exact state",
      shows: [{ name: "activeWork" }, { name: "plan", only: ["active"] }, { name: "handles" }],
    },
    {
      heading: "Open",
      asksFor: "what is still to do, known errors, unanswered questions",
      shows: [{ name: "plan", only: ["pending"] }, { name: "errors", only: ["open"] }, { name: "risks" }],
    },
    {
      heading: "Facts",
      asksFor: "paths, ids, commands, numbers and decisions that later steps need",
      shows: [
        { name: "decisions" },
        { name: "files" },
        { name: "identifiers" },
        { name: "commands" },
        { name: "sources" },
      ],
    },
  ],
  instructions:
    "Write the state of the task so that someone who has not seen the history can go on with the next step without asking again and without redoing finished work.",
  example: {
    history:
      'user: The export in src/report/csv.ts drops the last row. Fix it, but do not touch the tests.\nassistant calls run: {"command":"npm test -- csv"}\nresult: 1 failed: csv > keeps the last row (expected 3, got 2)\nassistant: The loop stops at length - 1. I changed it in src/report/csv.ts line 42.',
    summary:
      "## Goal\n- The export in src/report/csv.ts drops the last row; fix it.\n## Constraints\n- do not touch the tests\n## Done\n- Loop bound changed in src/report/csv.ts line 42 (it stopped at length - 1)\n## In progress\n- Not verified yet\n## Open\n- Run `npm test -- csv` again; before the change: csv > keeps the last row (expected 3, got 2)\n## Facts\n- Test command: npm test -- csv",
  },
};
