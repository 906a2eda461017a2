import { CompactError } from "plimsoll";
import { localKeyRing } from "plimsoll/node";
import { archiveSettings } from "../../archive/archive-settings.js";
import type { CommandContext } from "../../command-context.js";
import type { ConfigOption } from "../../command-options.js";
import { EXIT_CODES } from "../../exit-codes.js";
import { effectiveSettings } from "../../input/effective-settings.js";

/** Makes a new key in the configured key ring. */
export async function rotateKey(options: ConfigOption, context: CommandContext): Promise<number> {
  const { storage } = archiveSettings((await effectiveSettings(options, context)).settings, context);
  if (storage.keyRing === undefined)
    throw new CompactError(
      "INVALID_CONFIG",
      "There is no key ring: set storage.key_ring to the file that is to hold the keys.",
      { details: { key: "storage.key_ring" } },
    );
  const key = await localKeyRing({ path: storage.keyRing }).rotate?.();
  const { output } = context;
  if (output.json) await output.data({ key_ring: storage.keyRing, key });
  else
    output.note(
      `The key ${key} in ${storage.keyRing} wraps from now on. Seal entries and payloads anew under it: compactctl store reseal`,
    );
  return EXIT_CODES.done;
}
