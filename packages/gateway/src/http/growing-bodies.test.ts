import fc from "fast-check";
import { scaled } from "plimsoll-testkit/scaled";
import { describe, expect, it } from "vitest";
import { GrowingBodies } from "./growing-bodies.js";
import { parseBounded } from "./parse-bounded.js";
import { ReceivedBody } from "./received-body.js";

const limits = { jsonDepth: 20, jsonItems: 10_000 };
const LONG = "x".repeat(17_000);
const opening = { role: "user", content: LONG };
const text = (messages: readonly unknown[], rest: object = {}): string =>
  JSON.stringify({ model: "m", ...rest, messages, tools: [] });

/** A body as it may arrive: cut anywhere, also in the middle of a character. */
function inPieces(bytes: Buffer, first: number): ReceivedBody {
  const ends = [0, first, first + 8_000, first + 12_001, bytes.length].filter((end) => end <= bytes.length);
  return new ReceivedBody(ends.slice(1).map((end, index) => bytes.subarray(ends[index], end)));
}

function parser(maxBytes?: number) {
  const bodies = new GrowingBodies({ limits, ...(maxBytes === undefined ? {} : { maxBytes }) });
  return (json: string, tenant = "a", first = 5) =>
    bodies.parse({ tenant, key: "messages", body: inPieces(Buffer.from(json), first) }) as {
      messages: object[];
    };
}

/** What a parser says of a text: its value, or why there is none. */
function outcome(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    return String(error);
  }
}

describe("bodies that grow", () => {
  it("give the items of the request before, and only parse what is new", () => {
    const parse = parser();
    const before = parse(text([opening, { role: "assistant", content: "one" }]));
    const after = parse(
      text([opening, { role: "assistant", content: "one" }, { role: "user", content: "two" }], {
        stream: true,
      }),
    );
    expect(after).toEqual({
      model: "m",
      stream: true,
      messages: [opening, { role: "assistant", content: "one" }, { role: "user", content: "two" }],
      tools: [],
    });
    expect(after.messages.slice(0, 2).map((item, index) => item === before.messages[index])).toEqual([
      true,
      true,
    ]);
  });

  it("are refused with a field that comes twice, before and behind the list that was there before", () => {
    const parse = parser();
    const known = text([opening, { role: "assistant", content: "one" }]);
    expect(parse(known).messages).toHaveLength(2);
    for (const twice of [
      known.replace('"tools"', '"model"'),
      known.replace('"tools"', '"messages"'),
      known.replace('{"model"', '{"tools":1,"model"'),
    ])
      expect(() => parse(twice)).toThrow(/one of its fields twice/u);
  });

  it("give the items before a change, and new ones after it", () => {
    const parse = parser();
    const many = Array.from({ length: 9 }, (_, index) => ({ role: "user", content: `${index} ${LONG}` }));
    const before = parse(text(many));
    const after = parse(text(many.map((item, index) => (index === 8 ? { ...item, mark: 1 } : item))));
    expect(after.messages.map((item, index) => item === before.messages[index])).toEqual([
      ...Array.from({ length: 8 }, () => true),
      false,
    ]);
    expect(after.messages[8]).toEqual({ ...many[8], mark: 1 });
  });

  it("share nothing between tenants, and forget the oldest", () => {
    const parse = parser(50_000);
    const first = parse(text([opening]));
    expect(parse(text([opening]), "b").messages[0]).not.toBe(first.messages[0]);
    expect(parse(text([opening])).messages[0]).toBe(first.messages[0]);
    parse(text([{ role: "user", content: `other ${LONG}` }]));
    parse(text([{ role: "user", content: `third ${LONG}` }]));
    expect(parse(text([opening])).messages[0]).not.toBe(first.messages[0]);
  });

  it.each([
    ["a comma too many", (json: string) => json.replace("}],", "},],")],
    ["a list that does not end", (json: string) => json.slice(0, json.lastIndexOf("}]") + 1)],
    ["two lists of one name", (json: string) => json.replace('"tools":[]', '"messages":[{"role":"user"}]')],
    ["the name in other letters", (json: string) => json.replace('"tools"', '"mess\\u0061ges"')],
    ["bytes behind the end", (json: string) => `${json}]`],
    ["an entry that is a number", (json: string) => json.replace('"messages":[', '"messages":[1,')],
    ["an entry that is a text", (json: string) => json.replace("}],", '},"{"],')],
    ["a list in the list", (json: string) => json.replace("}],", "},[{}]],")],
    ["no list", (json: string) => json.replace(/"messages":.*\],/s, '"messages":7,')],
    ["too much depth", (json: string) => json.replace("}],", `},${"[".repeat(30)}${"]".repeat(30)}],`)],
    ["too many values", (json: string) => json.replace("}],", `},{"a":[${"1,".repeat(10_000)}1]}],`)],
  ])("read %s as a plain parser does", (_, spoil) => {
    const json = text([opening, { role: "user", content: "}],[{" }, { role: "user", content: "end" }]);
    const parse = parser();
    parse(json);
    const spoiled = spoil(json);
    expect(spoiled).not.toBe(json);
    const expected = outcome(() => parseBounded(Buffer.from(spoiled), limits));
    expect(outcome(() => parse(spoiled))).toEqual(expected);
    expect(outcome(() => parse(spoiled))).toEqual(expected);
    expect(parse(json)).toEqual(JSON.parse(json));
  });

  it("are what a plain parser makes of them, in any order and however they are written", () => {
    const item = fc.record({ role: fc.constantFrom("user", "tool"), content: fc.jsonValue({ maxDepth: 2 }) });
    const list = fc.array(item, { maxLength: 6 });
    fc.assert(
      fc.property(
        list,
        fc.array(fc.tuple(fc.nat(6), list, fc.nat(3), fc.nat(16_000)), { maxLength: 6 }),
        (start, turns) => {
          const parse = parser();
          let items: object[] = [opening, ...start];
          for (const [kept, added, indent, first] of turns) {
            items = [...items.slice(0, kept + 1), ...added];
            const json = JSON.stringify({ n: added.length, messages: items, z: [{}] }, undefined, indent);
            expect(parse(json, "a", first)).toEqual(JSON.parse(json));
          }
        },
      ),
      { numRuns: scaled(400) },
    );
  });
});
