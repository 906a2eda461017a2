/** An answer that is being streamed. */
export interface StreamedReply {
  /** Undefined, or a promise where the client cannot take more: resolves when it can, and rejects when it went away. */
  write(chunk: string | Uint8Array): Promise<void> | undefined;
  end(): void;
}

/** How a handler answers: once, by either way. */
export interface Reply {
  /** True after one of the others was called. */
  readonly started: boolean;
  json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void;
  /** Bytes as they are. */
  bytes(status: number, body: Uint8Array, headers?: Readonly<Record<string, string>>): void;
  /** Sends the head at once. */
  stream(status: number, headers: Readonly<Record<string, string>>): StreamedReply;
}
