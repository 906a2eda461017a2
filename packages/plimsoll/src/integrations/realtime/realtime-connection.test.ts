import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { openConnection, type RealtimeSocket } from "./realtime-connection.js";
import type { ClientEvent, ServerEvent } from "./server-event.js";

class FakeSocket extends EventTarget {
  readonly sent: string[] = [];

  send(data: string): void {
    this.sent.push(data);
  }

  say(data: unknown): void {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }
}

class FakeTransport extends EventEmitter {
  readonly sent: ClientEvent[] = [];

  sendEvent(event: ClientEvent): void {
    this.sent.push(event);
  }
}

function listenTo(connection: ReturnType<typeof openConnection>) {
  const heard: ServerEvent[] = [];
  const said: ClientEvent[] = [];
  let ends = 0;
  const end = connection.listen({
    onEvent: (event) => heard.push(event),
    onSend: (event) => said.push(event),
    onDisconnect: () => ends++,
  });
  return { heard, said, end, ends: () => ends };
}

describe("openConnection", () => {
  it("hears what a socket says, as text and as bytes, and nothing that is no event", () => {
    const socket = new FakeSocket();
    const { heard, ends } = listenTo(openConnection(socket as unknown as RealtimeSocket));
    socket.say('{"type":"session.created"}');
    socket.say(new TextEncoder().encode('{"type":"response.done"}'));
    for (const data of ["no json", "[1]", '{"type":7}', 5, undefined]) socket.say(data);
    expect(heard.map(({ type }) => type)).toEqual(["session.created", "response.done"]);
    socket.dispatchEvent(new Event("close"));
    expect(ends()).toBe(1);
  });

  it("overhears what the application sends, not what it sends itself, and leaves the socket as it was", () => {
    const socket = new FakeSocket();
    const connection = openConnection(socket as unknown as RealtimeSocket);
    const { said, heard, end } = listenTo(connection);
    socket.send('{"type":"response.create"}');
    socket.send('{"type":"input_audio_buffer.append","audio":"UklGR"}');
    connection.send({ type: "response.create" });
    expect(said).toEqual([{ type: "response.create" }]);
    expect(socket.sent).toHaveLength(3);
    end();
    expect(Object.hasOwn(socket, "send")).toBe(false);
    socket.send('{"type":"response.create"}');
    socket.say('{"type":"session.created"}');
    expect([said.length, heard.length]).toEqual([1, 0]);
  });

  it("does the same with a transport, alone or in its session", () => {
    for (const wrap of [
      (transport: FakeTransport) => transport,
      (transport: FakeTransport) => ({ transport }),
    ]) {
      const transport = new FakeTransport();
      const connection = openConnection(wrap(transport));
      const { heard, said, ends, end } = listenTo(connection);
      transport.emit("*", { type: "response.done" });
      transport.emit("*", "nothing");
      transport.emit("connection_change", "disconnected");
      transport.sendEvent({ type: "response.create" });
      connection.send({ type: "conversation.item.delete", item_id: "a" });
      expect(heard).toEqual([{ type: "response.done" }]);
      expect(said).toEqual([{ type: "response.create" }]);
      expect(ends()).toBe(1);
      expect(transport.sent).toHaveLength(2);
      end();
      expect(transport.listenerCount("*")).toBe(0);
      expect(Object.hasOwn(transport, "sendEvent")).toBe(false);
    }
  });
});
