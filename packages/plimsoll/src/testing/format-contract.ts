import assert from "node:assert/strict";
import type { AttachmentView, ItemView, Role } from "../conversation/item-view.js";
import type { Format } from "../formats/format.js";
import { detectFormat } from "../formats/detect-format.js";
import { FORMATS } from "../formats/registry.js";
import { replaceableResults, replaceResults } from "../formats/reading/replace-results.js";
import type { ContractCase } from "./contract-case.js";
import { HOSTILE_VALUES, mutationsOf } from "./hostile-values.js";

/** A recorded item and what its view must show. */
export interface FormatSample<W extends object = object> {
  readonly item: W;
  /** Texts of the item that a model reads: each must be in the view's text, reasoning, calls or results. */
  readonly readable: readonly string[];
  /** The kinds of the view's attachments, in order. */
  readonly attachments: readonly AttachmentView["kind"][];
}

/** A format with the items that its contract is checked on. */
export interface FormatSubject<W extends object = object> {
  readonly format: Format<W>;
  readonly samples: Readonly<Record<string, FormatSample<W>>>;
  /** Items with calls, each with an item that answers one of them by a text. At least one. */
  readonly pairs: readonly { readonly call: W; readonly result: W }[];
  /** An item that the format has no knowledge of. */
  readonly unknown: W;
  /** Items that are clearly of another format. */
  readonly foreign: Readonly<Record<string, object>>;
}

const TEXT = 'A notice: "quoted", with\na second line, ümlauts and 漢字.';
const HUGE = "x".repeat(1_000_000);

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const entry of Object.values(value)) deepFreeze(entry);
  }
  return value;
}

function assertWellFormed(view: ItemView, where: string): void {
  const roles: readonly Role[] = ["system", "developer", "user", "assistant", "tool"];
  assert.ok(roles.includes(view.role), `${where}: role ${view.role}`);
  const strings = [
    view.text,
    view.reasoning,
    ...view.calls.flatMap((call) => [call.callId, call.name, call.arguments]),
    ...view.results.flatMap((result) => [result.callId, result.name, result.text]),
    ...view.attachments.map((attachment) => attachment.detail),
  ];
  for (const text of strings) assert.equal(typeof text, "string", `${where}: a text is no string`);
  for (const { characters } of view.attachments) {
    assert.ok(Number.isInteger(characters) && characters >= 0, `${where}: attachment of ${characters}`);
  }
  assert.equal(typeof view.bindsNext, "boolean", where);
  assert.equal(typeof view.providerState, "boolean", where);
  assert.ok(typeof view.meta === "object" && view.meta !== null, `${where}: meta`);
  for (const { isError } of view.results) assert.equal(typeof isError, "boolean", where);
}

function readableText(view: ItemView): string {
  return [
    view.text,
    view.reasoning,
    ...view.calls.flatMap((call) => [call.name, call.arguments]),
    ...view.results.map((result) => result.text),
  ].join("\n");
}

/** Strings long enough to be content rather than an id or a tag. */
function longStrings(value: unknown): string[] {
  if (typeof value === "string") return value.length >= 40 ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(longStrings);
}

/** The item with its results repeated, in formats whose items can hold several. */
function twice(item: object, format: FormatSubject["format"]): object[] {
  if (!format.withResults) return [];
  const doubled = doubledLists(item);
  return format.view(doubled).results.length === format.view(item).results.length * 2 ? [doubled] : [];
}

function doubledLists(value: object): object {
  const entries = Object.entries(value).map(([key, part]: [string, unknown]) => {
    if (Array.isArray(part)) return [key, [...part, ...part]];
    return [key, typeof part === "object" && part !== null ? doubledLists(part) : part];
  });
  return Object.fromEntries(entries) as object;
}

function entriesOf(subject: FormatSubject): readonly (readonly [string, FormatSample])[] {
  return Object.entries(subject.samples);
}

