/** The address and content of a request. */
export interface JsonRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  readonly signal?: AbortSignal | undefined;
}

/** Posts JSON. A redirect is not followed: it would carry the key to somebody else. */
export function postJson(send: typeof fetch, { url, headers, body, signal }: JsonRequest): Promise<Response> {
  return send(url, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}
