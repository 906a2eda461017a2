import type { CommandContext } from "../../command-context.js";
import type { ConfigOption } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { configuredKeyFile } from "./configured-key-file.js";

export async function revokeKey(
  given: string,
  options: ConfigOption,
  context: CommandContext,
): Promise<number> {
  const { file } = await configuredKeyFile(options, context);
  const { id, name, tenant } = await file.revoke(given);
  if (context.output.json) await context.output.data({ revoked: { id, name, tenant } });
  else context.output.note(`Revoked ${id} (${name}). A running gateway learns it by SIGHUP.`);
  return EXIT_CODES.done;
}
