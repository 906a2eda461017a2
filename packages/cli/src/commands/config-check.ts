import { DEFAULT_SETTINGS, type Settings } from "plimsoll/node";
import type { CommandContext } from "../command-context.js";
import { EXIT_CODES } from "../exit-codes.js";
import { effectiveSettings } from "../input/effective-settings.js";
import type { ConfigOption } from "../command-options.js";
import { printableJson } from "../output/printable.js";

interface Origin {
  readonly environment: CommandContext["environment"];
  readonly path: string | undefined;
}

/** Prints the settings in effect and their sources, or all problems at once. */
export async function configCheck(
  path: string | undefined,
  options: ConfigOption,
  context: CommandContext,
): Promise<number> {
  const { output, environment } = context;
  const config = path ?? options.config;
  const found = await effectiveSettings(config === undefined ? {} : { config }, context);
  const settings = withoutCredentials(found.settings);
  if (output.json) {
    await output.data({ path: found.path ?? null, settings: inFileShape(settings) });
    return EXIT_CODES.done;
  }
  output.note(
    found.path === undefined ? "No configuration file; these are the defaults." : `${found.path} is valid.`,
  );
  const origin = { environment, path: found.path };
  for (const [key, value] of Object.entries(settings)) {
    const fallback = (DEFAULT_SETTINGS as unknown as Record<string, unknown>)[key];
    if (!isSection(value)) {
      await output.line(setting([key], value, originOf([key], { value, fallback }, origin)));
      continue;
    }
    await output.line(`${fileKey(key)}:${Object.keys(value).length === 0 ? " {}" : ""}`);
    for (const [name, part] of Object.entries(value)) {
      const values = { value: part, fallback: isSection(fallback) ? fallback[name] : undefined };
      await output.line(setting([key, name], part, originOf([key, name], values, origin)));
    }
  }
  return EXIT_CODES.done;
}

/** A line of YAML, with the origin as its comment. */
function setting(path: readonly string[], value: unknown, origin: string): string {
  const name = path[0] === "models" ? printableJson(path.at(-1)) : fileKey(path.at(-1) ?? "");
  return `${"  ".repeat(path.length - 1)}${name}: ${printableJson(inFileShape(value), 0)}  # ${origin}`;
}

function originOf(
  path: readonly string[],
  values: { readonly value: unknown; readonly fallback: unknown },
  { environment, path: file }: Origin,
): string {
  const variable = `PLIMSOLL_${path.map(fileKey).join("__").toUpperCase()}`;
  if ((environment[variable] ?? "") !== "") return variable;
  return file === undefined || JSON.stringify(values.value) === JSON.stringify(values.fallback)
    ? "default"
    : "file";
}

/** An address may carry a user name and password; nothing else in the settings is a secret. */
function withoutCredentials(settings: Settings): Settings {
  const baseUrl = settings.summarizer.baseUrl.replace(/^([a-z]+:\/\/)[^/]*@/i, "$1");
  return { ...settings, summarizer: { ...settings.summarizer, baseUrl } };
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
