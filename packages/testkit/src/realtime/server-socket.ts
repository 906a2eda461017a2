/** The side of a WebSocket that a server holds: that of the package `ws`. */
export interface ServerSocket {
  send(data: string): void;
  on(event: "message", listener: (data: unknown) => void): unknown;
  on(event: "close", listener: () => void): unknown;
  terminate(): void;
}

/** A server of WebSockets: that of the package `ws`. */
export interface SocketServer {
  on(event: "connection", listener: (socket: ServerSocket) => void): unknown;
  on(event: "listening", listener: () => void): unknown;
  address(): unknown;
  close(done: () => void): void;
}

/** The class `WebSocketServer` of the package `ws`, which the testing kit does not bring along. */
export type SocketServerClass = new (options: {
  readonly host: string;
  readonly port: number;
}) => SocketServer;
