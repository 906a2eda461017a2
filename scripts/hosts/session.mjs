// One session that outgrows the window of the provider several times: two calls at once in every turn, a fact in the second.
import assert from "node:assert/strict";

export const WINDOW = 6_000;
const TURNS = 14;
export const PARAMETERS = {
  type: "object",
  properties: { ledger: { type: "string" } },
  required: ["ledger"],
  additionalProperties: false,
};

/** What the tool answers: some 300 tokens. */
export const readLedger = ({ ledger }) =>
  Array.from({ length: 24 }, (_, line) => `${ledger} line ${line}: ${(line + 3) * 417} paid, booked`).join(
    "\n",
  );

/** @param ask sends the user's text, runs the tools, and resolves with the text of the answer */
export async function playSession(ask) {
  for (let turn = 0; turn < TURNS; turn++) {
    const fact = turn === 1 ? " My badge is HX-2207." : "";
    const answer = await ask(`Go through ledger ${turn}.${fact}`);
    assert.match(answer, /^Done\./, `turn ${turn}`);
  }
  assert.equal(await ask("Which badge do I have?"), "HX-2207");
}
