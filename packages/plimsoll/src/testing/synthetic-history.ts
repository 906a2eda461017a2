import { type SeededRandom, seededRandom } from "./seeded-random.js";
import { type SyntheticCall, type SyntheticContent, syntheticContent } from "./synthetic-content.js";
import { formatKit, SYNTHETIC_FORMATS, type SyntheticFormat } from "./synthetic-formats.js";
import type { SyntheticEmitter } from "./synthetic-step.js";
import { type MalformedKind, MALFORMED_KINDS, type ToolExchange, malform } from "./malformed-kinds.js";

/** Shares and probabilities are from 0 to 1. */
export interface SyntheticOptions {
  readonly seed: number;
  /** User messages, each with everything that follows. `syntheticTurns` also accepts `Infinity`. */
  readonly turns: number;
  /** @default "responses" */
  readonly format?: SyntheticFormat;
  /** Average share of turns with tool calls. @default 0.5 */
  readonly toolDensity?: number;
  /** How likely a tool output is giant, and its length. @default { probability: 0, characters: 200_000 } */
  readonly giantOutputs?: { readonly probability: number; readonly characters: number };
  /** Share of texts in Chinese, Japanese or Korean. @default 0 */
  readonly cjk?: number;
  /** Share of tool outputs that are deeply nested JSON. @default 0.1 */
  readonly nestedJson?: number;
  /** How likely the calls and results of one step do not pair up. @default 0 */
  readonly malformedPairs?: number;
  /** The kinds of malformation to draw from. @default MALFORMED_KINDS */
  readonly malformedKinds?: readonly MalformedKind[];
  /** Share of user messages with `meta.protected`. @default 0 */
  readonly protectedShare?: number;
  /** How likely a step has several calls at once. @default 0.2 */
  readonly parallelCalls?: number;
  /** How likely a step opens with reasoning, in the formats that have it. @default 0 */
  readonly reasoning?: number;
  /** Begins with a system item, in the formats that have one in the list. @default true */
  readonly system?: boolean;
  /** How likely a user message has an image, in the formats that have them. @default 0 */
  readonly images?: number;
  /** @default "unique" */
  readonly callIds?: SyntheticCallIds;
  /** The last turn ends before its closing answer: with the user, or with results. @default false */
  readonly unfinished?: boolean;
}

/**
 * `repeated`: numbered from zero in every step, like Kimi's (`functions.NAME:0`). `absent`, `calls_only` and
 * `results_only`: variants of Gemini; in other formats ids stay.
 */
export type SyntheticCallIds = "unique" | "repeated" | "absent" | "calls_only" | "results_only";

const DEFAULTS = {
  format: SYNTHETIC_FORMATS[0] as SyntheticFormat,
  toolDensity: 0.5,
  giantOutputs: { probability: 0, characters: 200_000 },
  cjk: 0,
  nestedJson: 0.1,
  malformedPairs: 0,
  malformedKinds: MALFORMED_KINDS,
  protectedShare: 0,
  parallelCalls: 0.2,
  reasoning: 0,
  system: true,
  images: 0,
  callIds: "unique",
  unfinished: false,
} as const;

const SYSTEM_PROMPT =
  "You are a careful software engineer. Read before you edit, run the tests after every change, and say " +
  "plainly what is done and what is not. Paths are relative to the repository.";

/**
 * An agent's conversation in the wire shapes of one format. The same options give the same bytes, and a
 * longer history begins with the shorter one of the same seed.
 */
export function syntheticHistory(options: SyntheticOptions): object[] {
  return [...syntheticTurns(options)].flat();
}

/** The same history turn by turn: each value is the items appended since the one before. */
export function* syntheticTurns(options: SyntheticOptions): Generator<object[]> {
  for (const { items } of writtenTurns(options)) yield items;
}

/**
 * What the user says in the history of these options, one text per turn; no other text in it comes from the user.
 */
export function syntheticUserTexts(options: SyntheticOptions): string[] {
  return [...writtenTurns(options)].map(({ said }) => said);
}

interface WrittenTurn {
  readonly said: string;
  readonly items: object[];
}

