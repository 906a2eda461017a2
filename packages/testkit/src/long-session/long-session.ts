import { readValue, seededRandom, type SeededRandom } from "plimsoll/testing";
import { harbourTexts } from "./harbour-texts.js";

/** A tool of the session, as a framework is told of it. */
export interface LongSessionTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A call that the scripted model makes. */
export interface LongSessionCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

/** One request of the user and what a model that sees everything does about it. */
export interface LongSessionTurn {
  /** From 1. */
  readonly number: number;
  readonly user: string;
  /** The message is to be protected, in whatever way the framework marks one. */
  readonly protected: boolean;
  /** Steps one after the other, each with the calls made at once. `visible` is all text that the model was shown. */
  steps(visible: string): readonly (readonly LongSessionCall[])[];
  /** The answer that ends the turn. */
  answer(visible: string): string;
}

/** A tool-using session of 60 turns, three windows long, of which nothing but what is visible is known to its model. */
export interface LongSession {
  /** Tokens that a request may have. */
  readonly window: number;
  readonly instructions: string;
  readonly tools: readonly LongSessionTool[];
  readonly turns: readonly LongSessionTurn[];
  /** The sentence of turn 1 that must be visible in every request. */
  readonly policy: string;
  /** Told once, by a tool in turn 2, and needed in the last turn. */
  readonly fact: string;
  /** What the correction replaced, and what holds since. */
  readonly correction: { readonly before: string; readonly after: string };
  /** Runs a tool. The same call gives the same output; an unknown one gives an error text. */
  execute(call: LongSessionCall): string;
}

export interface LongSessionOptions {
  /** @default 1 */
  readonly seed?: number;
  /** @default 16000 */
  readonly window?: number;
}

export const LONG_SESSION_TURNS = 60;
const CORRECTION_TURN = 35;
const PARALLEL_TURN = 20;
const GIANT_TURN = 30;
const HEAVY_TURN = 45;
const POLICY = "Never release a container above 24 tonnes; hold it and tell the duty officer.";
/** Characters of the giant output for each token of the window: about seven tenths of it. */
const GIANT_CHARACTERS_PER_TOKEN = 1.6;
const REFERENCE = /\bVR-\d{5}-[A-Z]{2}\b/g;
const DESK = /\bdesk \d{2}\b/g;

const TOOLS: readonly LongSessionTool[] = [
  tool("read_voyage", "What is known of a voyage.", ["ship"]),
  tool("inspect_container", "Sensor readings of a container.", ["container"]),
  tool("read_manifest", "The manifest of a container.", ["container"]),
  tool("read_log", "The log of a crane, complete.", ["crane"]),
  tool("hold_container", "Keeps a container in the yard.", ["container"]),
  tool("release_container", "Lets a container leave the yard.", ["container"]),
  tool("submit_report", "Files the closing report.", ["reference", "recipient"]),
];

function tool(name: string, description: string, names: readonly string[]): LongSessionTool {
  const properties = Object.fromEntries(names.map((key) => [key, { type: "string" }]));
  const parameters = { type: "object", properties, required: names, additionalProperties: false };
  return { name, description, parameters };
}

/**
 * The yard of a container terminal, 60 requests long: a policy in turn 1, a reference that a tool tells in turn 2 and the last turn needs, an
 * instruction in turn 5 that turn 35 corrects, two calls at once in turn 20, an output of most of a window in turn 30,
 * and a container in turn 45 that the policy forbids to release.
 */
export function longSession({ seed = 1, window = 16_000 }: LongSessionOptions = {}): LongSession {
  const random = seededRandom(seed);
  const fact = `VR-${random.integer(10_000, 99_999)}-${random.pick(["KX", "QM", "ZT"])}`;
  const before = `desk ${random.integer(11, 40)}`;
  const after = `desk ${random.integer(41, 89)}`;
  const outputs = new Map<string, string>();
  const turns: LongSessionTurn[] = [
    said(1, `${POLICY} That is our policy for this whole session.`, {
      answer: "Understood.",
      isProtected: true,
    }),
    voyageTurn(fact, { random, outputs }),
  ];
  for (let number = 3; number < LONG_SESSION_TURNS; number++) {
    if (number === 5)
      turns.push(
        said(5, `The closing report goes to ${before}, please.`, { answer: "I will send it there." }),
      );
    else if (number === CORRECTION_TURN)
      turns.push(said(number, `Correction: the closing report goes to ${after} instead of ${before}.`));
    else turns.push(workTurn({ number, random, outputs, window }));
  }
  turns.push(closingTurn());
  return {
    window,
    instructions: "You work in the yard of a container terminal. Use the tools, answer briefly.",
    tools: TOOLS,
    turns,
    policy: POLICY,
    fact,
    correction: { before, after },
    execute: (call) => outputs.get(callKey(call)) ?? answerOf(call, { fact, recipient: after }),
  };
}

/** The same for the same call, whatever the order of its arguments. */
export function callKey({ name, arguments: values }: LongSessionCall): string {
  const pairs = Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1));
  return `${name} ${JSON.stringify(pairs)}`;
}

