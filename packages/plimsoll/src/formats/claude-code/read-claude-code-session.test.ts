import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type FormatSample, type FormatSubject, formatContract } from "../../testing/format-contract.js";
import { readClaudeCodeSession } from "./read-claude-code-session.js";
import { type ClaudeCodeLine, claudeCode } from "./claude-code-line.js";

function fixture(name: string): string {
  return readFileSync(new URL(`./__fixtures__/${name}`, import.meta.url), "utf8");
}

const text = fixture("claude-code.jsonl");
const file = readClaudeCodeSession(text);

function idsOf(items: readonly ClaudeCodeLine[]): (string | undefined)[] {
  return items.map((item) => item.uuid);
}

function lineOf(uuid: string): ClaudeCodeLine {
  return file.items.find((item) => item.uuid === uuid)!;
}

function session(...lines: object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function user(uuid: string, parentUuid: string | null, content: unknown): object {
  return { parentUuid, type: "user", message: { role: "user", content }, uuid };
}

const subject: FormatSubject<ClaudeCodeLine> = {
  format: claudeCode,
  samples: {
    prompt: { item: lineOf("u-0003"), readable: ["Read both gauges at once."], attachments: [] },
    thinking: { item: lineOf("a-0002"), readable: ["Two independent reads."], attachments: ["encrypted"] },
    call: { item: lineOf("a-0003"), readable: ["Read", "/srv/harbour/dover.ts"], attachments: [] },
    result: { item: lineOf("r-0001"), readable: ["export const dover = 5.2;"], attachments: [] },
  },
  pairs: [
    { call: lineOf("a-0003"), result: lineOf("r-0001") },
    { call: lineOf("a-0004"), result: lineOf("r-0002") },
  ],
  unknown: { type: "user", uuid: "u-9999" },
  foreign: Object.fromEntries(
    ["responses", "chat", "anthropic", "gemini", "plain"].flatMap((other) =>
      Object.entries(
        JSON.parse(fixture(`../../${other}/__fixtures__/${other}.json`)) as Record<string, FormatSample>,
      ).map(([name, sample]) => [`${other}: ${name}`, sample.item]),
    ),
  ),
};

const answered = (uuid: string, id: string, usage: object): object => ({
  parentUuid: null,
  type: "assistant",
  uuid,
  timestamp: "2026-01-01T00:01:00Z",
  message: {
    id,
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [{ type: "text", text: "Yes." }],
    usage,
  },
});

describe("what a Claude Code session says of its requests", () => {
  it("counts a response that is split over lines once, cached input included", () => {
    const first = { input_tokens: 4, cache_creation_input_tokens: 96, cache_read_input_tokens: 900 };
    const { requests } = readClaudeCodeSession(
      session(
        user("u1", null, "Go."),
        answered("a1", "msg_1", first),
        answered("a2", "msg_1", first),
        { type: "system", subtype: "compact_boundary", uuid: "b" },
        answered("a3", "msg_2", { input_tokens: 50 }),
        answered("a4", "msg_3", { input_tokens: "many" }),
      ),
    );
    const ts = "2026-01-01T00:01:00Z";
    expect(requests).toEqual([
      { ts, tokens: 1000, cached: 900 },
      { ts, tokens: 50, cached: 0, afterCompaction: true },
    ]);
  });
});

describe("claudeCode", () => {
  for (const contractCase of formatContract) it(contractCase.name, () => contractCase.run(subject));

  it("binds a line of thinking alone to the line after it", () => {
    expect(file.items.filter((item) => claudeCode.view(item).bindsNext).map((item) => item.uuid)).toEqual([
      "a-0002",
    ]);
  });

  it("reads a queued prompt as the user's and counts other attachments", () => {
    const queued = { type: "attachment", attachment: { type: "queued_command", prompt: "And Hull." } };
    const edited = { type: "attachment", attachment: { type: "edited_text_file", snippet: "1 line" } };
    expect(claudeCode.view(queued)).toMatchObject({ role: "user", text: "And Hull." });
    expect(claudeCode.view(edited)).toMatchObject({ text: "", attachments: [{ kind: "unknown" }] });
  });
});

describe("readClaudeCodeSession", () => {
  it("follows the chain from the newest leaf back to the last boundary, with parallel results", () => {
    expect(idsOf(file.items)).toEqual([
      "s-0001",
      "u-0002",
      "u-0003",
      "a-0002",
      "a-0003",
      "a-0004",
      "r-0001",
      "r-0002",
      "a-0006",
      "u-0004",
    ]);
  });

  it("tells what a compaction of Claude Code took out, without the lines that it kept", () => {
    const kept = new Set(idsOf(file.items));
    const before = text.split("\n").findIndex((line) => line.includes("compact_boundary"));
    const earlier = idsOf(file.earlier ?? []);
    expect(earlier.length).toBeGreaterThan(0);
    expect(earlier.length).toBeLessThanOrEqual(before);
    expect(earlier.filter((id) => kept.has(id))).toEqual([]);
    expect(readClaudeCodeSession(session(user("a", null, "hello"))).earlier).toBeUndefined();
  });

  it("reads the session and its model", () => {
    expect(file).toMatchObject({
      sessionId: "b7a1c2d3-0000-4000-8000-00000000aaaa",
      model: "claude-sonnet-4-5",
      problems: [],
    });
  });

  it("writes a chain that reads back as the same window", () => {
    const window = [claudeCode.message("user", "The summary."), ...file.items.slice(-3)];
    const written = file.write(window);
    const again = readClaudeCodeSession(written);
    expect(again.items.map((item) => claudeCode.view(item))).toEqual(
      window.map((item) => claudeCode.view(item)),
    );
    expect(idsOf(again.items).slice(1)).toEqual(idsOf(window).slice(1));
    const parents = again.items.map((item) => item.parentUuid);
    expect(parents).toEqual([null, ...idsOf(again.items).slice(0, -1)]);
    expect(file.write(window)).toBe(written);
  });

  it("gives a line it makes an id of its content and the envelope of its neighbour", () => {
    const window = [claudeCode.message("assistant", "The summary."), ...file.items.slice(-1)];
    const made = JSON.parse(file.write(window).split("\n")[0]!) as Record<string, unknown>;
    expect(made).toMatchObject({ type: "assistant", cwd: "/srv/harbour", version: "2.1.112" });
    expect(made["sessionId"]).toBe(file.sessionId);
    expect(made["uuid"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Object.keys(made)[0]).toBe("parentUuid");
  });

  it("writes a line whose parent stays byte for byte and leaves the items alone", () => {
    const before = structuredClone(file.items);
    const written = file.write(file.items).split("\n");
    expect(text.split("\n")).toContain(written[1]);
    expect(file.items).toEqual(before);
  });

  it("puts a kept run of older lines after the line its boundary names", () => {
    const compactMetadata = {
      preservedSegment: { headUuid: "k1", anchorUuid: "s1", tailUuid: "k2" },
    };
    const kept = readClaudeCodeSession(
      session(
        user("u0", null, "dropped"),
        user("k1", "u0", "kept one"),
        user("k2", "k1", "kept two"),
        { type: "system", subtype: "compact_boundary", uuid: "b1", parentUuid: null, compactMetadata },
        { ...user("s1", "b1", "the summary"), isCompactSummary: true },
        user("u1", "k2", "next"),
      ),
    );
    expect(idsOf(kept.items)).toEqual(["s1", "k1", "k2", "u1"]);
  });

  it("moves the children of the anchor behind the kept run", () => {
    const compactMetadata = {
      preservedSegment: { headUuid: "k1", anchorUuid: "s1", tailUuid: "k1" },
    };
    const kept = readClaudeCodeSession(
      session(
        user("k1", "gone", "kept"),
        { type: "system", subtype: "compact_boundary", uuid: "b1", parentUuid: null, compactMetadata },
        { ...user("s1", "b1", "the summary"), isCompactSummary: true },
        user("u1", "s1", "next"),
      ),
    );
    expect(idsOf(kept.items)).toEqual(["s1", "k1", "u1"]);
  });

  it("falls back to the file's order where lines have no ids", () => {
    const bare = (content: string, rest: object = {}) => ({
      type: "user",
      message: { role: "user", content },
      ...rest,
    });
    const boundary = { type: "system", subtype: "compact_boundary" };
    const read = (...lines: object[]) =>
      readClaudeCodeSession(session(...lines)).items.map((item) => claudeCode.view(item).text);
    expect(read(bare("one"), boundary, bare("two"), bare("three"))).toEqual(["two", "three"]);
    expect(read(bare("one"), bare("two", { isCompactSummary: true }), bare("three"))).toEqual([
      "two",
      "three",
    ]);
    expect(read(bare("one"), bare("two"))).toEqual(["one", "two"]);
  });

  it("ends at a parent that is missing and at a cycle", () => {
    expect(
      idsOf(readClaudeCodeSession(session(user("u1", "gone", "a"), user("u2", "u1", "b"))).items),
    ).toEqual(["u1", "u2"]);
    expect(idsOf(readClaudeCodeSession(session(user("u1", "u2", "a"), user("u2", "u1", "b"))).items)).toEqual(
      ["u1", "u2"],
    );
  });

  it("recovers a parallel call and its result that the walk does not pass", () => {
    const assistant = (uuid: string, parentUuid: string, id: string) => ({
      type: "assistant",
      uuid,
      parentUuid,
      message: { id: "m1", role: "assistant", content: [{ type: "tool_use", id, name: "Read", input: {} }] },
    });
    const result = (id: string) => [{ type: "tool_result", tool_use_id: id, content: "text" }];
    const parallel = readClaudeCodeSession(
      session(
        user("u1", null, "go"),
        assistant("a1", "u1", "t1"),
        assistant("a2", "a1", "t2"),
        user("r2", "a2", result("t2")),
        user("r1", "a1", result("t1")),
        user("u2", "r1", "next"),
      ),
    );
    expect(idsOf(parallel.items)).toEqual(["u1", "a1", "a2", "r2", "r1", "u2"]);
  });

  it("does not take the result of a rewound branch for one that is missing", () => {
    const call = { type: "tool_use", id: "t1", name: "Read", input: {} };
    const assistant = { id: "m1", role: "assistant", content: [call] };
    const result = (words: string) => [{ type: "tool_result", tool_use_id: "t1", content: words }];
    const rewound = readClaudeCodeSession(
      session(
        user("u1", null, "go"),
        { type: "assistant", uuid: "a1", parentUuid: "u1", message: assistant },
        user("r1", "a1", result("first try")),
        user("r2", "a1", result("second try")),
      ),
    );
    expect(idsOf(rewound.items)).toEqual(["u1", "a1", "r2"]);
  });

  it("leaves out error notices that were never sent and lines of the system", () => {
    const lines = readClaudeCodeSession(
      session(
        user("u1", null, "go"),
        { type: "system", subtype: "local_command", uuid: "y1", parentUuid: "u1", content: "ran" },
        {
          type: "assistant",
          uuid: "e1",
          parentUuid: "y1",
          isApiErrorMessage: true,
          message: {
            role: "assistant",
            model: "<synthetic>",
            content: [{ type: "text", text: "API Error" }],
          },
        },
        user("u2", "e1", "again"),
      ),
    );
    expect(idsOf(lines.items)).toEqual(["u1", "u2"]);
    expect(lines.model).toBeUndefined();
  });

  it("reads the file of a sub-agent, which has side-chain lines only", () => {
    const agent = session(
      { ...user("u1", null, "search"), isSidechain: true },
      { ...user("u2", "u1", "more"), isSidechain: true },
    );
    expect(idsOf(readClaudeCodeSession(agent).items)).toEqual(["u1", "u2"]);
  });

  it("reports broken lines and goes on", () => {
    const broken = readClaudeCodeSession(`{"type":"user"\r\n\n${session(user("u1", null, "go"))}`);
    expect(broken.problems).toEqual([{ line: 1, message: "not valid JSON" }]);
    expect(idsOf(broken.items)).toEqual(["u1"]);
  });

  it("refuses a file without a message", () => {
    expect(() => readClaudeCodeSession('{"type":"summary","summary":"x"}\n')).toThrow(
      expect.objectContaining({ code: "UNKNOWN_FORMAT" }) as Error,
    );
  });
});
