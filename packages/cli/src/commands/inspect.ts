import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { DEFAULT_POLICY, heuristicEstimator } from "plimsoll";
import { checkGatewaySection, createServer, inspectorHandlers, KeyRing } from "plimsoll-gateway";
import { Inspection } from "plimsoll/inspection";
import { createRedactor } from "plimsoll/redaction";
import type { CommandContext } from "../command-context.js";
import type { InspectOptions } from "../command-options.js";
import { EXIT_CODES } from "../exit-codes.js";
import { openRoom, type OpenedRoom } from "../inspect/open-room.js";

/** Serves the inspector on this machine, for whoever has the key in its address, until it is told to stop. */
export async function inspect(
  given: string | undefined,
  options: InspectOptions,
  context: CommandContext,
): Promise<number> {
  const { output, signal } = context;
  const opened = await openRoom(given, options, context);
  const key = randomBytes(24).toString("base64url");
  const server = createServer(serverOptions(opened, key, { options, context }));
  try {
    const { url } = await server.listen();
    const address = `${url}/inspector/#key=${key}`;
    const target = opened.sessionId === undefined ? address : `${address}${routeOf(opened.sessionId)}`;
    if (output.json || !output.live) {
      await output.write(`${JSON.stringify({ event: "listening", url: target, key })}\n`);
    } else {
      output.note(`The inspector is at ${target}`);
      output.note("Ctrl-C ends it.");
    }
    if (options.open && output.live) openBrowser(target);
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
  } finally {
    await server.close();
    await opened.room.close();
  }
  return EXIT_CODES.done;
}

/** The page takes the key out of its address and goes on to the rest. */
const routeOf = (sessionId: string): string =>
  `&/sessions/${encodeURIComponent(sessionId.toWellFormed())}/load-line`;

interface Started {
  readonly options: InspectOptions;
  readonly context: CommandContext;
}

function serverOptions({ room, settings }: OpenedRoom, key: string, { options, context }: Started) {
  const { listen, limits } = checkGatewaySection(undefined);
  const inspection = new Inspection({
    rooms: () => [room],
    redactor: createRedactor(),
    estimator: heuristicEstimator,
    policy: { ...DEFAULT_POLICY, ...settings.policy },
  });
  return {
    settings: { listen: { ...listen, port: options.port ?? 0 }, limits },
    keys: new KeyRing([
      {
        id: "key_inspect",
        name: "inspect",
        tenant: "local",
        hash: createHash("sha256").update(key).digest("hex"),
        created: new Date().toISOString(),
      },
    ]),
    handlers: inspectorHandlers({
      inspectionOf: () => inspection,
      parse: (body) => JSON.parse(body.toString("utf8")) as unknown,
    }),
    log: {
      request: () => {},
      say: (level: string, message: string) => (level === "error" ? context.output.warn(message) : undefined),
    },
  };
}

const OPENERS: Readonly<Record<string, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Nobody minds if there is no browser: the address is printed. */
function openBrowser(address: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ["xdg-open"];
  const child = spawn(command, [...args, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
