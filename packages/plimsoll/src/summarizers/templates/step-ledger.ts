import type { SummaryTemplate } from "./summary-template.js";

export const stepLedger: SummaryTemplate = {
  name: "step_ledger",
  title: "Step ledger",
  sections: [
    {
      heading: "Goal",
      asksFor: "what the steps are for, in the user's words",
      shows: [{ name: "objective" }, { name: "constraints" }, { name: "requests" }],
    },
    {
      heading: "Steps",
      asksFor: "numbered, in order: action with its exact target -> outcome (done, failed, skipped)",
      shows: [
        { name: "plan", only: ["done"] },
        { name: "files", only: ["created", "changed", "deleted", "moved"] },
        { name: "commands" },
        { name: "errors", only: ["open"] },
      ],
    },
    {
      heading: "Next",
      asksFor: "the next step, and what it needs",
      shows: [
        { name: "activeWork" },
        { name: "plan", only: ["active", "pending"] },
        { name: "handles" },
        { name: "risks" },
      ],
    },
    {
      heading: "Facts",
      asksFor: "ids, paths and values that steps produced",
      shows: [
        { name: "identifiers" },
        { name: "decisions" },
        { name: "files", only: ["read"] },
        { name: "sources" },
      ],
    },
  ],
  instructions:
    "Write one line per step that changed something or taught something. Merge repeated attempts at the same step into one line that says how many there were and how the last one ended.",
  example: {
    history:
      'user: Move the images to the bucket media-eu.\nassistant calls upload: {"file":"a.png","bucket":"media-eu"}\nresult: ok etag 9f31c2\nassistant calls upload: {"file":"b.png","bucket":"media-eu"}\nresult (error): 403 AccessDenied',
    summary:
      "## Goal\n- Move the images to the bucket media-eu.\n## Steps\n1. upload a.png to media-eu -> done (etag 9f31c2)\n2. upload b.png to media-eu -> failed: 403 AccessDenied\n## Next\n- b.png again, once access to media-eu is granted\n## Facts\n- bucket: media-eu",
  },
};
