import fc from "fast-check";
import type { AssistantTurn, Call, Part, Reasoning, ResultsTurn, Turn } from "./turn.js";

/** Whose reasoning stands in a generated list. */
export interface ReasoningSource {
  readonly vendor: string;
  readonly model: string;
  readonly kind: string;
  data(index: number): unknown;
}

const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ minLength: 1, unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(" ", "\n", "{}", "ünïcode 🚢", "</system>", "line\u2028break"),
);

const part: fc.Arbitrary<Part> = fc.oneof(
  { weight: 6, arbitrary: text.map((value): Part => ({ type: "text", text: value })) },
  fc.constantFrom<Part>(
    { type: "image", url: "data:image/png;base64,iVBORw0KGgo=" },
    { type: "image", url: "https://example.com/a.png", detail: "high" },
    { type: "image", url: "data:image/svg+xml,%3Csvg/%3E" },
    { type: "file", name: "a.pdf", url: "data:application/pdf;base64,JVBERg==" },
    { type: "file", name: "notes.md", url: "data:text/markdown,%23%20A" },
    { type: "file", name: "b.zip", url: "data:application/zip;base64,UEsDBA==" },
    { type: "file", url: "ftp://example.com/a.pdf" },
    { type: "audio", data: "AAAA", format: "wav" },
  ),
);

/** Ids as models of all kinds make them, told apart by a number. */
const callId = fc.constantFrom("call_", "toolu_", "functions.ls:", "ü ", "a".repeat(90));
const callArguments = fc.oneof(
  fc
    .dictionary(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
    .map((value) => JSON.stringify(value)),
  fc.constant('{"_raw":"no json"}'),
);

type Draft = (number: () => number) => Turn[];

function reasoning(sources: readonly ReasoningSource[]): fc.Arbitrary<(number: () => number) => Reasoning> {
  return fc.tuple(fc.string({ maxLength: 10 }), fc.nat(sources.length)).map(([shown, place]) => (number) => {
    const source = sources[place];
    if (!source) return { text: shown };
    const { vendor, model, kind } = source;
    return { text: shown, payload: { vendor, model, kind, data: source.data(number()) } };
  });
}

function assistantDraft(sources: readonly ReasoningSource[]): fc.Arbitrary<Draft> {
  const call = fc.record({
    id: callId,
    name: fc.constantFrom("list_files", "read_file"),
    arguments: callArguments,
  });
  const answer = fc.array(part, { minLength: 1, maxLength: 3 });
  return fc
    .record({
      text: fc.oneof(fc.constant(""), text),
      thoughts: fc.array(reasoning(sources), { maxLength: 2 }),
      calls: fc.array(fc.tuple(call, answer), { maxLength: 3 }),
    })
    .map(({ text: said, thoughts, calls }) => (number) => {
      if (said === "" && calls.length === 0) return [];
      const made = calls.map(([{ id, ...rest }]): Call => ({ ...rest, id: `${id}${number()}` }));
      const step: AssistantTurn = {
        role: "assistant",
        reasoning: thoughts.map((thought) => thought(number)),
        text: said,
        calls: made,
      };
      const results: ResultsTurn = {
        role: "results",
        results: made.map(({ id, name }, index) => ({ id, name, parts: calls[index]?.[1] ?? [] })),
      };
      return made.length === 0 ? [step] : [step, results];
    });
}

/** Any whole list of turns: pairs, parallel calls, instructions anywhere, several turns of one speaker, reasoning of anybody. */
export function turnLists(sources: readonly ReasoningSource[] = []): fc.Arbitrary<Turn[]> {
  const draft = fc.oneof(
    fc.array(part, { minLength: 1, maxLength: 3 }).map(
      (parts): Draft =>
        () => [{ role: "user", parts }],
    ),
    text.map(
      (value): Draft =>
        () => [{ role: "system", text: value }],
    ),
    assistantDraft(sources),
  );
  return fc.array(draft, { maxLength: 10 }).map((drafts) => {
    let count = 0;
    const number = (): number => (count += 1);
    return drafts.flatMap((write) => write(number));
  });
}

/** Every text that a list says, thoughts left out. */
export function textsOf(turns: readonly Turn[]): string[] {
  const ofParts = (parts: readonly Part[]): string[] =>
    parts.flatMap((value) => (value.type === "text" ? [value.text] : []));
  return turns.flatMap((turn) => {
    switch (turn.role) {
      case "user":
        return ofParts(turn.parts);
      case "results":
        return turn.results.flatMap(({ parts }) => ofParts(parts));
      case "assistant":
        return [turn.text, ...turn.calls.map(({ name }) => name)];
      case "system":
        return [turn.text];
    }
  });
}
