import fc from "fast-check";
import type { SessionScript } from "./ledger-test-support.js";

const subject = fc.constantFrom("tabs", "the API", "port 8080", "main", "迁移文件", "10 workers");
const rule = fc
  .tuple(fc.constantFrom("Never change", "Always use", "You must keep", "Use at most 5", "不要修改"), subject)
  .map(([verb, what]) => `${verb} ${what}.`);
const path = fc.constantFrom("src/a.ts", "src/b.ts", "/etc/app.conf", "notes.md");

/** Something that happens in a session. */
export type SessionStep = (session: SessionScript) => void;

/** Steps that every ledger has something to take from: rules and their corrections, reads, edits, commands, plans, handles. */
export const sessionStep: fc.Arbitrary<SessionStep> = fc.oneof(
  rule.map(
    (text): SessionStep =>
      (session) =>
        session.user(text),
  ),
  subject.map(
    (what): SessionStep =>
      (session) =>
        session.user(`Actually, use ${what} instead.`),
  ),
  path.map(
    (file): SessionStep =>
      (session) =>
        session.tool("read_file", { path: file }, "order W55001\nx = 1"),
  ),
  path.map(
    (file): SessionStep =>
      (session) =>
        session.tool("edit", { path: file, old: "a", new: "b" }, "edited"),
  ),
  fc.constantFrom("0", "1").map(
    (code): SessionStep =>
      (session) =>
        session.tool("bash", { command: "make test" }, `Error: broken\nexit code: ${code}`),
  ),
  fc.constantFrom("pending", "completed").map(
    (status): SessionStep =>
      (session) =>
        session.tool("plan", { steps: [{ step: "ship", status }] }, "ok"),
  ),
  fc.constantFrom("I decided to stop because it works.", "Shall I proceed?", "ok").map(
    (text): SessionStep =>
      (session) =>
        session.assistant(text),
  ),
  fc.tuple(fc.constantFrom("Ann", "Bob", "Cem"), fc.constantFrom("So it is.", "Do it now!")).map(
    ([name, text]): SessionStep =>
      (session) =>
        session.user(`${name}: ${text} You should not wait.`),
  ),
  fc.constant<SessionStep>((session) =>
    session.tool("exec", { cmd: "serve" }, "Process running with session ID 77"),
  ),
  fc.constant<SessionStep>((session) =>
    session.call("lookup", { order_id: "W55001", url: "https://example.org/x" }),
  ),
);
