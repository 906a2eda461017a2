import { isRecord } from "../text/is-record.js";
import { createReadStream } from "node:fs";
import { access } from "node:fs/promises";
import { resolve } from "node:path";
import { CompactError } from "../errors/compact-error.js";
import { CONFIG_VARIABLE, type Environment, environmentOverrides } from "./environment-overrides.js";
import { OTHER_SECTIONS } from "./other-sections.js";
import { parseSettings } from "./parse-settings.js";
import { POLICY_PRESETS } from "./policy-presets.js";
import { fileName } from "./setting-name.js";
import type { Settings } from "./settings.js";

/** File names to look for, in this order, if no file is named. */
export const CONFIG_FILE_NAMES: readonly string[] = [
  "plimsoll.config.yaml",
  "plimsoll.config.yml",
  "plimsoll.config.json",
];

const MAX_BYTES = 1_000_000;

export interface LoadSettingsOptions {
  /** The file to read; wins over PLIMSOLL_CONFIG. */
  readonly path?: string;
  /** Where relative paths begin, and where a file is looked for. @default process.cwd() */
  readonly cwd?: string;
  /** @default process.env */
  readonly environment?: Environment;
}

/** The result of reading: the settings, the file, and where each value that somebody gave came from. */
export interface LoadedSettings {
  readonly settings: Settings;
  readonly path?: string;
  /** `policy.trigger_pct` to `file`, to the name of a variable, or to `preset NAME`; a setting without one has its default. */
  readonly origins: ReadonlyMap<string, string>;
  /** What the file says in sections that other packages read, by name; unchecked. */
  readonly others: Readonly<Record<string, unknown>>;
}

type Source = Required<Pick<LoadSettingsOptions, "cwd" | "environment">> & Pick<LoadSettingsOptions, "path">;

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function findFile(options: Source): Promise<string | undefined> {
  const named = options.path ?? (options.environment[CONFIG_VARIABLE] || undefined);
  if (named !== undefined) return resolve(options.cwd, named);
  for (const name of CONFIG_FILE_NAMES) {
    const path = resolve(options.cwd, name);
    if (await exists(path)) return path;
  }
  return undefined;
}

async function readBounded(path: string, namedBy: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BYTES) break;
      chunks.push(chunk);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CompactError("INVALID_CONFIG", `${path} cannot be read: ${reason}. Check ${namedBy}.`, {
      cause: error,
    });
  }
  if (size <= MAX_BYTES) return Buffer.concat(chunks).toString("utf8");
  throw new CompactError(
    "INVALID_CONFIG",
    `${path} is larger than ${MAX_BYTES} bytes, the maximum; shorten it.`,
  );
}

/** Loads the YAML reader only if there is a file to read. */
async function readFile(path: string, { path: named, environment }: Source): Promise<unknown> {
  const { parseConfigText } = await import("./parse-config-text.js");
  const isFromEnvironment = named === undefined && Boolean(environment[CONFIG_VARIABLE]);
  const namedBy = isFromEnvironment ? `the environment variable ${CONFIG_VARIABLE}` : "the path";
  return parseConfigText(await readBounded(path, namedBy), path);
}

function withOverrides(raw: unknown, overrides: Readonly<Record<string, unknown>>): unknown {
  if (raw !== undefined && raw !== null && !isRecord(raw)) return raw;
  const merged: Record<string, unknown> = { ...raw };
  for (const [key, value] of Object.entries(overrides)) {
    const current = merged[key] ?? {};
    if (!isRecord(value)) merged[key] = value;
    else if (isRecord(current)) merged[key] = { ...current, ...value };
  }
  return merged;
}

/** The paths of the values in a file: `policy.trigger_pct`, and `models.NAME` for a model. */
function givenPaths(raw: unknown): string[] {
  if (!isRecord(raw)) return [];
  return Object.entries(raw).flatMap(([key, value]) =>
    isRecord(value) ? Object.keys(value).map((name) => `${key}.${name}`) : [key],
  );
}

function othersIn(raw: unknown): Record<string, unknown> {
  if (!isRecord(raw)) return {};
  return Object.fromEntries(Object.entries(raw).filter(([key]) => OTHER_SECTIONS.includes(key)));
}

function sourceOf(given: LoadSettingsOptions | string): Source {
  const {
    path,
    cwd = process.cwd(),
    environment = process.env,
  } = typeof given === "string" ? { path: given } : given;
  return { cwd, environment, ...(path === undefined ? {} : { path }) };
}

/**
 * Reads the settings: environment over file over defaults. The file is the named one, the one that
 * PLIMSOLL_CONFIG names, or the first `plimsoll.config.*` in `cwd`. A text alone is the path of the file.
 */
export async function loadSettings(given: LoadSettingsOptions | string = {}): Promise<LoadedSettings> {
  const options = sourceOf(given);
  const path = await findFile(options);
  const raw = path === undefined ? undefined : await readFile(path, options);
  const overrides = environmentOverrides(options.environment);
  const settings = parseSettings(withOverrides(raw, overrides.values), {
    origins: overrides.origins,
    problems: overrides.problems,
    ...(path === undefined ? {} : { source: path }),
  });
  const { preset } = settings.policy;
  const fromPreset = Object.keys(POLICY_PRESETS[preset]).map((name): [string, string] => [
    `policy.${fileName(name)}`,
    `preset ${preset}`,
  ]);
  const fromFile = givenPaths(raw).map((key): [string, string] => [key, "file"]);
  const origins = new Map([...fromPreset, ...fromFile, ...overrides.origins]);
  const others = othersIn(raw);
  return path === undefined ? { settings, origins, others } : { settings, path, origins, others };
}
