import { describe, expect, it } from "vitest";
import { script } from "../ledgers/ledger-test-support.js";
import { extractFacts } from "./extract-facts.js";

describe("extractFacts", () => {
  const session = script()
    .user("Refactor the order service in src/orders. Never push to main. 所有接口必须保持兼容。")
    .tool("exec_command", { cmd: "npm run dev" }, "Process started in the background, session id: sess_4411")
    .tool("write_file", { path: "/repo/src/orders/service.ts", content: "export {}" }, "ok")
    .tool(
      "bash",
      { command: "npm test" },
      "FAIL src/orders/service.test.ts\nError: timeout after 5s\nexit code: 1",
    )
    .tool("get_order", { order_id: "#W8492013" }, '{"order_id":"#W8492013","status":"pending"}')
    .user("Actually, never push to main or release instead. Show me the failing test.");
  const facts = extractFacts(session.checkpoint());
  const ofKind = (kind: string): string[] =>
    facts.filter((fact) => fact.kind === kind).map(({ value }) => value);

  it("takes current constraints word for word, with what they took the place of", () => {
    expect(ofKind("constraint")).toEqual([
      "所有接口必须保持兼容。",
      "Actually, never push to main or release instead.",
    ]);
    expect(facts.find(({ value }) => value.startsWith("Actually"))).toMatchObject({
      must: true,
      superseded: ["Never push to main."],
      itemIds: ["i9"],
    });
  });

  it("takes objective, newest request, changed files, failures, open handles and identifiers with their meaning", () => {
    expect(ofKind("objective")).toEqual(["Refactor the order service in src/orders."]);
    expect(ofKind("request")).toEqual(["Actually, never push to main or release instead."]);
    expect(ofKind("file")).toEqual(["orders/service.ts"]);
    expect(ofKind("command")).toEqual(["npm test"]);
    expect(ofKind("error")).toContain("Error: timeout after 5s");
    expect(ofKind("handle")).toEqual(["sess_4411"]);
    expect(ofKind("identifier")).toContain("#W8492013");
    expect(facts.find(({ value }) => value === "#W8492013")?.meaning).toContain("order_id");
  });

  it("takes open steps, decisions and risks, and names failing tests as what they are", () => {
    const plan = [
      { step: "Find the bug", status: "completed" },
      { step: "Fix the rounding", status: "pending" },
    ];
    const found = extractFacts(
      script()
        .user("Fix it.")
        .tool("update_plan", { plan }, "ok")
        .assistant("I decided to use bcrypt because argon2 is missing. Blocked: the token has expired.")
        .tool("bash", { command: "npm test" }, "FAIL tests/a.test.ts > adds\nexit code: 1")
        .checkpoint(),
    );
    const texts = (kind: string): string[] =>
      found.filter((fact) => fact.kind === kind).map(({ text }) => text);
    expect(texts("step")).toEqual(["[ ] Fix the rounding"]);
    expect(texts("decision")).toEqual(["I decided to use bcrypt because argon2 is missing."]);
    expect(texts("risk")).toHaveLength(1);
    expect(texts("error")).toContain("tests/a.test.ts > adds fails in npm test");
  });

  it("demands constraints and handles, and what stands in a protected item", () => {
    const must = (list: typeof facts): string[] => [
      ...new Set(list.filter((fact) => fact.must).map(({ kind }) => kind)),
    ];
    expect(must(facts)).toEqual(["constraint", "handle"]);
    const guarded = extractFacts(session.checkpoint(), { protectedItems: new Set(["i4"]) });
    expect(must(guarded)).toEqual(["constraint", "handle", "file"]);
  });

  it("does not demand what only a model calls a constraint", () => {
    const checkpoint = session.checkpoint();
    const claimed = checkpoint.constraints.map((entry) => ({
      ...entry,
      provenance: { ...entry.provenance, by: "model" as const },
    }));
    expect(extractFacts({ ...checkpoint, constraints: claimed }).filter(({ must }) => must)).toHaveLength(1);
  });
});