function* writtenTurns(options: SyntheticOptions): Generator<WrittenTurn> {
  const settings = { ...DEFAULTS, ...options };
  const random = seededRandom(settings.seed);
  const writer: TurnWriter = {
    settings,
    random,
    content: syntheticContent(random, settings),
    emitter: formatKit(settings.format).emitter,
  };
  for (let turn = 0; turn < settings.turns; turn += 1) {
    const opening = turn === 0 && settings.system ? writer.emitter.system(SYSTEM_PROMPT) : [];
    const { said, items } = turnItems(writer, settings.unfinished && turn === settings.turns - 1);
    yield { said, items: [...opening, ...items] };
  }
}

type Settings = Required<SyntheticOptions>;

interface TurnWriter {
  readonly settings: Settings;
  readonly random: SeededRandom;
  readonly content: SyntheticContent;
  readonly emitter: SyntheticEmitter;
}

function turnItems(writer: TurnWriter, unfinished: boolean): WrittenTurn {
  const { settings, random, content, emitter } = writer;
  const meta = random.chance(settings.protectedShare) ? { protected: true } : {};
  const said = content.request();
  const items: object[] = [illustrated(writer, emitter.user(said, meta))];
  if (random.chance(settings.toolDensity)) {
    const steps = random.integer(1, 4);
    for (let step = 0; step < steps; step += 1) items.push(...exchangeItems(writer));
  }
  if (unfinished) return { said, items };
  const reasoning = thought(writer);
  items.push(...emitter.step({ id: content.hexadecimal(12), reasoning, text: content.closing(), calls: [] }));
  return { said, items };
}

/** Draws nothing without `images`, so that histories of older options keep their bytes. */
function illustrated({ settings, random, content, emitter }: TurnWriter, message: object): object {
  if (settings.images === 0 || !random.chance(settings.images) || !emitter.withImage) return message;
  return emitter.withImage(message, `iVBORw0KGgo${content.hexadecimal(64)}`);
}

function exchangeItems(writer: TurnWriter): object[] {
  const { settings, random, content, emitter } = writer;
  const exchange = wellFormed(writer);
  const malformed =
    settings.malformedKinds.length > 0 && random.chance(settings.malformedPairs)
      ? malform(
          exchange,
          random.pick(settings.malformedKinds),
          `${emitter.callIdPrefix}${content.hexadecimal(16)}`,
        )
      : [exchange];
  return malformed.flatMap(({ step, results, resultsFirst }) => {
    const stepItems = step === undefined ? [] : emitter.step(step);
    const resultItems = results.length === 0 ? [] : emitter.results(results);
    return resultsFirst ? [...resultItems, ...stepItems] : [...stepItems, ...resultItems];
  });
}

function wellFormed(writer: TurnWriter): ToolExchange {
  const { settings, random, content, emitter } = writer;
  const count = random.chance(settings.parallelCalls) ? random.integer(2, 4) : 1;
  const calls = Array.from({ length: count }, (_, index) => {
    const call = content.call(`${emitter.callIdPrefix}${content.hexadecimal(16)}`);
    return { ...call, id: callIdOf(writer, call, index) };
  });
  const step = {
    id: content.hexadecimal(12),
    reasoning: thought(writer),
    text: random.chance(0.4) ? content.prose() : "",
    calls,
  };
  const results = calls.map((call) => ({
    callId: resultIdOf(writer, call),
    name: call.name,
    text: content.output(call),
  }));
  return { step, results, resultsFirst: false };
}

function callIdOf({ settings, emitter }: TurnWriter, { id, name }: SyntheticCall, index: number): string {
  if (settings.callIds === "repeated") return `functions.${name}:${index}`;
  const absent = settings.callIds === "absent" || settings.callIds === "results_only";
  return absent && emitter.idsOptional === true ? "" : id;
}

function resultIdOf({ settings, emitter }: TurnWriter, { id }: SyntheticCall): string {
  if (emitter.idsOptional !== true) return id;
  if (settings.callIds === "calls_only") return "";
  return settings.callIds === "results_only" ? `${emitter.callIdPrefix}answer` : id;
}

function thought({ settings, random, content }: TurnWriter): string {
  return random.chance(settings.reasoning) ? content.thought() : "";
}
