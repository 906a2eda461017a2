import type { HeldItem, RealtimeReply } from "plimsoll-testkit";
import { realtime } from "../../formats/realtime/realtime.js";

/** Said in the second turn, asked for in the last. */
export const CUSTOMER_NUMBER = "KX-48213-Q";
export const POLICY = "Policy: a refund above 200 euros needs the approval of a manager.";
/** The user's rule, and what the user later says instead. */
export const FIRST_RULE = "Never call me back by phone.";
export const CORRECTED_RULE = "From now on, write to me in French only.";
export const FIRST_LANGUAGE = "Please write to me in English only.";
export const SUPPORT_TURNS = 60;
const GIANT_TURN = 20;
const CORRECTION_TURN = 30;

const orderOf = (turn: number): string => `A-${70_000 + turn * 37}`;

/** What the user says in a turn, from 1: a support call about sixty orders, with a rule, a correction and a question at the end. */
export function supportRequest(turn: number): string {
  const order = orderOf(turn);
  const base = `My question number ${turn} is about the order ${order}: has it left the warehouse, and which carrier has it by now?`;
  switch (turn) {
    case 2:
      return `Before we go on, my customer number is ${CUSTOMER_NUMBER}, please note it down. ${base}`;
    case 3:
      return `${FIRST_RULE} ${FIRST_LANGUAGE} ${base}`;
    case CORRECTION_TURN:
      return `${CORRECTED_RULE} ${base}`;
    case SUPPORT_TURNS:
      return "And what was my customer number again?";
    default:
      return base;
  }
}

/** What the function answers: a few lines, and once far more than any window holds. */
export function supportOutput(turn: number): string {
  const rows = turn === GIANT_TURN ? 1500 : 10;
  const lines = Array.from({ length: rows }, (_, row) => {
    const place = ["Rotterdam", "Venlo", "Aachen", "Liège", "Metz", "Lyon"][(turn + row) % 6];
    return `2026-0${1 + (row % 9)}-1${row % 10} ${orderOf(turn)} parcel ${turn}-${row} scanned in ${place}, shelf ${(turn * 7 + row) % 90}`;
  });
  return lines.join("\n");
}

const textOf = (item: HeldItem | undefined): string => (item ? realtime.view(item).text : "");

/** The model of the call: looks an order up, then says where it is; in the last turn it says what it still sees. */
export function supportModel(conversation: readonly HeldItem[]): readonly RealtimeReply[] {
  const request = conversation.findLast((item) => item.role === "user");
  const asked = textOf(request);
  const order = /A-\d+/.exec(asked)?.[0];
  if (asked.includes("my customer number again")) {
    const known = conversation.find((item) => item !== request && textOf(item).includes(CUSTOMER_NUMBER));
    return [
      { text: known ? `Your customer number is ${CUSTOMER_NUMBER}.` : "I do not know your customer number." },
    ];
  }
  const last = conversation.at(-1);
  if (last?.type === "function_call_output")
    return [
      {
        text: `The order ${order ?? ""} has left the warehouse and was last seen in transit, as the list shows.`,
      },
    ];
  const turn = /number (\d+)/.exec(asked)?.[1] ?? "0";
  return [
    { call: `call_${turn}`, name: "track_order", arguments: JSON.stringify({ order, turn: Number(turn) }) },
  ];
}
