import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { CompactError } from "plimsoll";
import { lookUpModel, type ModelOverrides } from "plimsoll/tokens";
import {
  ANY_MODEL,
  type GatewaySettings,
  type RouteSettings,
  type UpstreamSettings,
} from "../settings/gateway-settings.js";
import type { Vendor } from "../vendors/vendor.js";
import type { Route, Routes, Upstream } from "./route.js";

export interface RouteParts {
  vendorByName(name: string): Vendor | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where paths of key files begin. */
  readonly cwd: string;
  /** Corrections to the catalogue of models. */
  readonly models?: ModelOverrides;
}

const MAX_KEY_BYTES = 16 * 1024;
/** Kept free for an answer where nobody says how much; reasoning counts as answer. */
const RESERVE = 32_768;
const RESERVE_SHARE = 4;

/**
 * The routes that the settings name.
 *
 * @throws CompactError `INVALID_CONFIG` for an upstream that cannot be asked as it is configured.
 */
export function buildRoutes(settings: GatewaySettings, parts: RouteParts): Routes {
  const upstreams = new Map(
    settings.upstreams.map((upstream) => [upstream.name, buildUpstream(upstream, parts)]),
  );
  const plain = new Map(
    settings.routes
      .filter(({ model }) => model !== ANY_MODEL)
      .map((route) => [route.model, buildRoute(route, { upstreams, parts })]),
  );
  const routes = new Map<string, Route>();
  for (const given of settings.routes) {
    const route = plain.get(given.model);
    if (!route) continue;
    const fallbacks = given.fallbacks.flatMap((name) => plain.get(name) ?? []);
    const summarizer = summarizerOf(given, plain);
    for (const model of [given.model, ...given.aliases])
      routes.set(model, { ...route, model, fallbacks, summarizer });
  }
  const any = settings.routes.find(({ model }) => model === ANY_MODEL);
  const anyFallbacks = (any?.fallbacks ?? []).flatMap((name) => plain.get(name) ?? []);
  return {
    find: (model) =>
      routes.get(model) ??
      (any && isModelName(model)
        ? {
            ...buildRoute({ ...any, model }, { upstreams, parts }),
            fallbacks: anyFallbacks,
            summarizer: summarizerOf(any, plain),
          }
        : undefined),
    list: () => [...routes.values()],
  };
}

function summarizerOf(
  { model, summarizer }: RouteSettings,
  plain: ReadonlyMap<string, Route>,
): NonNullable<Route["summarizer"]> {
  if (summarizer === "embedded" || summarizer === "model") return summarizer;
  return summarizer === model ? "model" : (plain.get(summarizer) ?? "configured");
}

const isModelName = (model: string): boolean => /^[\w.:/@[\]-]{1,200}$/.test(model);

interface Built {
  readonly upstreams: ReadonlyMap<string, Upstream>;
  readonly parts: RouteParts;
}

function buildRoute(settings: RouteSettings, { upstreams, parts }: Built): Route {
  const { model, policy, archive, webSearch, upstreamModel = model } = settings;
  const upstream = upstreams.get(settings.upstream);
  if (!upstream) throw invalid(`routes.${model}.upstream`, `"${settings.upstream}" is no upstream`);
  const limits = lookUpModel(upstreamModel, parts.models);
  const window = settings.window ?? limits.contextWindow;
  const usual = Math.min(limits.maxOutput, RESERVE, Math.floor(window / RESERVE_SHARE));
  // Where a vendor limits the prompt by itself, the rest of the window is for the answer.
  const beyond =
    settings.window === undefined && limits.maxInput !== undefined ? window - limits.maxInput : 0;
  const outputReserve = settings.outputReserve ?? Math.max(usual, beyond);
  if (outputReserve >= window)
    throw invalid(
      `routes.${model}.output_reserve`,
      `${outputReserve} leaves nothing of the window, which is ${window}`,
    );
  return {
    model,
    upstream,
    upstreamModel,
    window,
    outputReserve,
    policy,
    archive,
    webSearch,
    summarizer: "configured",
    fallbacks: [],
  };
}

function buildUpstream(settings: UpstreamSettings, parts: RouteParts): Upstream {
  const { name, timeouts } = settings;
  const vendor = parts.vendorByName(settings.vendor);
  if (!vendor) throw invalid(`upstreams.${name}.vendor`, `"${settings.vendor}" is no known vendor`);
  const protocol = settings.protocol ?? vendor.protocols[0];
  if (protocol === undefined || !vendor.protocols.includes(protocol)) {
    const known = vendor.protocols.join(", ");
    throw invalid(
      `upstreams.${name}.protocol`,
      `${vendor.title} does not speak ${protocol}; allowed: ${known}`,
    );
  }
  const given = settings.baseUrl ?? vendor.addresses?.[protocol] ?? vendor.baseUrl;
  if (given === undefined)
    throw invalid(`upstreams.${name}.base_url`, `is missing; ${vendor.title} has no address of its own`);
  return {
    name,
    vendor,
    protocol,
    baseUrl: given.replace(/\/+$/, ""),
    key: keyReader(settings, vendor, parts),
    timeouts,
  };
}

/** A file is read once, and again with the next configuration; a variable whenever it is used. */
function keyReader(settings: UpstreamSettings, vendor: Vendor, parts: RouteParts): () => string | undefined {
  const { name, keyEnv = vendor.keyEnv, keyFile } = settings;
  if (vendor.auth === "none") return () => undefined;
  if (keyFile !== undefined) {
    const key = readKeyFile(resolve(parts.cwd, keyFile), name);
    return () => key;
  }
  return () => (keyEnv === undefined ? undefined : headerValue(parts.environment[keyEnv]));
}

function readKeyFile(path: string, name: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? "unknown reason";
    throw invalid(`upstreams.${name}.key_file`, `${path} cannot be read (${reason})`);
  }
  const key = headerValue(text);
  if (key === undefined || text.length > MAX_KEY_BYTES)
    throw invalid(`upstreams.${name}.key_file`, `${path} holds no key on a line of its own`);
  return key;
}

/** What can stand in a header; undefined if nothing can. */
function headerValue(text: string | undefined): string | undefined {
  const key = text?.trim();
  return key !== undefined && /^[\x21-\x7e]+$/.test(key) ? key : undefined;
}

function invalid(path: string, message: string): CompactError {
  return new CompactError("INVALID_CONFIG", `gateway.${path}: ${message}.`, {
    details: { key: `gateway.${path}` },
  });
}
