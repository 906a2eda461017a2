import type { Command } from "commander";
import type { EraseOptions, ExportOptions, ImportOptions } from "./command-options.js";
import { configOptions, example } from "./config-options.js";
import type { RunCommand } from "./run-command.js";

/** Sessions out of the archive, into another, or gone. */
export function addTransferCommands(program: Command, run: RunCommand): void {
  const exporting = program
    .command("export")
    .argument("[FILE|SESSION...]", "archived conversations, or the ids of their sessions")
    .description("write sessions with their payloads to one file, in clear")
    .option("--all", "every session of the archive")
    .option("--out <PATH>", "write to this file instead of standard output");
  configOptions(exporting).action((sessions: string[], options: ExportOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/transfer/export-archive.js")).exportArchive(sessions, options, context),
    ),
  );
  example(exporting, ["compactctl export --all --out archive.jsonl", "compactctl export history.json"]);
  const importing = program
    .command("import")
    .argument("<FILE>", "what `compactctl export` wrote; `-` is standard input")
    .description("read exported sessions back into the archive, byte for byte")
    .option("--skip-existing", "leave sessions alone that the archive holds already");
  configOptions(importing).action((file: string, options: ImportOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/transfer/import-archive.js")).importArchive(file, options, context),
    ),
  );
  example(importing, ["compactctl import archive.jsonl"]);
  const erasing = program
    .command("erase")
    .argument("<FILE|SESSION...>", "archived conversations, or the ids of their sessions")
    .description("delete sessions with their payloads for good; there is no undo")
    .option("--yes", "do not only say what would be erased");
  configOptions(erasing).action((sessions: string[], options: EraseOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/transfer/erase-sessions.js")).eraseSessions(sessions, options, context),
    ),
  );
  example(erasing, ["compactctl erase history.json --yes"]);
}
