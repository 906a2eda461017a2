import { describe, expect, it } from "vitest";
import { jsonRecords, jsonScalars } from "./json-records.js";
import { readJson } from "./read-json.js";

function recordsOf(text: string): { records: readonly string[]; texts: readonly string[] } {
  const node = readJson(text);
  if (node === undefined) throw new Error("not read as JSON");
  const { records, texts } = jsonRecords(node);
  return { records: records.map((record) => record.text), texts };
}

describe("jsonRecords", () => {
  it("tells the names of the fields that it prints", () => {
    const node = readJson('{"order_id":"A-7","gone":null,"items":[{"item_id":"B-1"}]}');
    expect(node && [...jsonRecords(node).fields]).toEqual(["order_id", "items", "item_id"]);
  });

  it("prints a small object as one record of keys and values, without nulls", () => {
    expect(recordsOf('{"id":"A-7","n":null,"size":{"w":2,"h":3},"tags":["x","y"]}').records).toEqual([
      "id: A-7, w: 2, h: 3, tags: x, y",
    ]);
  });

  it("prints numbers as they stand in the source", () => {
    expect(recordsOf('{"id":12345678901234567890,"rate":1.50,"e":1e400}').records).toEqual([
      "id: 12345678901234567890, rate: 1.50, e: 1e400",
    ]);
  });

  it("prints one record per object of a large array", () => {
    const rows = Array.from({ length: 40 }, (_, index) => ({
      id: `row-${index}`,
      label: `label number ${index}`,
    }));
    const { records } = recordsOf(JSON.stringify({ rows }));
    expect(records.length).toBe(40);
    expect(records[3]).toBe("id: row-3, label: label number 3");
  });

  it("keeps long and many-lined strings apart as texts", () => {
    const { records, texts } = recordsOf(JSON.stringify({ ok: true, stdout: "one\ntwo" }));
    expect(records).toEqual(["ok: true"]);
    expect(texts).toEqual(["one\ntwo"]);
  });

  it("lists the scalars of arguments in order", () => {
    const node = readJson('{"path":"a/b.ts","lines":[1,2],"text":"x\\ny"}');
    expect(node && jsonScalars(node)).toEqual({ short: ["a/b.ts", "1", "2"], texts: ["x\ny"] });
  });
});

describe("readJson", () => {
  it.each(["", "plain", '{"a":1', '{"a":1} trailing', "[1,]", '{"a" 1}', '{"a":"\\x"}', "[".repeat(1000)])(
    "answers undefined for %j",
    (text) => {
      expect(readJson(text)).toBeUndefined();
    },
  );

  it("undoes escapes", () => {
    expect(readJson('["a\\"b\\\\","\\u00e9"]')).toEqual({
      type: "array",
      entries: [
        { type: "scalar", text: 'a"b\\', isString: true },
        { type: "scalar", text: "é", isString: true },
      ],
    });
  });
});
