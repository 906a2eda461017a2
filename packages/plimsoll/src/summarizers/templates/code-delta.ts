import type { SummaryTemplate } from "./summary-template.js";

export const codeDelta: SummaryTemplate = {
  name: "code_delta",
  title: "Code delta",
  sections: [
    {
      heading: "Goal",
      asksFor: "what the change is for, in the user's words, with its constraints",
      shows: [{ name: "objective" }, { name: "constraints" }, { name: "requests" }],
    },
    {
      heading: "Changed",
      asksFor: "per file path: what was added, changed or removed, with the names involved",
      shows: [{ name: "files", only: ["created", "changed", "deleted", "moved"] }],
    },
    {
      heading: "Read",
      asksFor: "files that were read and matter, with what was learnt",
      shows: [
        { name: "files", only: ["read"] },
        { name: "decisions" },
        { name: "identifiers" },
        { name: "sources" },
      ],
    },
    {
      heading: "Checks",
      asksFor: "commands that were run and their last outcome; failing names and error texts verbatim",
      shows: [{ name: "commands" }, { name: "errors", only: ["open"] }],
    },
    {
      heading: "Next",
      asksFor: "edits and checks still to do",
      shows: [
        { name: "activeWork" },
        { name: "plan", only: ["active", "pending"] },
        { name: "handles" },
        { name: "risks" },
      ],
    },
  ],
  instructions:
    "Write the difference between the code at the start and now, and how it was checked. Name files by their path and code by its exact names. Quote a line of code only where the next edit must match it.",
  example: {
    history:
      'user: Rename loadUser to fetchUser everywhere.\nassistant calls edit: {"path":"src/user.ts","old":"export function loadUser(id","new":"export function fetchUser(id"}\nresult: ok\nassistant calls run: {"command":"tsc --noEmit"}\nresult (error): src/page.ts(7,10): error TS2305: no exported member \'loadUser\'',
    summary:
      "## Goal\n- Rename loadUser to fetchUser everywhere.\n## Changed\n- src/user.ts: function loadUser(id renamed to fetchUser(id\n## Read\n- none\n## Checks\n- tsc --noEmit: src/page.ts(7,10): error TS2305: no exported member 'loadUser'\n## Next\n- Rename the import in src/page.ts line 7, then tsc --noEmit",
  },
};
