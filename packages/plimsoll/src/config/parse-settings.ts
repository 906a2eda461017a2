import { isRecord } from "../text/is-record.js";
import type { CompactPolicy } from "./compact-policy.js";
import { completePolicy } from "./complete-policy.js";
import { type ReadContext, readSection, unknownKey } from "./read-section.js";
import { OTHER_SECTIONS } from "./other-sections.js";
import { SETTING_FIELDS } from "./setting-fields.js";
import { fileName } from "./setting-name.js";
import { SETTING_PATHS } from "./setting-paths.js";
import { configurationError, type SettingProblem, redactedValue } from "./setting-problem.js";
import { DEFAULT_SETTINGS, type ModelSettings, type Settings } from "./settings.js";

export interface ParseSettingsOptions {
  /** The file's name, for messages. */
  readonly source?: string;
  /** Values that came from the environment: path to variable. */
  readonly origins?: ReadonlyMap<string, string>;
  /** Problems found before, reported together with the ones found here. */
  readonly problems?: readonly SettingProblem[];
}

const MAX_MODELS = 1000;

function readModels(raw: unknown, context: ReadContext): Readonly<Record<string, ModelSettings>> {
  if (raw === undefined || raw === null) return DEFAULT_SETTINGS.models;
  if (!isRecord(raw) || Object.keys(raw).length > MAX_MODELS) {
    const message = `${redactedValue("models", raw)}; allowed: a mapping of at most ${MAX_MODELS} model names`;
    context.problems.push({ path: "models", message });
    return DEFAULT_SETTINGS.models;
  }
  const models = Object.entries(raw).map(([name, entry]): [string, ModelSettings] => {
    const path = `models.${name}`;
    const model: ModelSettings = readSection(entry, { fields: SETTING_FIELDS.model, path }, context);
    const { contextWindow, maxOutput } = model;
    if (contextWindow !== undefined && maxOutput !== undefined && maxOutput > contextWindow) {
      const message = `${maxOutput}; allowed: at most its context_window, which is ${contextWindow}`;
      context.problems.push({ path: `${path}.max_output`, message });
    }
    return [name, Object.freeze(model)];
  });
  return Object.freeze(Object.fromEntries(models));
}

/** The buffer must be below the window; the default buffer shrinks for a small window. */
function withinWindow(policy: CompactPolicy, settings: WindowSettings, context: ReadContext): CompactPolicy {
  const { maxContextTokens: window, given } = settings;
  if (window === undefined) return policy;
  for (const key of ["hardCapBuffer", "triggerTokensLeft"] as const) {
    if (given[key] === undefined || policy[key] < window) continue;
    const message = `${policy[key]}; allowed: a whole number below max_context_tokens, which is ${window}`;
    context.problems.push({ path: `policy.${fileName(key)}`, message });
  }
  if (given.hardCapBuffer !== undefined || policy.hardCapBuffer < window) return policy;
  return Object.freeze({ ...policy, hardCapBuffer: Math.floor(window / 8) });
}

interface WindowSettings {
  readonly maxContextTokens: number | undefined;
  readonly given: Readonly<Partial<CompactPolicy>>;
}

function readRoot(raw: Readonly<Record<string, unknown>>, context: ReadContext): Record<string, unknown> {
  const sections = [...Object.keys(SETTING_FIELDS.sections).map(fileName), "models", ...OTHER_SECTIONS];
  const own = new Set(Object.keys(SETTING_FIELDS.root).map(fileName));
  const values = Object.entries(raw).filter(([key]) => own.has(key));
  for (const key of Object.keys(raw)) {
    if (own.has(key) || sections.includes(key)) continue;
    context.problems.push(unknownKey(key, [...own, ...sections], context));
  }
  return readSection(Object.fromEntries(values), { fields: SETTING_FIELDS.root, path: "" }, context);
}

/**
 * The settings in a file's content, completed with defaults. Reports all problems in one `INVALID_CONFIG` error:
 * key, value and what is allowed.
 */
export function parseSettings(raw: unknown, options: ParseSettingsOptions = {}): Settings {
  const context: ReadContext = {
    style: "file",
    problems: [...(options.problems ?? [])],
    elsewhere: [...SETTING_PATHS.keys()],
    ...(options.origins === undefined ? {} : { origins: options.origins }),
  };
  if (raw !== undefined && raw !== null && !isRecord(raw)) {
    const message = `${redactedValue("", raw)}; allowed: a mapping of settings`;
    throw configurationError([...context.problems, { path: "(root)", message }], options.source);
  }
  const source = raw ?? {};
  const root = readRoot(source, context);
  const sections = Object.fromEntries(
    Object.entries(SETTING_FIELDS.sections).map(([name, fields]) => {
      const path = fileName(name);
      const given = readSection(source[path], { fields, path }, context);
      return [name, given];
    }),
  );
  const given = sections["policy"] as Partial<CompactPolicy>;
  const window = root["maxContextTokens"] as number | undefined;
  const policy = withinWindow(
    completePolicy(given, "policy.", context),
    { maxContextTokens: window, given },
    context,
  );
  const models = readModels(source["models"], context);
  if (context.problems.length > 0) throw configurationError(context.problems, options.source);
  return Object.freeze({
    ...DEFAULT_SETTINGS,
    ...root,
    policy,
    telemetry: Object.freeze({ ...DEFAULT_SETTINGS.telemetry, ...sections["telemetry"] }),
    storage: Object.freeze({ ...DEFAULT_SETTINGS.storage, ...sections["storage"] }),
    redaction: Object.freeze({ ...DEFAULT_SETTINGS.redaction, ...sections["redaction"] }),
    summarizer: Object.freeze({ ...DEFAULT_SETTINGS.summarizer, ...sections["summarizer"] }),
    tokens: Object.freeze({ ...DEFAULT_SETTINGS.tokens, ...sections["tokens"] }),
    timeLimits: Object.freeze({ ...DEFAULT_SETTINGS.timeLimits, ...sections["timeLimits"] }),
    models,
  });
}
