import { describe, expect, it } from "vitest";
import { script, type SessionScript } from "./ledger-test-support.js";

const steps = (session: SessionScript): string[] =>
  session
    .checkpoint()
    .plan.filter(({ status }) => status === "current")
    .map(({ text, state }) => `${state} ${text}`);

describe("PlanLedger", () => {
  it("follows single steps by the id that their creation returned", () => {
    const session = script()
      .tool(
        "TaskCreate",
        { subject: "Read the code", description: "all of it" },
        "Task #1 created: Read the code",
      )
      .tool("TaskCreate", { subject: "Write the tests" }, '{"id": "t-2"}')
      .tool("TaskCreate", { subject: "Ship" }, "Task #3 created")
      .tool("TaskUpdate", { taskId: "1", status: "in_progress" }, "Updated task #1")
      .tool("TaskUpdate", { taskId: "t-2", status: "in_progress" }, "ok")
      .tool("TaskUpdate", { taskId: "1", status: "completed" }, "Updated task #1")
      .tool("TaskUpdate", { taskId: "3", status: "cancelled" }, "Updated task #3");
    expect(steps(session)).toEqual(["done Read the code", "active Write the tests", "done Ship"]);
  });

  it("takes no refused change for made", () => {
    const session = script()
      .tool("add_todo", { title: "Ship" }, "id: 7")
      .tool("update_todo", { id: 7, done: true }, "Error: no such item");
    expect(steps(session)).toEqual(["pending Ship"]);
    expect(steps(script().tool("add_todo", { title: "Ship" }, "Error: the list is full"))).toEqual([]);
    expect(steps(session.tool("complete_todo", { id: 7 }, "ok"))).toEqual(["done Ship"]);
  });

  it.each([
    ["todos", "content", "status"],
    ["plan", "step", "status"],
    ["steps", "text", "state"],
    ["tasks", "title", "done"],
    ["items", "task", "completed"],
  ])("replaces a list of %s", (list, text, state) => {
    const [done, open] = state === "done" || state === "completed" ? [true, false] : ["completed", "pending"];
    const session = script()
      .tool(
        "update",
        {
          [list]: [
            { [text]: "a", [state]: open },
            { [text]: "b", [state]: open },
          ],
        },
        "ok",
      )
      .tool(
        "update",
        {
          [list]: [
            { [text]: "b", [state]: done },
            { [text]: "c", [state]: open },
          ],
        },
        "ok",
      );
    expect(steps(session)).toEqual(["done b", "pending c"]);
  });

  it("reads checklists of the assistant and of files named after a plan", () => {
    const session = script()
      .assistant("The plan:\n- [x] read\n- [ ] write")
      .tool("write", { path: "docs/PLAN.md", content: "# Plan\n- [ ] measure\n- [ ] ship" }, "ok")
      .tool("edit", { path: "docs/PLAN.md", old_string: "- [ ] measure", new_string: "- [x] measure" }, "ok")
      .tool("write", { path: "README.md", content: "- [ ] not a plan" }, "ok");
    expect(steps(session)).toEqual(["done read", "pending write", "done measure", "pending ship"]);
  });

  it("reads a list of marks or signs that stands in an argument or a text", () => {
    const expected = ["Read done", "Write active", "Fix pending"];
    const stepsOf = (session: SessionScript): string[] =>
      session.checkpoint().plan.map(({ text, state }) => `${text} ${state}`);
    expect(
      stepsOf(script().tool("update_todo_list", { todos: "[x] Read\n[-] Write\n[ ] Fix" }, "ok")),
    ).toEqual(expected);
    expect(stepsOf(script().assistant("1. ✅ Read\n2. 🔄 Write\n3. ⬜ Fix"))).toEqual(expected);
    expect(stepsOf(script().assistant("✅ Tests pass\n✅ Lint passes"))).toEqual([]);
    const progress = { path: "a.ts", task_progress: "- [x] Read\n- [ ] Fix" };
    expect(stepsOf(script().tool("read_file", progress, "x"))).toEqual(["Read done", "Fix pending"]);
  });

  it("keeps the steps that a call leaves out which changes only some of them", () => {
    const todo = (content: string, status: string): object => ({ content, status });
    const session = script()
      .tool("todo_write", { merge: false, todos: [todo("Read", "pending"), todo("Fix", "pending")] }, "ok")
      .tool("todo_write", { merge: true, todos: [todo("Read", "completed")] }, "ok");
    expect(
      session
        .checkpoint()
        .plan.filter(({ status }) => status === "current")
        .map(({ text, state }) => `${text} ${state}`),
    ).toEqual(["Read done", "Fix pending"]);
  });

  it("does not let a list take away steps that have an id", () => {
    const session = script()
      .tool("create_task", { title: "Ship" }, "#4")
      .tool("todo_write", { todos: [{ content: "a", status: "pending" }] }, "ok");
    expect(steps(session)).toEqual(["pending Ship", "pending a"]);
  });
});