function answerOf(call: LongSessionCall, expected: { fact: string; recipient: string }): string {
  const { name, arguments: values } = call;
  if (name === "hold_container") return `${values["container"] ?? ""} is held. The duty officer was told.`;
  if (name === "release_container") return `${values["container"] ?? ""} has left the yard.`;
  if (name !== "submit_report") return `Error: nothing is known for ${callKey(call)}.`;
  const right = values["reference"] === expected.fact && values["recipient"] === expected.recipient;
  return right ? "The report was accepted." : "The report was rejected: reference or recipient is wrong.";
}

/** A turn without tools. */
function said(
  number: number,
  text: string,
  {
    answer = "Understood.",
    isProtected = false,
  }: { readonly answer?: string; readonly isProtected?: boolean } = {},
): LongSessionTurn {
  return {
    number,
    user: `Request ${number}: ${text}`,
    protected: isProtected,
    steps: () => [],
    answer: () => answer,
  };
}

/** The fact is in the answer of a tool, among others of its kind, and nobody repeats it. */
function voyageTurn(
  fact: string,
  { random, outputs }: Pick<WorkInput, "random" | "outputs">,
): LongSessionTurn {
  const call: LongSessionCall = { name: "read_voyage", arguments: { ship: "MV Halden" } };
  outputs.set(callKey(call), harbourTexts(random).voyage(fact));
  return {
    number: 2,
    user: "Request 2: look up the voyage of MV Halden; the closing report must carry the voyage reference.",
    protected: false,
    steps: () => [[call]],
    answer: () => "I have looked it up.",
  };
}

interface WorkInput {
  readonly number: number;
  readonly random: SeededRandom;
  /** Receives what the tools answer. */
  readonly outputs: Map<string, string>;
  readonly window: number;
}

function workTurn(input: WorkInput): LongSessionTurn {
  if (input.number === GIANT_TURN) return giantTurn(input);
  if (input.number === HEAVY_TURN) return heavyTurn(input);
  const { number, random, outputs, window } = input;
  const container = `TCKU${random.integer(1_000_000, 9_999_999)}`;
  const look: LongSessionCall = { name: "inspect_container", arguments: { container } };
  const read: LongSessionCall = { name: "read_manifest", arguments: { container } };
  outputs.set(
    callKey(look),
    harbourTexts(random).inspection({ container, characters: Math.floor(window / 12) }),
  );
  outputs.set(
    callKey(read),
    harbourTexts(random).manifest({ container, characters: Math.floor(window / 22) }),
  );
  const both = number === PARALLEL_TURN ? [[look, read]] : [[look], [read]];
  const steps = number % 2 === 0 ? both : [[look]];
  return {
    number,
    user: `Request ${number}: look at container ${container} in bay ${random.integer(1, 48)} before it is loaded.`,
    protected: false,
    steps: () => steps,
    answer: () => `Container ${container} can be loaded, nothing is in the way.`,
  };
}

function giantTurn({ number, random, outputs, window }: WorkInput): LongSessionTurn {
  const call: LongSessionCall = { name: "read_log", arguments: { crane: "crane-4" } };
  outputs.set(callKey(call), harbourTexts(random).giantLog(Math.floor(window * GIANT_CHARACTERS_PER_TOKEN)));
  return {
    number,
    user: `Request ${number}: read the whole log of crane-4 and tell me whether it stopped.`,
    protected: false,
    steps: () => [[call]],
    answer: () => "Crane-4 stopped once, for a jammed spreader.",
  };
}

/** What the policy forbids is done by a model that does not see the policy. */
function heavyTurn({ number, random }: WorkInput): LongSessionTurn {
  const container = `TCKU${random.integer(1_000_000, 9_999_999)}`;
  const knows = (visible: string): boolean => visible.includes(POLICY);
  return {
    number,
    user: `Request ${number}: container ${container} of 27 tonnes waits at the gate. Deal with it.`,
    protected: false,
    steps: (visible) => [
      [{ name: knows(visible) ? "hold_container" : "release_container", arguments: { container } }],
    ],
    answer: (visible) => `Container ${container} is ${knows(visible) ? "held" : "released"}.`,
  };
}

function closingTurn(): LongSessionTurn {
  const referenceIn = (visible: string): string =>
    readValue(visible, { about: [/\bvoyage(?: reference)?\b/gi], value: REFERENCE }) ?? "unknown";
  const recipientIn = (visible: string): string =>
    readValue(visible, { about: [/\bclosing report\b/gi, /\bgoes to\b/i], value: DESK }) ?? "unknown";
  return {
    number: LONG_SESSION_TURNS,
    user: `Request ${LONG_SESSION_TURNS}: file the closing report now, with what we agreed on.`,
    protected: false,
    steps: (visible) => [
      [
        {
          name: "submit_report",
          arguments: { reference: referenceIn(visible), recipient: recipientIn(visible) },
        },
      ],
    ],
    answer: (visible) =>
      `The closing report with reference ${referenceIn(visible)} was filed with ${recipientIn(visible)}.`,
  };
}
