import {
  clientSnippet,
  collectGarbageRarely,
  configuredRoutes,
  type GatewayLog,
  JsonLog,
  KeyFile,
  loadConfiguration,
  type RunningGateway,
  type SnippetClient,
  snippetRoute,
  startGateway,
  TerminalLog,
} from "plimsoll-gateway";
import { createRedactor } from "plimsoll/redaction";
import type { CommandContext } from "../command-context.js";
import type { ServeOptions } from "../command-options.js";
import { EXIT_CODES } from "../exit-codes.js";

/** Serves until it is told to stop: SIGTERM lets open answers finish, Ctrl-C does not. SIGHUP reads the configuration again. */
export async function serve(options: ServeOptions, context: CommandContext): Promise<number> {
  const { config, host, port, printConfig } = options;
  const { cwd, environment, output } = context;
  const source = {
    cwd,
    environment,
    ...(config === undefined ? {} : { config }),
    ...(host === undefined ? {} : { host }),
    ...(port === undefined ? {} : { port }),
  };
  if (printConfig !== undefined) {
    const { snippet, notes } = await snippetFor(printConfig as SnippetClient, source);
    for (const note of notes) output.warn(note);
    await output.write(snippet);
    return EXIT_CODES.done;
  }
  collectGarbageRarely();
  const gateway = await startGateway({ ...source, log: logOf(context) });
  await greet(gateway, context);
  await ended(gateway, context.signal);
  return EXIT_CODES.done;
}

type Source = Parameters<typeof loadConfiguration>[0];

interface PrintedSnippet {
  readonly snippet: string;
  readonly notes: readonly string[];
}

async function snippetFor(client: SnippetClient, source: Source): Promise<PrintedSnippet> {
  const { gateway, library } = await loadConfiguration(source);
  const { host, port } = gateway.listen;
  const routes = configuredRoutes(gateway, library.models, source).list();
  const { route, notes } = snippetRoute(client, routes.length === 0 ? [DEMO_ROUTE] : routes);
  const snippet = clientSnippet(client, {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    ...(route ?? DEMO_ROUTE),
    needsKey: (await new KeyFile(gateway.keysFile).read()) !== undefined,
  });
  return { snippet, notes };
}

/** Where no route is configured, the built-in model answers. */
const DEMO_ROUTE = { model: "demo", window: 8000, outputReserve: 1000, upstream: { protocol: "chat" } };

/** Lines for a program, one line that is redrawn for somebody who watches. */
function logOf({ output }: CommandContext): GatewayLog {
  const redactor = createRedactor();
  if (output.live) {
    return new TerminalLog({
      redactor,
      progress: (line) => output.progress(line),
      line: (text) => output.note(text),
    });
  }
  const write = output.log((lines) => `${JSON.stringify({ event: "log_lines_missing", lines })}\n`);
  return new JsonLog({ redactor, write });
}

async function greet(
  { url, isDemo, isOpen, models }: RunningGateway,
  { output }: CommandContext,
): Promise<void> {
  if (output.json || !output.live) {
    await output.write(`${JSON.stringify({ event: "listening", url, demo: isDemo, models: models() })}\n`);
    return;
  }
  output.note(`Listening at ${url}; ${isOpen ? "no key is needed" : "clients need a key"}.`);
  output.note(`Models: ${models().join(", ")}`);
  if (!isDemo) return;
  output.note(
    "No route is configured, so a built-in scripted model answers. Try an answer, a tool call and a compaction:",
  );
  output.note(demoLine(url));
}

/** A conversation that is several times as long as the window of the demo model. */
export function demoLine(url: string): string {
  const tool = '{"type":"function","name":"list_files","parameters":{"type":"object","properties":{}}}';
  const items = [
    '{"role":"user","content":"Count, please."}',
    '{"type":"function_call","call_id":"c1","name":"count","arguments":"{}"}',
    `{"type":"function_call_output","call_id":"c1","output":"'"$(seq -s ' ' 9000)"'"}`,
    `{"role":"assistant","content":"I counted: '"$(seq -s ' ' 5000)"'"}`,
    '{"role":"user","content":"Which files are here?"}',
  ];
  const body = `{"model":"demo","tools":[${tool}],"input":[${items.join(",")}]}`;
  return `curl -s ${url}/v1/responses -H 'content-type: application/json' -d '${body}'`;
}

function ended(gateway: RunningGateway, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const reload = (): void => void gateway.reload();
    const end = (how: "drain" | "close") => (): void => {
      process.off("SIGHUP", reload);
      process.off("SIGTERM", drain);
      gateway[how]().then(resolve, reject);
    };
    const drain = end("drain");
    process.on("SIGHUP", reload);
    process.once("SIGTERM", drain);
    if (signal.aborted) end("close")();
    else signal.addEventListener("abort", end("close"), { once: true });
  });
}
