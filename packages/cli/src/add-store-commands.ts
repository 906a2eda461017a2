import type { Command } from "commander";
import type { ConfigOption, StoreMigrateOptions } from "./command-options.js";
import { configOptions, example } from "./config-options.js";
import type { RunCommand } from "./run-command.js";

export function addStoreCommands(program: Command, run: RunCommand): void {
  const store = program
    .command("store")
    .description("look after the store of the archive")
    .helpCommand(false);
  const migrate = store
    .command("migrate")
    .description("bring the configured store up to date with this release")
    .option("--print", "only print the SQL of a database, for those who run it themselves")
    .option("--to <CONFIG>", "copy everything into the store of this configuration, and compare");
  configOptions(migrate).action((options: StoreMigrateOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/store/migrate-store.js")).migrateStore(options, context),
    ),
  );
  example(migrate, [
    "compactctl store migrate --print | psql",
    "compactctl store migrate --to postgres.yaml",
  ]);
  for (const [name, description] of [
    ["check", "read everything and say what is wrong, without changing anything"],
    ["repair", "the same, and mend what can be mended without loss"],
  ] as const) {
    const command = store.command(name).description(description);
    configOptions(command).action((options: ConfigOption) =>
      run(options.json === true, async (context) =>
        (await import("./commands/store/survey.js")).survey(options, context, { repair: name === "repair" }),
      ),
    );
    example(command, [`compactctl store ${name} --json`]);
  }
  const rotate = store
    .command("rotate-key")
    .description("make a new key in the local key ring; it wraps from now on, and old data stays readable");
  const reseal = store
    .command("reseal")
    .description("re-encrypt entries and payloads with the newest key, while the store is in use");
  configOptions(reseal).action((options: ConfigOption) =>
    run(options.json === true, async (context) =>
      (await import("./commands/store/reseal-store.js")).resealStore(options, context),
    ),
  );
  example(reseal, ["compactctl store reseal --json"]);
  configOptions(rotate).action((options: ConfigOption) =>
    run(options.json === true, async (context) =>
      (await import("./commands/store/rotate-key.js")).rotateKey(options, context),
    ),
  );
  example(rotate, ["compactctl store rotate-key && compactctl store reseal"]);
}
