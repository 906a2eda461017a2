import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const ROTEL = fileURLToPath(
  new URL("../node_modules/@streamfold/rotel-linux-x64/bin/rotel-agent", import.meta.url),
);
/** False where there is no such program for the machine. */
export const hasCollector: boolean = existsSync(ROTEL);

/** What arrives behind the collector, as the bytes that it forwards. */
export class CollectedBytes {
  readonly #server: Server;
  #received = "";
  #changed: () => void = () => undefined;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const body = Buffer.concat(chunks);
        const isZipped = request.headers["content-encoding"] === "gzip";
        this.#received += (isZipped ? gunzipSync(body) : body).toString("latin1");
        response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
        this.#changed();
      });
    });
  }

  async listen(): Promise<string> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Everything so far, a character for each byte. */
  get text(): string {
    return this.#received;
  }

  /** Resolves when all of these have arrived. */
  async holds(texts: readonly string[]): Promise<void> {
    while (!texts.every((text) => this.#received.includes(text)))
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

export async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

export interface Collector {
  readonly url: string;
  readonly collector: ChildProcess;
}

/** A collector that nobody here wrote, in front of the sink. */
export async function startCollector(folder: string, sink: string): Promise<Collector> {
  const [grpc, http] = [await freePort(), await freePort()];
  const options = {
    "pid-file": join(folder, "rotel.pid"),
    "log-file": join(folder, "rotel.log"),
    "otlp-grpc-endpoint": `127.0.0.1:${grpc}`,
    "otlp-http-endpoint": `127.0.0.1:${http}`,
    exporter: "otlp",
    "otlp-exporter-endpoint": sink,
    "otlp-exporter-protocol": "http",
  };
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const collector = spawn(ROTEL, ["start", ...words], { stdio: "ignore" });
  const url = `http://127.0.0.1:${http}`;
  for (;;) {
    if (collector.exitCode !== null) throw new Error(`The collector ended with ${collector.exitCode}.`);
    const answer = await fetch(`${url}/v1/traces`, { method: "POST" }).catch(() => undefined);
    if (answer) return { url, collector };
  }
}
