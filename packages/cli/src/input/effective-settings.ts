import type { LoadedSettings, Settings } from "plimsoll/node";
import { loadSettings } from "plimsoll/node";
import type { CommandContext } from "../command-context.js";
import type { ConversationOptions } from "../command-options.js";

const UNKNOWN_MODEL = "unknown";

type SettingOptions = Partial<
  Pick<ConversationOptions, "config" | "model" | "window" | "strategy" | "pruning" | "estimator">
>;

/** The variable for each option: the option is checked like the variable and overrides it. */
const VARIABLES = {
  model: "PLIMSOLL_MODEL",
  window: "PLIMSOLL_MAX_CONTEXT_TOKENS",
  strategy: "PLIMSOLL_POLICY__STRATEGY",
  pruning: "PLIMSOLL_POLICY__PRUNING",
  estimator: "PLIMSOLL_TOKENS__ESTIMATOR",
} as const satisfies Partial<Record<keyof SettingOptions, string>>;

/** The settings of one run: options over environment over file over defaults. */
export function effectiveSettings(options: SettingOptions, context: CommandContext): Promise<LoadedSettings> {
  const overrides = Object.entries(VARIABLES).flatMap(([option, variable]) => {
    const value = options[option as keyof typeof VARIABLES];
    return value === undefined ? [] : [[variable, String(value)] as const];
  });
  return loadSettings({
    ...(options.config === undefined ? {} : { path: options.config }),
    cwd: context.cwd,
    environment: { ...context.environment, ...Object.fromEntries(overrides) },
  });
}

/** Settings without a model use the conversation's model. */
export function withModelOf(settings: Settings, model: string | undefined): Settings {
  return model === undefined || settings.model !== UNKNOWN_MODEL ? settings : { ...settings, model };
}
