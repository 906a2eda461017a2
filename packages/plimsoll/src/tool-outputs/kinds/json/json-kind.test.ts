import { describe, expect, it } from "vitest";
import { makeEvidence } from "../../make-evidence.js";
import { evidenceOf } from "../recorded-outputs-test-support.js";

describe("evidence of JSON", () => {
  it("shows objects of an HTTP answer, behind its headers, and the unusual one among them", () => {
    const text = evidenceOf(["json", "curl-api"], 200, "curl -si https://harbour.example/containers");
    expect(text).toContain("array of 40, 40 objects");
    expect(text).toContain(
      'id=4131 name="container 31" status=failed html_url=https://harbour.example/containers/4131',
    );
  });

  it("names the file of each finding, and the members of what is listed", () => {
    const files = Array.from({ length: 60 }, (_, index) => ({
      filePath: `/project/part-${index}.ts`,
      messages: [{ ruleId: "no-undef", severity: 2, message: `'absent${index}' is not defined.` }],
      errorCount: 1,
    }));
    const { text } = makeEvidence(
      { text: JSON.stringify(files) },
      { maxTokens: 300, count: (part) => Math.ceil(part.length / 4) },
    );
    expect(text).toContain("keys: filePath, errorCount");
    expect(text).toMatch(/filePath=\/project\/part-3\.ts.*\n.*'absent3' is not defined/);
  });

  it("names by the nearest to a name what has none", () => {
    const frames = [...Array(60).keys()].map((id) => ({
      id,
      callFrame: { functionName: `readTides${id}`, scriptId: "68", url: "", lineNumber: id, columnNumber: 4 },
    }));
    const text = JSON.stringify({ nodes: frames });
    const shown = makeEvidence({ text }, { maxTokens: 150, count: (part) => Math.ceil(part.length / 4) });
    expect(shown.text).toContain("callFrame: scriptId=68 functionName=readTides1");
  });

  it("reads what npm ls --json printed although it breaks off", () => {
    const text = evidenceOf(["json", "npm-ls"], 250, "npm ls --json");
    expect(text).toContain("name=plimsoll-workspace version=0.1.0");
    expect(text).toMatch(/^@biomejs\/biome: version=[\d.]+$/m);
  });

  // What npm printed, with every other version and without the addresses of the registry.
  it.each([500, 1_500])(
    "uses what it may for npm view, and has what a package is at %d tokens",
    (maxTokens) => {
      const text = evidenceOf(["json", "npm-view"], maxTokens, "npm view express --json");
      for (const told of [
        "name=express",
        "version=5.3.0",
        "latest=5.3.0",
        "accepts=^2.0.0",
        'node=">= 18"',
        "5.2.1]",
      ])
        expect(text).toContain(told);
      expect(text.length / 4).toBeGreaterThan(maxTokens * 0.85);
    },
  );

  it("goes on with long values where there is room, and shows no encoded data", () => {
    const story = Array.from({ length: 80 }, (_, index) => `Entry ${index} of the ship's log.`).join(" ");
    const records = [0, 1, 2].map((id) => ({
      id,
      log: story,
      photo: `data:image/png;base64,${"iVBORw0KGgo".repeat(900)}`,
    }));
    const text = makeEvidence(
      { text: JSON.stringify(records) },
      { maxTokens: 3_000, count: (part) => Math.ceil(part.length / 4) },
    ).text;
    expect(text).toMatch(/Entry 79/);
    expect(text).not.toContain("iVBORw0KGgoiVBORw0KGgo");
  });

  const count = (text: string): number => Math.ceil(text.length / 4);
  const shown = (text: string, maxTokens = 250): string => makeEvidence({ text }, { maxTokens, count }).text;

  it("shows which item of a list has trouble inside", () => {
    const items = [...Array(40).keys()].map((index) => ({
      kind: "Pod",
      metadata: { name: `orders-${index}-7c9f` },
      status: {
        containers: [
          {
            state: index === 31 ? { waiting: { reason: "CrashLoopBackOff" } } : { running: { since: index } },
          },
        ],
      },
    }));
    const text = shown(JSON.stringify({ items }));
    expect(text).toContain("orders-31-7c9f");
    expect(text).toContain("CrashLoopBackOff");
  });

  it("shows errors beside data, how much there is, and where the next page is", () => {
    const nodes = [...Array(40).keys()].map((index) => ({
      number: index,
      title: `Issue ${index}`,
      url: `https://example.com/${index}`,
    }));
    const text = shown(
      JSON.stringify({
        data: { issues: { totalCount: 1904, pageInfo: { hasNextPage: true, endCursor: "Y3Vyc29y" }, nodes } },
        errors: [{ type: "FORBIDDEN", message: "Resource not accessible by integration" }],
      }),
    );
    for (const wanted of ["totalCount=1904", "endCursor=Y3Vyc29y", "Resource not accessible by integration"])
      expect(text).toContain(wanted);
  });

  it("shows the value that all others leave empty, the number far from all others, and the last of many lines", () => {
    const lines = [...Array(900).keys()].map((index) => ({
      id: index,
      type: index === 899 ? "result" : "step",
      revoked: index === 411,
      lag: index === 633 ? 98_123 : index % 40,
      ...(index === 899 ? { total_cost_usd: 1.25 } : {}),
    }));
    const text = shown(lines.map((line) => JSON.stringify(line)).join("\n"));
    expect(text).toMatch(/id=411 .*revoked/);
    expect(text).toContain("lag=98123");
    expect(text).toContain("type=result");
    expect(text).toContain("total_cost_usd=1.25");
  });

  it("reads lists of cells as rows of the columns that the first one names, and others as one item each", () => {
    const cells = [...Array(300).keys()].map((row) => [
      `${row}`,
      `Ship ${row}`,
      row === 271 ? "disputed" : "paid",
    ]);
    const text = shown(
      JSON.stringify({ range: "Fees!A1:C301", values: [["id", "ship", "state"], ...cells] }),
    );
    expect(text).toContain("300 rows");
    expect(text).toContain("range=Fees!A1:C301");
    expect(text).toContain('values: id=271 state=disputed ship="Ship 271"');
    const points = [...Array(300).keys()].map((index) => [index, 50 + index]);
    expect(shown(JSON.stringify({ points }))).toContain("[2, 52]");
  });

  it("shows the outermost object, totals and causes before the many records of a list", () => {
    const hits = [...Array(60).keys()].map((index) => ({
      _id: `doc-${index}`,
      _source: { title: `Note ${index}` },
    }));
    const reason = { type: "circuit_breaking_exception", reason: "[parent] Data too large" };
    const text = shown(
      JSON.stringify({
        scope: "notes:read",
        _shards: { failures: [{ shard: 3, reason }] },
        hits: { total: { value: 1871 }, hits },
      }),
    );
    for (const wanted of ["scope=notes:read", "total: value=1871", "Data too large"])
      expect(text).toContain(wanted);
  });

  it("has what programs say before and behind the values, and why something failed by any name", () => {
    const events = [...Array(80).keys()].map((index) => ({
      eventName: index === 52 ? "DeleteBucket" : "GetObject",
      ...(index === 52
        ? { errorCode: "AccessDenied", errorMessage: "Not authorized to delete tide-archive" }
        : {}),
      user: { name: `deploy${index}`, address: `10.0.0.${index}` },
    }));
    const lines = events.map((event) => JSON.stringify(event)).join("\n");
    const text = shown(`reading events\n${lines}\nparse error: Expected another pair at line 81, column 8\n`);
    for (const wanted of [
      "reading events",
      "parse error: Expected another pair",
      "errorCode=AccessDenied",
      "Not authorized",
    ])
      expect(text).toContain(wanted);
  });

  it("names objects by their keys in a dictionary", () => {
    const paths = Object.fromEntries(
      [...Array(40).keys()].map((index) => [
        `/orders/{id}/part${index}`,
        { get: { operationId: `getPart${index}` } },
      ]),
    );
    expect(shown(JSON.stringify({ openapi: "3.1.0", paths }))).toContain(
      "/orders/{id}/part0.get: operationId=getPart0",
    );
  });

  it("begins behind a notice of another program, and is not what only begins like JSON", () => {
    const list = JSON.stringify([...Array(60).keys()].map((index) => ({ rule: "no-empty", line: index })));
    expect(shown(`reading "settings.json" first\n${list}`)).toMatch(/^\[json: /);
    expect(shown(`${list}\n${"< HTTP/1.1 403 Forbidden\n".repeat(80)}`)).not.toMatch(/^\[json: /);
    expect(shown('[[package]]\nname = "part"\ndependencies = [\n "libc",\n]\n\n'.repeat(60))).not.toMatch(
      /^\[json: /,
    );
  });
});
