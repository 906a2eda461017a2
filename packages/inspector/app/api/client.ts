/** An answer that is none: what the server said. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, string | number>>;

  constructor(
    status: number,
    message: string,
    { code = "", details = {} }: { code?: string; details?: Readonly<Record<string, string | number>> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}

const KEY = "plimsoll.key";

/** The server's root: the page may be mounted below any path. */
const root = new URL("..", document.baseURI);

/** A key that came with the address is taken out of it: it must not stay in the history of the browser. */
export function takeKeyFromAddress(): void {
  const match = /[#&]key=([^&]+)/.exec(location.hash);
  if (!match) return;
  setKey(decodeURIComponent(match[1] ?? ""));
  const route = location.hash.slice(location.hash.indexOf(match[0]) + match[0].length).replace(/^&/, "");
  history.replaceState(null, "", `${location.pathname}${location.search}#${route}`);
}

export const setKey = (key: string): void => sessionStorage.setItem(KEY, key);

function requestHeaders(): Record<string, string> {
  const key = sessionStorage.getItem(KEY);
  return { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) };
}

const serverAddress = (path: string): string => new URL(path, root).href;

/** The address of something about a session. */
export const sessionPath = (id: string, rest = ""): string =>
  `v1/inspect/sessions/${encodeURIComponent(id.toWellFormed())}${rest === "" ? "" : `/${rest}`}`;

interface ToldError {
  readonly message?: string;
  readonly code?: string | null;
  readonly details?: Readonly<Record<string, string | number>>;
}

export interface Ask {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @throws ApiFailure */
export async function send(path: string, { body, signal, headers }: Ask = {}): Promise<Response> {
  const response = await fetch(serverAddress(path), {
    method: body === undefined ? "GET" : "POST",
    headers: { ...requestHeaders(), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new ApiFailure(0, error instanceof Error ? error.message : String(error), {
      code: "unreachable",
    });
  });
  if (response.ok) return response;
  const told: unknown = await response.json().catch(() => undefined);
  const { error } = (told ?? {}) as { error?: ToldError };
  throw new ApiFailure(response.status, error?.message ?? `HTTP ${response.status}`, {
    code: error?.code ?? "",
    details: error?.details ?? {},
  });
}

export async function ask<T>(path: string, options: Ask = {}): Promise<T> {
  return (await (await send(path, options)).json()) as T;
}
