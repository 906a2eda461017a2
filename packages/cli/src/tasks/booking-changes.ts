import { readValue, type SeededRandom } from "plimsoll/testing";
import type { Need, Task, TaskEvent } from "./task.js";
import { interleave, rows } from "./interleave.js";
import { bookingCode, people, pickSome } from "./people.js";

const FARES = ["Saver", "Classic", "Flex"] as const;
type Fare = (typeof FARES)[number];
const CITIES = ["Porto", "Gdansk", "Bergen", "Trieste", "Lyon", "Cork", "Aarhus", "Split"];
const BOOKING_CODE = /\b(?=[A-Z]*\d)[A-Z0-9]{6}\b/g;
const PAYMENT = /\b(?:card|voucher|account)_\d{5}\b/g;
const AMOUNT = /\b(\d{1,3}) EUR\b/g;

interface Traveller {
  readonly name: string;
  readonly booking: string;
  readonly payment: string;
  readonly fare: Fare;
}

/** A service desk after a cancelled flight: codes and payments of many people, and a policy that is amended once. */
export const bookingChanges: Task = {
  name: "booking changes",
  script(random, noise) {
    const travellers = people(random, 6).map((name) => ({
      name,
      booking: bookingCode(random),
      payment: `${random.pick(["card", "voucher", "account"])}_${random.integer(10_000, 99_999)}`,
      fare: random.pick(FARES),
    }));
    const fees = feesOf(random);
    const amended = random.pick(FARES);
    const fee = { ...fees, [amended]: fees[amended] - random.integer(2, 9) };
    const events: TaskEvent[] = [
      { kind: "user", text: opening(random) },
      { kind: "tool", name: "read_policy", arguments: { topic: "changes" }, output: policy(random, fees) },
      ...travellers.flatMap((traveller) => profile(random, traveller)),
      { kind: "user", text: amendment(amended, { before: fees[amended], after: fee[amended] }) },
      { kind: "say", text: "Understood, I will charge the new amount." },
      ...pickSome(random, travellers, 4).flatMap((traveller) => change(random, traveller, { fee, amended })),
    ];
    const first = 2 + travellers.length * 3;
    return interleave(
      events,
      Array.from({ length: noise }, () => flightSearch(random)),
      { from: first },
    );
  },
};

function feesOf(random: SeededRandom): Record<Fare, number> {
  return { Saver: random.integer(45, 70), Classic: random.integer(25, 40), Flex: random.integer(12, 20) };
}

function opening(random: SeededRandom): string {
  return (
    `Flight HX${random.integer(200, 399)} to ${random.pick(CITIES)} is cancelled and you take over the rebooking desk. ` +
    "I will name the travellers one after the other, with some looking around in between. " +
    "Please read the change policy first and look up everybody, so that we can move quickly later."
  );
}

function policy(random: SeededRandom, fees: Record<Fare, number>): string {
  const hours = random.integer(12, 36);
  return [
    "CHANGES AND CANCELLATIONS",
    "1. General. A change is a new date or a new flight on the same route. A new route is a new purchase.",
    `2. Notice. Changes are taken until ${hours} hours before departure at the desk and until ${hours * 2} hours online.`,
    "3. Fees, for each person and direction:",
    `   A change of a Saver fare costs ${fees.Saver} EUR.`,
    `   A change of a Classic fare costs ${fees.Classic} EUR.`,
    `   A change of a Flex fare costs ${fees.Flex} EUR.`,
    `4. Bags. A second bag is ${random.integer(71, 95)} EUR at the desk; sports equipment is free on weekdays.`,
    "5. Names. A spelling mistake of up to three letters is put right free of charge.",
    `6. Groups of more than ${random.integer(9, 15)} people are handled by the group desk and not by this one.`,
    "7. Complaints go to the office in writing; the desk makes no promises about compensation.",
  ].join("\n");
}

function profile(random: SeededRandom, { name, booking, payment, fare }: Traveller): TaskEvent[] {
  const record = {
    traveller: name,
    booking,
    fare,
    seat: `${random.integer(3, 31)}${random.pick(["A", "C", "D", "F"])}`,
    bags: random.integer(0, 2),
    status: "disrupted",
  };
  const wallet = [
    { owner: name, method: payment, use: "default", valid: true },
    { owner: "desk", method: `account_${random.integer(10_000, 99_999)}`, use: "refunds only", valid: true },
  ];
  return [
    { kind: "tool", name: "find_traveller", arguments: { name }, output: JSON.stringify(record) },
    {
      kind: "tool",
      name: "list_payment_methods",
      arguments: { booking },
      output: wallet.map((entry) => JSON.stringify(entry)).join("\n"),
    },
    { kind: "say", text: `${name} is on a ${fare} fare, nothing unusual.` },
  ];
}

function amendment(
  fare: Fare,
  { before, after }: { readonly before: number; readonly after: number },
): string {
  return (
    "A word from the duty manager, the sheet you read is out of date in one place. " +
    `A change of a ${fare} fare costs ${after} EUR instead of ${before} EUR today. Everything else stays as it is.`
  );
}

interface Prices {
  readonly fee: Readonly<Record<Fare, number>>;
  readonly amended: Fare;
}

function change(random: SeededRandom, traveller: Traveller, { fee, amended }: Prices): TaskEvent[] {
  const { name, fare } = traveller;
  const person = new RegExp(name, "g");
  const needs: Need[] = [
    {
      argument: "booking",
      kind: "identifier",
      expected: traveller.booking,
      query: `${name} booking`,
      find: (text) => readValue(text, { about: [person], value: BOOKING_CODE }),
    },
    {
      argument: "payment",
      kind: "identifier",
      expected: traveller.payment,
      query: `${name} payment method`,
      find: (text) => readValue(text, { about: [person], value: PAYMENT }),
    },
    {
      argument: "fee",
      kind: fare === amended ? "correction" : "rule",
      expected: String(fee[fare]),
      query: `change ${fare} fare costs EUR`,
      find: (text) =>
        readValue(text, { about: [new RegExp(`\\b${fare} fares?\\b`, "gi"), /\bchange/i], value: AMOUNT }),
    },
  ];
  const flight = `HX${random.integer(400, 599)}`;
  return [
    {
      kind: "user",
      text: `${name} takes the ${flight}. The fare is ${fare}; use what we have on file, please.`,
    },
    { kind: "decide", decision: { tool: "change_booking", needs } },
  ];
}

/** Looking at flights for somebody who does not come back: rows of codes and prices that nothing depends on. */
function flightSearch(random: SeededRandom): TaskEvent[] {
  const [from = "", to = ""] = pickSome(random, CITIES, 2);
  const output = rows(random.integer(24, 44), () => {
    const hour = String(random.integer(5, 22)).padStart(2, "0");
    return `HX${random.integer(600, 999)}  ${from} - ${to}  ${hour}:${random.integer(10, 59)}  ${random.integer(0, 9)} seats  ${random.integer(101, 420)}.${random.integer(10, 99)}  ${random.pick(["A320", "E190", "B738"])}`;
  });
  return [
    {
      kind: "user",
      text: `What flies from ${from} to ${to} on the ${random.integer(2, 28)}th? Just looking for now.`,
    },
    { kind: "tool", name: "search_flights", arguments: { from, to }, output },
    {
      kind: "say",
      text: `There are several flights from ${from} to ${to}; the early ones are the cheapest.`,
    },
  ];
}
