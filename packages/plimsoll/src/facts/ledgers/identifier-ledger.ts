import type { IdentifierFields } from "../checkpoint/checkpoint.js";
import { announcesIdentifier } from "../../text/announces-identifier.js";
import { looksLikeIdentifier } from "../../text/identifier-shape.js";
import { type LedgerRow, LedgerTable, type Sighting } from "./ledger-table.js";
import type { Observation, ObservedCall } from "./observation.js";
import { replacedRecords } from "./record-facts.js";
import { type FoundIdentifier, scanIdentifiers, tokensWithDigits } from "./scan-identifiers.js";

const CAPACITY = 400;
const MAX_FOUND_PER_TEXT = 100;
const MAX_SCANNED_CHARACTERS = 40_000;

/** Exact strings with a meaning, next to the words that describe it: ids, numbers, hashes, addresses. */
export class IdentifierLedger {
  readonly table: LedgerTable<IdentifierFields>;

  constructor(rows: readonly LedgerRow<IdentifierFields>[] = []) {
    this.table = new LedgerTable({ capacity: CAPACITY, isOpen: () => false }, rows);
  }

  observe(observation: Observation): void {
    if (observation.kind === "call") this.#call(observation);
    else if (observation.kind !== "summary") {
      const by = observation.kind === "result" ? "tool" : observation.kind;
      const text = observation.text.slice(0, MAX_SCANNED_CHARACTERS);
      const isContent =
        observation.kind === "result" && observation.files.some(({ action }) => action === "read");
      this.#text(text, { item: observation.item, position: observation.position, by }, isContent);
      if (observation.kind === "result")
        for (const [id, newer] of replacedRecords(observation)) this.table.supersede(id, newer);
    }
  }

  #text(text: string, sighting: Sighting, labelledOnly: boolean): void {
    const found = new Set<string>();
    const tokens = tokensWithDigits(text);
    // As long as nothing is cut off, noting that an identifier is there again is all that its words could change.
    const isQuiet = tokens.length <= MAX_FOUND_PER_TEXT && this.table.hasRoomFor(tokens.length);
    const bounds = {
      max: MAX_FOUND_PER_TEXT,
      labelledOnly,
      ...(isQuiet ? { isSettled: (token: string) => this.#isSettled(token) } : {}),
    };
    for (const identifier of scanIdentifiers(text, tokens, bounds)) {
      found.add(identifier.value);
      this.#put(identifier, sighting);
    }
    // What is known already is recognised also where nothing announces it.
    for (const { token } of tokens) if (!found.has(token)) this.table.touch(token, sighting);
  }

  #call({ call, item, position }: ObservedCall): void {
    const sighting: Sighting = { item, position, by: "assistant", isCall: true };
    for (const { key, value } of call.fields) {
      if (value.length > 200) continue;
      if (this.table.get(value) !== undefined) this.table.touch(value, sighting);
      else if (looksLikeIdentifier(value, announcesIdentifier(key)))
        this.#put({ value, meaning: key }, sighting);
      else for (const { token } of tokensWithDigits(value)) this.table.touch(token, sighting);
    }
  }

  /** True if the words of an identifier are known and final (see `#put`). */
  #isSettled(value: string): boolean {
    return this.table.get(value)?.fields.meaning.includes(" ") === true;
  }

  /** The first words stay unless they were a bare key and these say more. */
  #put({ value, meaning }: FoundIdentifier, sighting: Sighting): void {
    const known = this.table.get(value)?.fields.meaning ?? "";
    const better = known === "" || (!known.includes(" ") && meaning.includes(" ")) ? meaning : known;
    this.table.put(value, { value, meaning: better }, sighting);
  }
}
