import type { Command } from "commander";
import type { HoldListOptions, HoldOptions } from "./command-options.js";
import { configOptions, example } from "./config-options.js";
import type { RunCommand } from "./run-command.js";

/** Legal holds on sessions, or on all of a tenant. */
export function addHoldCommands(program: Command, run: RunCommand): void {
  const placing = noted(
    program
      .command("hold")
      .argument("[FILE|SESSION...]", "archived conversations, or the ids of their sessions")
      .description("keep sessions from being deleted, by whomever, until the hold is released")
      .option("--all", "everything of the configured tenant, now and later"),
  );
  configOptions(placing).action((sessions: string[], options: HoldOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/holds/place-hold.js")).placeHold(sessions, options, context),
    ),
  );
  example(placing, ['compactctl hold history.json --reason "case 12"', "compactctl hold --all"]);
  const releasing = noted(
    program
      .command("release")
      .argument("<HOLD...>", "the hold_… ids that `compactctl holds` lists")
      .description("end legal holds; that they were there stays recorded"),
  );
  configOptions(releasing).action((ids: string[], options: HoldOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/holds/release-hold.js")).releaseHold(ids, options, context),
    ),
  );
  example(releasing, ['compactctl release hold_0123456789ab --reason "settled"']);
  const listing = program
    .command("holds")
    .description("list the legal holds of the configured tenant")
    .option("--released", "also those that were released");
  configOptions(listing).action((options: HoldListOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/holds/list-holds.js")).listHolds(options, context),
    ),
  );
  example(listing, ["compactctl holds --json"]);
}

const noted = (command: Command): Command =>
  command
    .option("--reason <TEXT>", "why, for the record")
    .option("--by <NAME>", "who, for the record; the user of the system if it is not given");
