import { seededRandom } from "plimsoll/testing";
import { prose, type Shape } from "./promise-shapes.js";

/** Something that was said in an epoch, by the strings that tell it. */
interface Planted {
  readonly epoch: number;
  /** All of them within a few lines. */
  readonly strings: readonly string[];
}

/** Something that somebody has to do, until an epoch settles it. */
interface Matter extends Planted {
  readonly settledIn: number;
  /** What is said when it is settled. */
  readonly settling: string;
}

export interface DriftingSession {
  readonly epochs: readonly (readonly object[])[];
  readonly facts: readonly Planted[];
  readonly rules: readonly Planted[];
  readonly matters: readonly Matter[];
}

const NAMES = [
  ..."Amber Basalt Copper Dunlin Egret Flint Garnet Heron Ivory Jade Kittiwake Larch".split(" "),
  ..."Mallow Nettle Osprey Plover Quartz Rowan Sorrel Tern Umbra Viola Wagtail Zinnia".split(" "),
];
const PEOPLE = "Ada Bela Chidi Dara Emeka Farah Goran Hana Ines Jonas Kaito Lena".split(" ");
const PUMPS = "Kestner Lowara Grundig Wilson Ebara Calpeda Pedrollo Sulzer".split(" ");

interface Epoch {
  readonly number: number;
  readonly name: string;
  readonly code: string;
  readonly shape: Shape;
  readonly call: (name: string, input: Readonly<Record<string, unknown>>, output: string) => object[];
}

interface Piece {
  readonly strings: readonly string[];
  readonly items: readonly object[];
}

const FACTS: readonly ((epoch: Epoch, pick: (list: readonly string[]) => string) => Piece)[] = [
  ({ name, shape }, pick) => {
    const foreman = pick(PEOPLE);
    return {
      strings: [`${name} berth`, foreman],
      items: [shape.user(`Now look at the ${name} berth. Its foreman is ${foreman}.`)],
    };
  },
  ({ code, call }) => {
    const record = { ship_id: `BX-${code}`, status: "loaded", crane: `C${code}` };
    return {
      strings: [record.ship_id, "loaded"],
      items: call("get_ship", { ship_id: record.ship_id }, JSON.stringify(record)),
    };
  },
  ({ name, shape }, pick) => {
    const pump = `${pick(PUMPS)} pumps`;
    return {
      strings: [pump, name],
      items: [shape.user(`Let's use ${pump} at ${name}, because they are quieter.`)],
    };
  },
  ({ name, call }) => {
    const path = `yard/${name.toLowerCase()}/gate.ts`;
    const edit = { path, old_string: `open(${name}, 1)`, new_string: `open(${name}, 2)` };
    return { strings: [`${name.toLowerCase()}/gate.ts`], items: call("edit_file", edit, `Edited ${path}.`) };
  },
  ({ name, code, shape }) => {
    const level = `${code.slice(-2)} cm`;
    return {
      strings: [name, level],
      items: [shape.assistant(`I set the alarm of the ${name} basin to ${level}, the mark of last winter.`)],
    };
  },
];

interface MatterForm {
  readonly strings: readonly string[];
  readonly settling: string;
  readonly opened: readonly object[];
  readonly settled: readonly object[];
}

const MATTERS: readonly ((epoch: Epoch) => MatterForm)[] = [
  ({ name, shape }) => ({
    strings: [`${name} hull`],
    settling: `${name} hull is inspected`,
    opened: [shape.user(`The ${name} hull still has to be inspected.`)],
    settled: [shape.user(`The ${name} hull is inspected, that is done.`)],
  }),
  ({ name, call }) => {
    const command = `npm test -- ${name.toLowerCase()}-winch`;
    const failure = `FAIL ${name.toLowerCase()}-winch.test.ts\nError: winch ${name} slips\n1 failed`;
    return {
      strings: [`${name.toLowerCase()}-winch.test.ts`],
      settling: `PASS ${name.toLowerCase()}-winch.test.ts`,
      opened: call("shell", { command }, `${failure}\nexit code: 1`),
      settled: call(
        "shell",
        { command },
        `PASS ${name.toLowerCase()}-winch.test.ts\n12 passed\nexit code: 0`,
      ),
    };
  },
  ({ name, code, shape }) => ({
    strings: [`permit P-${code}`],
    settling: `P-${code} is approved`,
    opened: [shape.assistant(`I am waiting for the approval of permit P-${code} for ${name}.`)],
    settled: [shape.user(`Permit P-${code} is approved.`)],
  }),
];

/** Every third matter stays open; the others are settled two or four epochs later. */
function settledIn(epoch: number): number {
  if (epoch % 3 === 0) return Number.POSITIVE_INFINITY;
  return epoch + (epoch % 3 === 1 ? 2 : 4);
}

/** Work in a harbour: every epoch brings facts, a rule and a matter, between logs that nobody needs again. */
export function driftingSession(seed: number, shape: Shape, rounds: number): DriftingSession {
  const random = seededRandom(seed);
  const pick = (list: readonly string[]): string => random.pick(list);
  const pieces: object[][] = Array.from({ length: rounds }, () => []);
  const facts: Planted[] = [];
  const rules: Planted[] = [];
  const matters: Matter[] = [];
  for (let number = 0; number < rounds; number++) {
    const epoch = epochOf(number, { seed, shape });
    for (const fact of FACTS) {
      const { strings, items } = fact(epoch, pick);
      facts.push({ epoch: number, strings });
      pieces[number]?.push(...items);
    }
    const rule = `Never move the ${epoch.name} crane after dark.`;
    rules.push({ epoch: number, strings: [rule] });
    pieces[number]?.push(shape.user(rule));
    const form = MATTERS[(number + Math.floor(number / 3)) % MATTERS.length]?.(epoch);
    if (form === undefined) continue;
    const end = settledIn(number);
    matters.push({ epoch: number, strings: form.strings, settledIn: end, settling: form.settling });
    pieces[number]?.push(...form.opened);
    pieces[end]?.push(...form.settled);
  }
  const epochs = pieces.map((items, number) => [
    ...items,
    ...logs(epochOf(number, { seed, shape }), seed),
    shape.user("Go on."),
  ]);
  return { epochs, facts, rules, matters };
}

function epochOf(number: number, { seed, shape }: { readonly seed: number; readonly shape: Shape }): Epoch {
  const name = NAMES[(number + 5 * seed) % NAMES.length] ?? "";
  const code = String(300 + 37 * number + 11 * (seed % 50));
  let calls = 0;
  const call: Epoch["call"] = (tool, input, output) =>
    shape.exchange({ id: `call_${number}_${tool}_${calls++}_${code}`, name: tool, arguments: input, output });
  return { number, name, code, shape, call };
}

const LOGS = 8;
const TOKENS_OF_LOG = 250;

function logs({ number, call }: Epoch, seed: number): object[] {
  return Array.from({ length: LOGS }, (_, index) =>
    call(
      "read_log",
      { page: LOGS * number + index },
      prose(1000 * seed + LOGS * number + index, TOKENS_OF_LOG),
    ),
  ).flat();
}
