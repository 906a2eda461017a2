export const SNIPPET_CLIENTS = ["codex", "claude-code", "opencode", "openai-python"] as const;
export type SnippetClient = (typeof SNIPPET_CLIENTS)[number];

/** What a snippet must know of a route. */
interface SnippetRoute {
  readonly model: string;
  readonly window: number;
  readonly upstream: { readonly protocol: string };
}

export interface SnippetOptions {
  /** `http://127.0.0.1:8787` */
  readonly url: string;
  readonly model: string;
  readonly window: number;
  readonly outputReserve: number;
  /** True if clients must send a key of the gateway. */
  readonly needsKey: boolean;
}

/** Claude Code takes no smaller one, and says so at every start. */
const LEAST_CLAUDE_CODE_WINDOW = 100_000;
/** The instructions and tools of an agent alone fill a smaller one. */
const LEAST_AGENT_WINDOW = 32_000;

/** The variable in which a client finds its key. */
const KEY_VARIABLE = "GATEWAY_KEY";

const SNIPPETS: Readonly<Record<SnippetClient, (options: SnippetOptions) => string>> = {
  codex: codexSnippet,
  "claude-code": claudeCodeSnippet,
  opencode: opencodeSnippet,
  "openai-python": pythonSnippet,
};

/** What a client needs to be told to use the gateway. It holds no key. */
export function clientSnippet(client: SnippetClient, options: SnippetOptions): string {
  return SNIPPETS[client](options);
}

/** Which of the routes a client can use, the first one first, and what its user should know about that. */
export function snippetRoute<R extends SnippetRoute>(
  client: SnippetClient,
  routes: readonly R[],
): { readonly route: R | undefined; readonly notes: readonly string[] } {
  const usable =
    client === "claude-code" ? routes.filter(({ upstream }) => upstream.protocol === "anthropic") : routes;
  const route = usable[0] ?? routes[0];
  const isSmall = client !== "openai-python" && route !== undefined && route.window < LEAST_AGENT_WINDOW;
  return {
    route,
    notes: [
      ...(usable.length === 0
        ? ["No upstream of this configuration speaks Messages, which Claude Code needs: it will be refused."]
        : []),
      ...(isSmall
        ? [
            `The window of ${route.model} is ${route.window} tokens: the instructions and tools of an agent fill it.`,
          ]
        : []),
    ],
  };
}

function codexSnippet({ url, model, window, needsKey }: SnippetOptions): string {
  return [
    "# ~/.codex/config.toml",
    `model = ${JSON.stringify(model)}`,
    'model_provider = "plimsoll"',
    `model_context_window = ${window}`,
    "",
    "[model_providers.plimsoll]",
    "# With this name Codex asks the server to compact, which keeps more than its own summary does.",
    'name = "OpenAI"',
    `base_url = ${JSON.stringify(`${url}/v1`)}`,
    'wire_api = "responses"',
    ...(needsKey ? [`env_key = "${KEY_VARIABLE}"`] : []),
    "",
  ].join("\n");
}

function claudeCodeSnippet({ url, model, window, needsKey }: SnippetOptions): string {
  return [
    `export ANTHROPIC_BASE_URL=${shellWord(url)}`,
    `export ANTHROPIC_API_KEY=${needsKey ? `"$${KEY_VARIABLE}"` : "none"}`,
    `export ANTHROPIC_MODEL=${shellWord(model)}`,
    ...(window < LEAST_CLAUDE_CODE_WINDOW
      ? []
      : [
          // For models that it knows, and for all others.
          `export CLAUDE_CODE_AUTO_COMPACT_WINDOW=${window}`,
          `export CLAUDE_CODE_MAX_CONTEXT_TOKENS=${window}`,
        ]),
    "",
  ].join("\n");
}

function opencodeSnippet({ url, model, window, outputReserve, needsKey }: SnippetOptions): string {
  const provider = {
    npm: "@ai-sdk/openai",
    name: "Plimsoll",
    options: { baseURL: `${url}/v1`, apiKey: needsKey ? `{env:${KEY_VARIABLE}}` : "none" },
    models: { [model]: { limit: { context: window, output: outputReserve } } },
  };
  const file = { provider: { plimsoll: provider }, model: `plimsoll/${model}` };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function pythonSnippet({ url, model, needsKey }: SnippetOptions): string {
  return [
    ...(needsKey ? ["import os", ""] : []),
    "from openai import OpenAI",
    "",
    `client = OpenAI(base_url=${JSON.stringify(`${url}/v1`)}, api_key=${needsKey ? `os.environ["${KEY_VARIABLE}"]` : '"none"'})`,
    `response = client.responses.create(model=${JSON.stringify(model)}, input="Hello")`,
    "print(response.output_text)",
    "",
  ].join("\n");
}

const shellWord = (text: string): string =>
  /^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
