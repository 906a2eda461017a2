import type { CommandContext } from "../../command-context.js";
import type { KeyCreateOptions } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { configuredKeyFile } from "./configured-key-file.js";

/** Makes a gateway key and prints it, the only time that anybody can read it. */
export async function createKey(
  name: string,
  options: KeyCreateOptions,
  context: CommandContext,
): Promise<number> {
  const { file, path } = await configuredKeyFile(options, context);
  const { tenant } = options;
  const { key, stored } = await file.create(
    { name, ...(tenant === undefined ? {} : { tenant }) },
    new Date(),
  );
  const { output } = context;
  if (output.json) {
    await output.data({ key, id: stored.id, name, tenant: stored.tenant });
    return EXIT_CODES.done;
  }
  await output.line(key);
  output.note(
    `This is ${stored.id} of tenant ${stored.tenant}. It is shown only now; ${path} keeps a hash of it. A running gateway learns it by SIGHUP.`,
  );
  return EXIT_CODES.done;
}
