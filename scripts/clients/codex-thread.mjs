// Drives one thread of the real Codex through `codex app-server`: turns, compactions by hand, resuming.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const TIME_LIMIT_MS = 180_000;

/** @param start `{ command, args, cwd, env }` of an app-server */
export function openAppServer({ command, args, cwd, env }) {
  const child = spawn(command, args, { cwd, env, stdio: ["pipe", "pipe", "pipe"], detached: true });
  const waiting = new Map();
  const listeners = new Set();
  let [next, errors] = [1, ""];
  child.stderr.on("data", (chunk) => (errors = (errors + chunk).slice(-4_000)));
  const fail = (reason) => {
    for (const { reject } of waiting.values()) reject(new Error(`${reason} ${errors.slice(-400)}`));
    for (const listener of listeners) listener({ method: "ended", params: {} });
  };
  child.on("error", fail);
  child.on("close", (code) => fail(`The app-server ended with ${code}.`));
  createInterface({ input: child.stdout }).on("line", (line) => {
    const message = JSON.parse(line);
    const call = waiting.get(message.id);
    if (message.method !== undefined) for (const listener of listeners) listener(message);
    else if (call) {
      waiting.delete(message.id);
      if (message.error) call.reject(new Error(message.error.message));
      else call.resolve(message.result);
    }
  });
  const send = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      const id = next++;
      waiting.set(id, { resolve, reject });
      send({ id, method, params });
    });
  return {
    request,
    notify: (method) => send({ method }),
    /** The turn that ends next. */
    turnEnd: () =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error("The turn did not end in time.")), TIME_LIMIT_MS);
        const listener = ({ method, params }) => {
          if (method !== "turn/completed" && method !== "ended") return;
          clearTimeout(timer);
          listeners.delete(listener);
          resolve(params.turn ?? { status: "ended", error: { message: errors.slice(-400) } });
        };
        listeners.add(listener);
      }),
    close() {
      child.stdin.end();
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // It ended by itself.
      }
    },
  };
}

/** A thread that is new, or taken up again by its id. Every step throws if its turn did not complete. */
export async function openThread(start, { cwd, threadId, model }) {
  const server = openAppServer(start);
  await server.request("initialize", { clientInfo: { name: "plimsoll", version: "0.0.1" } });
  server.notify("initialized");
  const options = {
    cwd,
    approvalPolicy: "never",
    sandbox: "danger-full-access",
    ...(model ? { model } : {}),
  };
  const { thread } = threadId
    ? await server.request("thread/resume", { threadId, ...options })
    : await server.request("thread/start", options);
  const completed = async (method, params) => {
    const end = server.turnEnd();
    await server.request(method, { threadId: thread.id, ...params });
    const { status, error } = await end;
    if (status !== "completed") throw new Error(`${method} ${status}: ${error?.message ?? "no reason"}`);
  };
  return {
    id: thread.id,
    turn: (text) => completed("turn/start", { input: [{ type: "text", text }] }),
    compact: () => completed("thread/compact/start", {}),
    close: () => server.close(),
  };
}
