import { loadSettings } from "../config/load-settings.js";
import type { Settings } from "../config/settings.js";
import { CompactManager } from "../engine/compact-manager.js";
import { CompactError } from "../errors/compact-error.js";
import { isRecord } from "../text/is-record.js";
import { configFromSettings, type ManagerOverrides } from "./config-from-settings.js";

/**
 * A manager as the settings describe it. With the path of a file, it reads the settings first.
 *
 * @throws CompactError `INVALID_CONFIG` if the settings leave a part to the code (`custom`) and the code has none.
 */
export function managerFromSettings<W extends object = object>(
  path: string,
  overrides?: ManagerOverrides<W>,
): Promise<CompactManager<W>>;
export function managerFromSettings<W extends object = object>(
  settings: Settings,
  overrides?: ManagerOverrides<W>,
): CompactManager<W>;
export function managerFromSettings<W extends object>(
  given: Settings | string,
  overrides: ManagerOverrides<W> = {},
): CompactManager<W> | Promise<CompactManager<W>> {
  checkGiven(given);
  if (typeof given !== "string") return new CompactManager<W>(configFromSettings(given, overrides));
  const { environment = process.env } = overrides;
  return loadSettings({ path: given, environment }).then(
    ({ settings }) => new CompactManager<W>(configFromSettings(settings, overrides)),
  );
}

/** In JavaScript nothing else says that `loadSettings` gives more than the settings. */
function checkGiven(given: unknown): void {
  if (typeof given === "string" || (isRecord(given) && isRecord(given["policy"]))) return;
  throw new CompactError(
    "INVALID_INPUT",
    "managerFromSettings takes the path of a file, or the `settings` that loadSettings and parseSettings give.",
    { details: { key: "settings" } },
  );
}
