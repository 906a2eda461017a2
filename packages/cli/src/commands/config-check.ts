import type { LoadedSettings, Settings } from "plimsoll/node";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { effectiveSettings } from "../input/effective-settings.js";
import type { ConfigOption } from "../command-options.js";
import { printableJson } from "../output/printable.js";

/** Prints the settings in effect and their sources, or all problems at once. */
export async function configCheck(
  path: string | undefined,
  options: ConfigOption,
  context: CommandContext,
): Promise<number> {
  const { output } = context;
  const config = path ?? options.config;
  const found = await effectiveSettings(config === undefined ? {} : { config }, context);
  const settings = withoutCredentials(found.settings);
  const gateway = await checkedGateway(found, context);
  if (output.json) {
    const origins = Object.fromEntries(found.origins);
    await output.data({
      path: found.path ?? null,
      settings: { ...(inFileShape(settings) as object), ...gateway },
      origins,
    });
    return EXIT_CODES.done;
  }
  output.note(
    found.path === undefined ? "No configuration file; these are the defaults." : `${found.path} is valid.`,
  );
  for (const [key, value] of Object.entries(settings)) {
    if (!isSection(value)) {
      await output.line(setting([key], value, found.origins));
      continue;
    }
    await output.line(`${fileKey(key)}:${Object.keys(value).length === 0 ? " {}" : ""}`);
    for (const [name, part] of Object.entries(value))
      await output.line(setting([key, name], part, found.origins));
  }
  for (const [key, value] of Object.entries(gateway))
    await output.line(`${key}: ${printableJson(value, 0)}  # file`);
  return EXIT_CODES.done;
}

/** The section as it was given, if it is right; nothing is loaded of the gateway where there is none. */
async function checkedGateway(
  { others, path, settings }: LoadedSettings,
  context: CommandContext,
): Promise<Readonly<Record<string, unknown>>> {
  const section = others["gateway"];
  if (section === undefined) return {};
  const { checkGatewaySection, configuredRoutes } = await import("plimsoll-gateway");
  configuredRoutes(checkGatewaySection(section, path), settings.models, context);
  return { gateway: section };
}

/** A line of YAML, with its origin as a comment: the file, a variable, or the default that nobody changed. */
function setting(path: readonly string[], value: unknown, origins: ReadonlyMap<string, string>): string {
  const isModel = path[0] === "models";
  const name = isModel ? printableJson(path.at(-1)) : fileKey(path.at(-1) ?? "");
  const key = isModel ? path.join(".") : path.map(fileKey).join(".");
  const origin = origins.get(key) ?? origins.get(path[0] ?? "") ?? "default";
  return `${"  ".repeat(path.length - 1)}${name}: ${printableJson(inFileShape(value), 0)}  # ${origin}`;
}

/** An address may carry a user name and password; nothing else in the settings is a secret. */
function withoutCredentials(settings: Settings): Settings {
  const baseUrl = settings.summarizer.baseUrl.replace(/^([a-z]+:\/\/)[^/]*@/i, "$1");
  const { url } = settings.storage;
  const storage = url === undefined ? {} : { storage: { ...settings.storage, url: withoutPassword(url) } };
  return { ...settings, ...storage, summarizer: { ...settings.summarizer, baseUrl } };
}

/** An address in which the user stays; a text that is none goes. */
function withoutPassword(address: string): string {
  if (!URL.canParse(address)) return "…";
  const url = new URL(address);
  if (url.password !== "") url.password = "…";
  url.searchParams.delete("password");
  return url.href;
}

const fileKey = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function isSection(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The same values under the keys of the file; names of models stay as they are. */
function inFileShape(value: unknown, isNamed: boolean = false): unknown {
  if (!isSection(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      isNamed ? key : fileKey(key),
      inFileShape(part, key === "models"),
    ]),
  );
}
