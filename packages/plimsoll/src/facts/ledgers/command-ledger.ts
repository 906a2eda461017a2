import { outsidePair } from "../../text/outside-pair.js";
import type { CommandFields } from "../checkpoint/checkpoint.js";
import { failingTests } from "./command-outcome.js";
import { type LedgerRow, LedgerTable } from "./ledger-table.js";
import type { Observation } from "./observation.js";

const CAPACITY = 300;
const MAX_COMMAND_CHARACTERS = 400;

/** The text by which a command is the same one again; a long one by its beginning. */
export const commandText = (command: string): string =>
  command.length <= MAX_COMMAND_CHARACTERS
    ? command
    : `${command.slice(0, outsidePair(command, MAX_COMMAND_CHARACTERS - 1))}…`;

const keyOf = (fields: CommandFields): string => `${fields.outcome}\n${fields.command}`;

/**
 * The commands that ran and how they ended. A command has one row per way of ending; the newest supersedes the others,
 * so a failure that was followed by a success points to it.
 */
export class CommandLedger {
  readonly table: LedgerTable<CommandFields>;

  constructor(rows: readonly LedgerRow<CommandFields>[] = []) {
    this.table = new LedgerTable(
      { capacity: CAPACITY, isOpen: ({ outcome }) => outcome === "failed" || outcome === "running" },
      rows,
    );
  }

  observe(observation: Observation): void {
    if (observation.kind !== "result" || observation.call === undefined || observation.call.command === "")
      return;
    const { item, position, text, call, ending } = observation;
    const failing = failingTests(text);
    const outcome =
      ending.outcome === "ok" && ending.exitCode === null && failing.length > 0 ? "failed" : ending.outcome;
    const fields = {
      command: commandText(call.command),
      outcome,
      exitCode: ending.exitCode,
      failingTests: failing,
      runs: 1,
    };
    const key = keyOf(fields);
    const known = this.table.get(key)?.fields;
    this.table.put(
      key,
      { ...fields, runs: (known?.runs ?? 0) + 1 },
      { item, position, by: "tool", isCall: true },
    );
    for (const other of ["ok", "failed", "running", "unknown"] as const) {
      if (other !== outcome) this.table.supersede(keyOf({ ...fields, outcome: other }), key);
    }
  }
}
