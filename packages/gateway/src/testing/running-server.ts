import { onTestFinished } from "vitest";
import { createServer, type GatewayServer, type ServerOptions } from "../http/create-server.js";
import type { Handlers } from "../http/route-table.js";
import { KeyRing } from "../keys/key-ring.js";
import type { RequestRecord } from "../log/gateway-log.js";
import {
  DEFAULT_LIMITS,
  DEFAULT_LISTEN,
  type LimitSettings,
  type ListenSettings,
} from "../settings/gateway-settings.js";

export interface RunningServer {
  readonly port: number;
  readonly server: GatewayServer;
  readonly records: RequestRecord[];
  readonly said: string[];
}

export interface RunningServerOptions
  extends Partial<Pick<ServerOptions, "keys" | "metrics" | "warming" | "now">> {
  readonly handlers?: Handlers;
  readonly limits?: Partial<LimitSettings>;
  readonly listen?: Partial<ListenSettings>;
}

/** A server on loopback, which ends with the test. */
export async function runServer(options: RunningServerOptions = {}): Promise<RunningServer> {
  const { handlers = {}, limits, listen, keys = new KeyRing(undefined), ...rest } = options;
  const records: RequestRecord[] = [];
  const said: string[] = [];
  const server = createServer({
    settings: { listen: { ...DEFAULT_LISTEN, port: 0, ...listen }, limits: { ...DEFAULT_LIMITS, ...limits } },
    keys,
    handlers,
    log: {
      request: (record) => records.push(record),
      say: (level, message) => said.push(`${level}: ${message}`),
    },
    ...rest,
  });
  const { port } = await server.listen();
  onTestFinished(() => server.close());
  return { port, server, records, said };
}
