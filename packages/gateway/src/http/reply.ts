/** An answer that is being streamed. */
export interface StreamedReply {
  /** Resolves when the client can take more. Rejects when it went away. */
  write(chunk: string | Uint8Array): Promise<void>;
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