const reading: readonly ContractCase<FormatSubject>[] = [
  {
    name: "a list of its items is recognised, where the format is registered",
    run(subject) {
      if (!Object.values(FORMATS).includes(subject.format)) return;
      const items = entriesOf(subject).map(([, { item }]) => item);
      assert.equal(detectFormat(items), subject.format);
    },
  },
  {
    name: "view accepts anything at all and counts it",
    run({ format }) {
      for (const [name, value] of Object.entries(HOSTILE_VALUES)) {
        assertWellFormed(format.view(value as object), name);
      }
    },
  },
  {
    name: "view accepts its items with any field of a wrong type",
    run(subject) {
      for (const [name, { item }] of entriesOf(subject)) {
        for (const { path, value } of mutationsOf(item)) {
          assertWellFormed(subject.format.view(value as object), `${name} with a hostile ${path}`);
        }
      }
    },
  },
  {
    name: "view is pure and leaves the item alone",
    run(subject) {
      for (const [name, { item }] of entriesOf(subject)) {
        const frozen = deepFreeze(structuredClone(item));
        assert.deepEqual(subject.format.view(frozen), subject.format.view(structuredClone(item)), name);
        assert.deepEqual(frozen, item, name);
      }
    },
  },
  {
    name: "the content of every item appears in its view",
    run(subject) {
      for (const [name, { item, readable, attachments }] of entriesOf(subject)) {
        const view = subject.format.view(item);
        assertWellFormed(view, name);
        const text = readableText(view);
        for (const expected of readable) assert.ok(text.includes(expected), `${name} hides ${expected}`);
        assert.deepEqual(
          view.attachments.map(({ kind }) => kind),
          attachments,
          name,
        );
      }
    },
  },
  {
    name: "no long text of an item is free of cost",
    run(subject) {
      for (const [name, { item }] of entriesOf(subject)) {
        const view = subject.format.view(item);
        const text = readableText(view);
        for (const content of longStrings(item)) {
          const counted =
            text.includes(content) ||
            text.includes(JSON.stringify(content).slice(1, -1)) ||
            view.attachments.some(({ characters }) => characters >= content.length);
          assert.ok(counted, `${name} does not count ${content}`);
        }
      }
    },
  },
  {
    name: "an unknown item is counted by its JSON and pairs with nothing",
    run({ format, unknown }) {
      const huge = { ...unknown, plimsoll_payload: HUGE };
      const view = format.view(huge);
      assert.deepEqual([view.calls, view.results], [[], []]);
      assert.ok(view.attachments.some(({ kind, characters }) => kind === "unknown" && characters > 0));
      const total = view.attachments.reduce((sum, { characters }) => sum + characters, 0);
      assert.ok(total >= HUGE.length, `only ${total} characters are counted`);
    },
  },
];

