import { createRequire } from "node:module";
import { createArchive, tenantStorage } from "plimsoll/stores";
import { demoSettings } from "../demo/demo-settings.js";
import { type DemoUpstream, startDemoUpstream } from "../demo/demo-upstream.js";
import { createServer, type GatewayServer } from "../http/create-server.js";
import type { JsonLimits } from "../http/list-scan.js";
import { parseBounded } from "../http/parse-bounded.js";
import { inspectorHandlers } from "../inspector/inspector-handlers.js";
import { TenantInspections } from "../inspector/tenant-inspections.js";
import { KeyFile } from "../keys/key-file.js";
import { KeyRing } from "../keys/key-ring.js";
import type { GatewayLog } from "../log/gateway-log.js";
import { mcpHandler } from "../mcp/mcp-handler.js";
import { LiveRoutes } from "../routes/live-routes.js";
import type { Routes } from "../routes/route.js";
import type { GatewaySettings } from "../settings/gateway-settings.js";
import { configuredRoutes } from "./configured-routes.js";
import type { Telemetry } from "../telemetry/telemetry.js";
import { type Configuration, type ConfigurationSource, loadConfiguration } from "./load-configuration.js";
import { openGateway } from "./open-gateway.js";
import { storeTrouble } from "./store-trouble.js";

export interface StartOptions extends ConfigurationSource {
  readonly log: GatewayLog;
}

/** A gateway that takes requests. */
export interface RunningGateway {
  readonly url: string;
  readonly port: number;
  /** True if the built-in model answers, because no route is configured. */
  readonly isDemo: boolean;
  /** True if clients need no key. */
  readonly isOpen: boolean;
  /** The names of the models that are served. */
  models(): readonly string[];
  /** Reads the configuration again. What is wrong with it is logged, and the old one stays. */
  reload(): Promise<boolean>;
  /** Lets open answers finish, and ends. */
  drain(): Promise<void>;
  close(): Promise<void>;
}

const { version } = createRequire(import.meta.url)("../../package.json") as { version: string };

/**
 * Starts what a configuration describes: keys, routes, ways in, server. Without a route the built-in model answers.
 *
 * @throws CompactError `INVALID_CONFIG`, or `INVALID_INPUT` if the address is taken.
 */
export async function startGateway(options: StartOptions): Promise<RunningGateway> {
  const configuration = await loadConfiguration(options);
  const demo = configuration.gateway.routes.length === 0 ? await startDemoUpstream() : undefined;
  const opened: { close(): Promise<void> }[] = demo ? [demo] : [];
  try {
    const telemetry = await telemetryOf(configuration, options.log);
    if (telemetry) opened.push(telemetry);
    const settings = served(configuration.gateway, demo);
    const keys = new KeyRing(await new KeyFile(settings.keysFile).read());
    const live = new LiveConfiguration(
      settings,
      configuredRoutes(settings, configuration.library.models, options),
    );
    const { log, cwd, environment } = options;
    const { routes, jsonLimits: limits } = live;
    for (const text of missingKeys(routes)) log.say("warning", text);
    const { exporters } = telemetry ?? {};
    const shared = { routes, limits, log, cwd, environment };
    const opening = { ...shared, inMemory: demo !== undefined, ...(exporters ? { exporters } : {}) };
    const ways = await openGateway({ ...configuration, gateway: settings }, opening);
    opened.unshift(ways);
    const archivesOf = (tenant: string) =>
      ways.storesOf(tenant).map((store) => createArchive(tenantStorage(store, tenant)));
    const inspections = new TenantInspections((tenant) => ways.roomsOf(tenant));
    const handlers = {
      ...ways.handlers,
      ...inspectorHandlers({
        inspectionOf: (tenant) => inspections.of(tenant),
        parse: (body) => parseBounded(body, limits),
      }),
      "POST /mcp": mcpHandler({ version, archivesOf }),
    };
    const warming = ways.warmUp();
    const trouble = storeTrouble(ways.storesOf(""), { alsoAsk: () => ways.sharedTrouble() });
    const traced = telemetry?.traced(handlers) ?? handlers;
    const { sharedLimits } = ways;
    const server = createServer({ settings, keys, handlers: traced, log, warming, trouble, sharedLimits });
    const { url, port } = await server.listen();
    const reloading = { live, server, demo, options, usesKeys: !keys.isOpen, path: configuration.path };
    const end = async (): Promise<void> => {
      await warming;
      await closeAll(opened);
    };
    return {
      url,
      port,
      isDemo: demo !== undefined,
      isOpen: keys.isOpen,
      models: () => routes.list().map(({ model }) => model),
      reload: () => reload(reloading),
      drain: () => server.drain().then(end),
      close: () => server.close().then(end),
    };
  } catch (error) {
    await closeAll(opened);
    throw error;
  }
}

