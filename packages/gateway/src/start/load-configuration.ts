import { resolve } from "node:path";
import { type Environment, loadSettings, type Settings } from "plimsoll/node";
import type { GatewaySettings } from "../settings/gateway-settings.js";
import { parseGatewaySettings } from "../settings/parse-gateway-settings.js";
import { vendorByName, VENDORS } from "../vendors/vendors.js";

export interface ConfigurationSource {
  /** The file; absent: as the library looks for it. */
  readonly config?: string;
  readonly cwd: string;
  readonly environment: Environment;
  /** These win over the file. */
  readonly host?: string;
  readonly port?: number;
}

/** What the file and the options say, checked. */
export interface Configuration {
  readonly gateway: GatewaySettings;
  readonly library: Settings;
  /** The file, if there is one. */
  readonly path?: string;
  /** True if somebody chose where events go. */
  readonly exportsEvents: boolean;
}

/** @throws CompactError `INVALID_CONFIG` with every problem. */
export async function loadConfiguration(source: ConfigurationSource): Promise<Configuration> {
  const { config, cwd, environment, host, port } = source;
  const { settings, path, origins, others } = await loadSettings({
    ...(config === undefined ? {} : { path: config }),
    cwd,
    environment,
  });
  const section = checkGatewaySection(others["gateway"], path);
  const gateway: GatewaySettings = {
    ...section,
    keysFile: resolve(cwd, section.keysFile),
    listen: {
      ...section.listen,
      ...(host === undefined ? {} : { host }),
      ...(port === undefined ? {} : { port }),
    },
  };
  const exportsEvents = origins.has("telemetry.exporter");
  return { gateway, library: settings, exportsEvents, ...(path === undefined ? {} : { path }) };
}

/** The section `gateway` as `loadSettings` gave it, completed; `source` is the name of its file. */
export function checkGatewaySection(section: unknown, source?: string): GatewaySettings {
  return parseGatewaySettings(section, {
    ...(source === undefined ? {} : { source }),
    vendors: VENDORS.map(({ name }) => name),
    isVendor: (name) => vendorByName(name) !== undefined,
  });
}
