/** Precede entries of a printed state whose heading does not say what they are. */
export const STATE_LABELS = {
  task: "Task: ",
  first: "Asked first: ",
  after: "Then: ",
  saidLast: "Said last: ",
  saidBefore: "Said before: ",
  replaced: "Replaced: ",
  fails: "Fails: ",
  fixed: "Fixed: ",
  risk: "Risk: ",
  blocked: "Blocked: ",
  asked: "Asked the user: ",
  filesIn: "all in ",
} as const;
