import { KeyFile, loadConfiguration } from "plimsoll-gateway";
import type { CommandContext } from "../../command-context.js";
import type { ConfigOption } from "../../command-options.js";

/** The file of gateway keys that the configuration names, and its path. */
export async function configuredKeyFile(
  { config }: ConfigOption,
  { cwd, environment }: CommandContext,
): Promise<{ readonly file: KeyFile; readonly path: string }> {
  const { gateway } = await loadConfiguration({
    cwd,
    environment,
    ...(config === undefined ? {} : { config }),
  });
  return { file: new KeyFile(gateway.keysFile), path: gateway.keysFile };
}
