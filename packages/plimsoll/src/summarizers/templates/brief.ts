import type { SummaryTemplate } from "./summary-template.js";

export const brief: SummaryTemplate = {
  name: "brief",
  title: "Brief",
  sections: [],
  shows: [
    { name: "constraints" },
    { name: "objective" },
    { name: "activeWork" },
    { name: "handles" },
    { name: "plan", only: ["active", "pending"] },
    { name: "errors", only: ["open"] },
    { name: "risks" },
    { name: "decisions" },
    { name: "files", only: ["created", "changed", "deleted", "moved"] },
    { name: "identifiers" },
    { name: "commands", only: ["failed", "running"] },
    { name: "requests" },
  ],
  instructions:
    "Write a short plain summary, a few lines without headings: what the user wants, what has been done, what is open, and the exact names and numbers the next step needs. Prefer copying sentences over rewording them.",
  example: {
    history:
      "user: Cancel order #A-1042 and refund to the card ending in 7731.\nassistant: The order is cancelled. The refund needs your confirmation.",
    summary:
      "User wants order #A-1042 cancelled and refunded to the card ending in 7731. The order is cancelled; the refund waits for the user's confirmation.",
  },
};
