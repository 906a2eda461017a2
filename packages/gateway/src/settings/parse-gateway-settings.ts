import { configurationError, nearestName, readOtherSection, type SettingProblem } from "plimsoll/node";
import {
  ANY_MODEL,
  type CompactionSettings,
  DEFAULT_COMPACTION,
  DEFAULT_KEYS_FILE,
  DEFAULT_LIMITS,
  DEFAULT_LISTEN,
  DEFAULT_TIMEOUTS,
  type GatewaySettings,
  type LimitSettings,
  type ListenSettings,
  type RouteSettings,
  type UpstreamSettings,
} from "./gateway-settings.js";
import { GATEWAY_SHAPE } from "./gateway-shape.js";

const SECTION = "gateway";

type Values = Readonly<Record<string, unknown>>;

export interface ParseOptions {
  /** The file's name, for messages. */
  readonly source?: string;
  /** The names of all vendors. Absent: not checked. */
  readonly vendors?: readonly string[];
  isVendor?(name: string): boolean;
}

/**
 * The section `gateway` of a configuration, completed with defaults. All problems are told in one error.
 *
 * @throws CompactError `INVALID_CONFIG`.
 */
export function parseGatewaySettings(raw: unknown, options: ParseOptions = {}): GatewaySettings {
  const { values, problems } = readOtherSection(raw, SECTION, GATEWAY_SHAPE);
  const settings: GatewaySettings = {
    listen: { ...DEFAULT_LISTEN, ...(camelCased(values["listen"]) as Partial<ListenSettings>) },
    keysFile: (values["keys_file"] as string | undefined) ?? DEFAULT_KEYS_FILE,
    limits: { ...DEFAULT_LIMITS, ...(camelCased(values["limits"]) as Partial<LimitSettings>) },
    compaction: {
      ...DEFAULT_COMPACTION,
      ...(camelCased(values["compaction"]) as Partial<CompactionSettings>),
    },
    upstreams: entriesOf(values["upstreams"]).map(upstreamOf),
    routes: entriesOf(values["routes"]).map(routeOf),
  };
  problems.push(
    ...upstreamProblems(settings, options),
    ...routeProblems(settings),
    ...summarizerProblems(settings),
    ...aliasProblems(settings),
  );
  if (problems.length > 0) throw configurationError(problems, options.source);
  return settings;
}

const entriesOf = (map: unknown): [string, Values][] => Object.entries((map ?? {}) as Record<string, Values>);

/** `base_url` as `baseUrl`, one level deep. */
function camelCased(values: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries((values ?? {}) as Values).map(([key, value]) => [
      key.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}

function upstreamOf([name, values]: [string, Values]): UpstreamSettings {
  const timeouts = { ...DEFAULT_TIMEOUTS, ...camelCased(values["timeouts"]) };
  return { vendor: "", ...camelCased(values), name, timeouts };
}

function routeOf([model, { model: upstreamModel, ...values }]: [string, Values]): RouteSettings {
  return {
    upstream: "",
    aliases: [],
    fallbacks: [],
    policy: "auto",
    archive: "asked",
    webSearch: false,
    summarizer: "configured",
    ...camelCased(values),
    ...(upstreamModel === undefined ? {} : { upstreamModel: String(upstreamModel) }),
    model,
  };
}

function upstreamProblems(
  { upstreams }: GatewaySettings,
  { vendors = [], isVendor }: ParseOptions,
): SettingProblem[] {
  return upstreams.flatMap(({ name, vendor, keyEnv, keyFile }) => {
    const path = `${SECTION}.upstreams.${name}`;
    const found: SettingProblem[] = [];
    if (vendor !== "" && isVendor && !isVendor(vendor)) {
      found.push({ path: `${path}.vendor`, message: unknownName(vendor, vendors) });
    }
    if (keyEnv !== undefined && keyFile !== undefined)
      found.push({ path: `${path}.key_file`, message: "is given beside key_env; give one of them" });
    return found;
  });
}

function routeProblems({ upstreams, routes }: GatewaySettings): SettingProblem[] {
  const upstreamNames = upstreams.map(({ name }) => name);
  const models = routes.map(({ model }) => model).filter((model) => model !== ANY_MODEL);
  return routes.flatMap(({ model, upstream, fallbacks, window, outputReserve, aliases, upstreamModel }) => {
    const path = `${SECTION}.routes.${model}`;
    const found: SettingProblem[] = [];
    if (upstream !== "" && !upstreamNames.includes(upstream))
      found.push({ path: `${path}.upstream`, message: unknownName(upstream, upstreamNames) });
    for (const fallback of fallbacks) {
      if (fallback === model) found.push({ path: `${path}.fallbacks`, message: "names the route itself" });
      else if (!models.includes(fallback))
        found.push({ path: `${path}.fallbacks`, message: unknownName(fallback, models) });
    }
    if (window !== undefined && outputReserve !== undefined && outputReserve >= window)
      found.push({
        path: `${path}.output_reserve`,
        message: `${outputReserve}; allowed: less than window, which is ${window}`,
      });
    if (model === ANY_MODEL && (aliases.length > 0 || upstreamModel !== undefined))
      found.push({ path, message: "takes every name, so it can have neither aliases nor a model" });
    return found;
  });
}

const SUMMARIZERS = ["configured", "embedded", "model"];

function summarizerProblems({ routes }: GatewaySettings): SettingProblem[] {
  const models = routes.map(({ model }) => model).filter((model) => model !== ANY_MODEL);
  return routes.flatMap(({ model, summarizer }) =>
    SUMMARIZERS.includes(summarizer) || models.includes(summarizer)
      ? []
      : [
          {
            path: `${SECTION}.routes.${model}.summarizer`,
            message: unknownName(summarizer, [...SUMMARIZERS, ...models]),
          },
        ],
  );
}

function aliasProblems({ routes }: GatewaySettings): SettingProblem[] {
  const taken = new Set(routes.map(({ model }) => model));
  return routes.flatMap(({ model, aliases }) =>
    aliases.flatMap((alias) => {
      if (!taken.has(alias)) {
        taken.add(alias);
        return [];
      }
      const message = `"${alias}" is the name of another route already`;
      return [{ path: `${SECTION}.routes.${model}.aliases`, message }];
    }),
  );
}

function unknownName(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  return `"${name.slice(0, 80)}" is unknown.${hint} Known: ${known.join(", ") || "none"}`;
}
