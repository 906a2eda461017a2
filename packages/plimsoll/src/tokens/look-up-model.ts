import { normalizeModelName } from "./normalize-model-name.js";
import { MODELS, type ModelData, UNKNOWN_MODEL } from "./models.js";

/** Corrections and additions to the catalogue, by the exact name of a model. */
export type ModelOverrides = Readonly<Record<string, Partial<ModelData>>>;

/** The data of one model, with overrides applied. */
export interface ModelLimits extends Required<Omit<ModelData, "maxInput">> {
  /** The requested name. */
  readonly model: string;
  /** False if neither the catalogue nor the overrides know the model: the limits are a safe guess then. */
  readonly known: boolean;
  /** False if `maxOutput` is such a guess. */
  readonly knownOutput: boolean;
  readonly maxInput?: number;
}

const DEFAULT_EFFECTIVE_SHARE = 0.95;

const DATA: ReadonlyMap<string, ModelData> = new Map(
  Object.entries(MODELS).map(([name, data]) => [normalizeModelName(name), data]),
);

function isSeparator(character: string): boolean {
  return character === "-" || character === ":" || character === "@" || character === "_";
}

/** The data of the longest name that is `name` or is followed by a separator in it. */
function findData(name: string): ModelData | undefined {
  for (let end = name.length; end > 0; end--) {
    if (end < name.length && !isSeparator(name.charAt(end))) continue;
    const data = DATA.get(name.slice(0, end));
    if (data !== undefined) return data;
  }
  return undefined;
}

function findOverride(name: string, overrides: ModelOverrides): Partial<ModelData> | undefined {
  if (Object.hasOwn(overrides, name)) return overrides[name];
  const normalized = normalizeModelName(name);
  return Object.entries(overrides).find(([key]) => normalizeModelName(key) === normalized)?.[1];
}

function isGiven([, value]: [string, unknown]): boolean {
  return value !== undefined;
}

/**
 * The limits of a model: its override, then the exact name, then the longest family that the name belongs to. Never
 * throws: an unknown model gets limits that nearly every model has, and `known: false`.
 */
export function lookUpModel(name: string, overrides: ModelOverrides = {}): ModelLimits {
  const found = findOverride(name, overrides) ?? {};
  const override: Partial<ModelData> = Object.fromEntries(Object.entries(found).filter(isGiven));
  const data = findData(normalizeModelName(name));
  const { maxInput, ...merged } = { ...(data ?? UNKNOWN_MODEL), ...override };
  return {
    effectiveShare: DEFAULT_EFFECTIVE_SHARE,
    encoding: "o200k_base",
    ...merged,
    ...(maxInput === undefined || maxInput >= merged.contextWindow ? {} : { maxInput }),
    model: name,
    known: data !== undefined || override.contextWindow !== undefined,
    knownOutput: data !== undefined || override.maxOutput !== undefined,
  };
}

/** Tokens of a model's window that a request may use. */
export function usableInput(model: ModelLimits): number {
  return Math.floor((model.maxInput ?? model.contextWindow) * model.effectiveShare);
}