const writing: readonly ContractCase<FormatSubject>[] = [
  {
    name: "a message it makes has its text and its speaker, and nothing else",
    run({ format }) {
      for (const role of ["user", "assistant", "system", "developer"] as const) {
        const item = format.message(role, TEXT);
        const view = format.view(item);
        assert.equal(view.text, TEXT);
        assert.ok(format.matches(item), `${role} is not recognised`);
        assert.deepEqual([view.calls, view.results, view.attachments], [[], [], []]);
        if (role === "user" || role === "assistant") assert.equal(view.role, role);
        else assert.ok(["system", "developer", "user"].includes(view.role), view.role);
      }
    },
  },
  {
    name: "withResult changes that result alone and keeps every id",
    run({ format, pairs }) {
      assert.ok(pairs.length > 0);
      for (const { result } of pairs) {
        const frozen = deepFreeze(structuredClone(result));
        const before = format.view(frozen);
        const callId = before.results[0]?.callId ?? assert.fail("the result item has no result");
        const changed = format.withResult(frozen, callId, TEXT);
        const after = format.view(changed);
        const expected = before.results.map((one) => (one.callId === callId ? { ...one, text: TEXT } : one));
        assert.deepEqual(after.results, expected);
        assert.deepEqual(
          { ...after, results: [], attachments: [] },
          { ...before, results: [], attachments: [] },
        );
        assert.deepEqual(Object.keys(changed), Object.keys(frozen));
        assert.deepEqual(frozen, result);
      }
    },
  },
  {
    name: "withResult keeps the kind of the output",
    run({ format, pairs }) {
      for (const { result } of pairs) {
        const callId = format.view(result).results[0]?.callId ?? "";
        const changed = format.withResult(result, callId, TEXT);
        for (const [key, value] of Object.entries(result)) {
          const now: unknown = Reflect.get(changed, key);
          assert.equal(typeof now, typeof value, key);
          assert.equal(Array.isArray(now), Array.isArray(value), key);
        }
      }
    },
  },
  {
    name: "every result of an item can be replaced by its position, or none by a mistake",
    run({ format, pairs }) {
      for (const { result } of pairs) {
        for (const item of [result, ...twice(result, format)]) {
          const frozen = deepFreeze(structuredClone(item));
          const before = format.view(frozen);
          const texts = new Map(
            [...replaceableResults(format, frozen)].map((one) => [one, `${TEXT} ${one}`]),
          );
          const after = format.view(replaceResults(format, frozen, texts));
          const expected = before.results.map((one, position) => ({
            ...one,
            text: texts.get(position) ?? one.text,
          }));
          assert.deepEqual(after.results, expected);
          if (format.withResults) assert.equal(texts.size, before.results.length);
          assert.deepEqual([after.role, after.text, after.calls], [before.role, before.text, before.calls]);
          assert.deepEqual(frozen, item);
        }
      }
    },
  },
  {
    name: "withoutParts takes those calls and results away, and nothing else",
    run({ format, pairs }) {
      if (!format.withoutParts) return;
      for (const item of pairs.flatMap(({ call, result }) => [call, result])) {
        const frozen = deepFreeze(structuredClone(item));
        const before = format.view(frozen);
        const calls = new Set(before.calls.length > 0 ? [0] : []);
        const results = new Set(before.results.length > 0 && before.role !== "tool" ? [0] : []);
        const after = format.view(format.withoutParts(frozen, { calls, results }));
        assert.deepEqual(after.calls, before.calls.slice(calls.size));
        assert.deepEqual(after.results, before.results.slice(results.size));
        assert.deepEqual([after.text, after.reasoning], [before.text, before.reasoning]);
        assert.deepEqual(frozen, item);
      }
    },
  },
  {
    name: "result answers the call",
    run({ format, pairs }) {
      for (const { call } of pairs) {
        for (const one of format.view(call).calls) {
          const answer = format.view(format.result(one, TEXT));
          assert.equal(answer.role, "tool");
          assert.equal(answer.results.length, 1);
          assert.equal(answer.results[0]?.callId, one.callId);
          assert.equal(answer.results[0]?.text, TEXT);
          if (one.callId === "") assert.equal(answer.results[0]?.name, one.name);
        }
      }
    },
  },
  {
    name: "a recorded result names the call it answers",
    run({ format, pairs }) {
      for (const { call, result } of pairs) {
        const keys = format.view(call).calls.map((one) => one.callId || one.name);
        for (const one of format.view(result).results) assert.ok(keys.includes(one.callId || one.name));
      }
    },
  },
];

const recognising: readonly ContractCase<FormatSubject>[] = [
  {
    name: "matches recognises its own items",
    run(subject) {
      for (const [name, { item }] of entriesOf(subject)) assert.ok(subject.format.matches(item), name);
    },
  },
  {
    name: "matches refuses the items of other formats and what is no item",
    run({ format, foreign }) {
      assert.ok(Object.keys(foreign).length > 0);
      for (const [name, item] of Object.entries(foreign)) assert.ok(!format.matches(item), name);
      for (const [name, value] of Object.entries(HOSTILE_VALUES)) assert.ok(!format.matches(value), name);
    },
  },
];

/** The behaviour of every `Format`. */
export const formatContract: readonly ContractCase<FormatSubject>[] = [
  ...reading,
  ...writing,
  ...recognising,
];
