import { CompactError } from "../../errors/compact-error.js";

export type EndpointKind = "openai" | "chatgpt" | "azure" | "compatible";

/** A normalized API base. */
export interface Endpoint {
  readonly kind: EndpointKind;
  /** Without a slash at its end. */
  readonly base: string;
  /** The address of a route such as `/responses`. */
  url(route: string): string;
}

const OPENAI_BASE = "https://api.openai.com/v1";
const CHATGPT_BASE = "https://chatgpt.com/backend-api/codex";
const CHATGPT_HOSTS: ReadonlySet<string> = new Set(["chatgpt.com", "chat.openai.com"]);
const AZURE_HOSTS = [".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com"];
const ROUTES = ["/responses/compact", "/responses"];

/**
 * Normalizes an API base. No base means OpenAI's own, or the Codex backend with a ChatGPT login. `/backend-api`
 * of older configurations gets its `/codex`, an Azure resource its `/openai/v1`. Any other base stays unchanged.
 *
 * @throws CompactError `INVALID_CONFIG` if it is not an http(s) address, or contains credentials.
 */
export function normalizeApiBase(base?: string, options: { readonly login?: "chatgpt" } = {}): Endpoint {
  const given = base?.trim() || (options.login === "chatgpt" ? CHATGPT_BASE : OPENAI_BASE);
  const url = parse(given);
  const kind = kindOf(url, options.login);
  const path = PATHS[kind](withoutRoute(url.pathname));
  const normalized = `${url.protocol}//${url.host}${path}`;
  return { kind, base: normalized, url: (route) => `${normalized}${route}${url.search}` };
}

/** The path after the host, by kind, without a trailing slash. */
const PATHS: Readonly<Record<EndpointKind, (path: string) => string>> = {
  openai: (path) => (path === "" ? "/v1" : path),
  chatgpt: (path) => (path === "" || path === "/backend-api" ? "/backend-api/codex" : path),
  azure: (path) => (path === "" || path === "/openai" ? "/openai/v1" : path),
  compatible: (path) => path,
};

function kindOf(url: URL, login: "chatgpt" | undefined): EndpointKind {
  const host = url.hostname.toLowerCase();
  if (CHATGPT_HOSTS.has(host) || login === "chatgpt") return "chatgpt";
  if (host === "api.openai.com") return "openai";
  return AZURE_HOSTS.some((suffix) => host.endsWith(suffix)) ? "azure" : "compatible";
}

function withoutRoute(pathname: string): string {
  let path = pathname;
  while (path.endsWith("/")) path = path.slice(0, -1);
  const route = ROUTES.find((ending) => path.endsWith(ending));
  return route === undefined ? path : path.slice(0, -route.length);
}

function parse(base: string): URL {
  const url = URL.canParse(base) ? new URL(base) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new CompactError(
      "INVALID_CONFIG",
      `The API base ${JSON.stringify(base.slice(0, 200))} is not an http(s) address; pass one such as ${OPENAI_BASE}.`,
    );
  }
  if (url.username !== "" || url.password !== "" || url.hash !== "") {
    throw new CompactError(
      "INVALID_CONFIG",
      `The API base of ${url.host} contains credentials or a fragment; pass the key separately.`,
    );
  }
  return url;
}