/** Closes one after the other, also those after one that fails. @throws the first failure */
async function closeAll(parts: readonly { close(): Promise<void> }[]): Promise<void> {
  const failures: unknown[] = [];
  for (const part of parts) await part.close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function telemetryOf({ library }: Configuration, log: GatewayLog): Promise<Telemetry | undefined> {
  if (library.telemetry.exporter !== "otlp") return undefined;
  const { startTelemetry } = await import("../telemetry/start-telemetry.js");
  return startTelemetry({
    serviceName: "plimsoll-gateway",
    onTrouble: (message) => log.say("warning", message),
  });
}

/** What changes while the server runs. */
class LiveConfiguration {
  readonly routes: LiveRoutes;
  settings: GatewaySettings;

  constructor(settings: GatewaySettings, routes: Routes) {
    this.settings = settings;
    this.routes = new LiveRoutes(routes);
  }

  /** Always those of the newest settings. */
  get jsonLimits(): JsonLimits {
    const limits = (): JsonLimits => this.settings.limits;
    return {
      get jsonDepth() {
        return limits().jsonDepth;
      },
      get jsonItems() {
        return limits().jsonItems;
      },
    };
  }
}

interface Reloading {
  readonly live: LiveConfiguration;
  readonly server: GatewayServer;
  readonly demo: DemoUpstream | undefined;
  readonly options: StartOptions;
  readonly usesKeys: boolean;
  /** The file that the first configuration came from. */
  readonly path: string | undefined;
}

async function reload({ live, server, demo, options, usesKeys, path }: Reloading): Promise<boolean> {
  const { log } = options;
  try {
    const configuration = await loadConfiguration(options);
    if (path !== undefined && configuration.path === undefined) throw new Error(`the file ${path} is gone`);
    const settings = served(configuration.gateway, demo);
    const keys = new KeyRing(await new KeyFile(settings.keysFile).read());
    if (usesKeys && keys.isOpen) throw new Error(`the key file ${settings.keysFile} is gone`);
    const routes = configuredRoutes(settings, configuration.library.models, options);
    server.update({ settings, keys });
    live.routes.replace(routes);
    for (const text of [...restartNeeded(live.settings, settings), ...missingKeys(routes)])
      log.say("warning", text);
    live.settings = settings;
    log.say("info", "The configuration was read again.");
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.say("error", `The configuration was not taken over, and the old one stays: ${reason}`);
    return false;
  }
}

function served(settings: GatewaySettings, demo: DemoUpstream | undefined): GatewaySettings {
  return demo && settings.routes.length === 0 ? demoSettings(settings, demo.baseUrl) : settings;
}

function missingKeys(routes: Routes): string[] {
  const upstreams = new Set(
    routes.list().flatMap((route) => [route, ...route.fallbacks].map(({ upstream }) => upstream)),
  );
  return [...upstreams]
    .filter(({ vendor, key }) => vendor.auth !== "none" && vendor.keyEnv !== undefined && key() === undefined)
    .map(
      ({ name }) =>
        `The upstream ${name} has no key. Set key_env or key_file, or the variable that it names.`,
    );
}

function restartNeeded(before: GatewaySettings, after: GatewaySettings): string[] {
  const same = before.listen.host === after.listen.host && before.listen.port === after.listen.port;
  return same ? [] : ["gateway.listen.host and port hold from the next start on."];
}
