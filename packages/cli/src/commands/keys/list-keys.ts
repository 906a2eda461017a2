import type { CommandContext } from "../../command-context.js";
import type { ConfigOption } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { table } from "../../output/table.js";
import { configuredKeyFile } from "./configured-key-file.js";

export async function listKeys(options: ConfigOption, context: CommandContext): Promise<number> {
  const { file, path } = await configuredKeyFile(options, context);
  const keys = (await file.read()) ?? [];
  const { output } = context;
  if (output.json) {
    await output.data({
      path,
      keys: keys.map(({ id, name, tenant, created }) => ({ id, name, tenant, created })),
    });
    return EXIT_CODES.done;
  }
  if (keys.length === 0) {
    output.note("There are no keys. Make one with: compactctl keys create NAME");
    return EXIT_CODES.done;
  }
  const columns = ["id", "name", "tenant", "created"].map((title) => ({ title }));
  await output.line(
    table(
      columns,
      keys.map(({ id, name, tenant, created }) => [id, name, tenant, created]),
    ),
  );
  return EXIT_CODES.done;
}
