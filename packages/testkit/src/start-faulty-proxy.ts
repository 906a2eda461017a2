import { once } from "node:events";
import { type AddressInfo, createServer, connect, type Socket } from "node:net";

/** What happens to the connections through a proxy. */
export type ProxyFault =
  /** Nothing. */
  | "none"
  /** Requests arrive; the connection ends before the answer does. */
  | "cut answers"
  /** The same, for one connection. */
  | "cut one answer"
  /** Nothing more goes through, and nobody is told. */
  | "silence"
  /** No connection is taken, and those that were end. */
  | "gone";

export interface FaultyProxy {
  readonly port: number;
  /** How many connections a fault ended. */
  readonly cuts: number;
  set(fault: ProxyFault): void;
  stop(): Promise<void>;
}

/** A proxy in front of any TCP server, whose network fails on demand. */
export async function startFaultyProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<FaultyProxy> {
  let fault: ProxyFault = "none";
  let cuts = 0;
  const open = new Set<Socket>();
  const end = (socket: Socket): void => {
    socket.destroy();
    open.delete(socket);
  };
  const server = createServer((client) => {
    if (fault === "gone") {
      cuts += 1;
      client.destroy();
      return;
    }
    const upstream = connect(target.port, target.host);
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.on("error", () => undefined);
    }
    client.on("data", (bytes) => fault !== "silence" && upstream.write(bytes));
    upstream.on("data", (bytes) => {
      if (fault === "cut answers" || fault === "cut one answer") {
        if (fault === "cut one answer") fault = "none";
        cuts += 1;
        end(client);
        end(upstream);
      } else if (fault !== "silence") client.write(bytes);
    });
    client.on("close", () => end(upstream));
    upstream.on("close", () => end(client));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    get cuts() {
      return cuts;
    },
    set(next) {
      fault = next;
      if (next === "gone") {
        cuts += open.size / 2;
        for (const socket of open) end(socket);
      }
    },
    async stop() {
      for (const socket of open) end(socket);
      server.close();
      await once(server, "close");
    },
  };
}
