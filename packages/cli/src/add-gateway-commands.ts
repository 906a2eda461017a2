import { type Command, InvalidArgumentError, Option } from "commander";
import type {
  ConfigOption,
  InspectOptions,
  KeyCreateOptions,
  ServeOptions,
  UnsealOptions,
} from "./command-options.js";
import { configOptions, example } from "./config-options.js";
import type { RunCommand } from "./run-command.js";

/** The clients that `serve --print-config` knows; a test compares them with the gateway's. */
export const CLIENTS: readonly string[] = ["codex", "claude-code", "opencode", "openai-python"];

/** The commands around the gateway. */
export function addGatewayCommands(program: Command, run: RunCommand): void {
  addServe(program, run);
  addInspect(program, run);
  addDoctor(program, run);
  addKeys(program, run);
  addUnseal(program, run);
}

function addUnseal(program: Command, run: RunCommand): void {
  const unseal = program
    .command("unseal")
    .argument("<ITEM|PATH|->", "a sealed item, or a file that holds some: a response, a Codex session")
    .description("show what is in a compaction item of this gateway, with its own keys")
    .option("--tenant <NAME>", "the tenant that it was sealed for; by default every one of the key file")
    .option("--sealing-keys <PATH>", "the file of sealing keys; by default that of the configured gateway")
    .option("--all", "show all items that were found, not only the last");
  configOptions(unseal).action((given: string, options: UnsealOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/unseal.js")).unseal(given, options, context),
    ),
  );
  example(unseal, [
    "compactctl unseal plm1.1f0a9c3e.…",
    "compactctl unseal ~/.codex/sessions/2026/11/17/rollout-….jsonl --json",
  ]);
}

function addServe(program: Command, run: RunCommand): void {
  const serve = program
    .command("serve")
    .description(
      "serve any client with any model, compacted in between; with no route configured, a demo model",
    )
    .option("--host <ADDRESS>", "the address to listen on; others than loopback need keys")
    .option("--port <PORT>", "the port to listen on; 0 picks a free one", port)
    .addOption(
      new Option(
        "--print-config <CLIENT>",
        "print what this client needs to use the gateway, and end",
      ).choices(CLIENTS),
    );
  configOptions(serve).action((options: ServeOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/serve.js")).serve(options, context),
    ),
  );
  example(serve, [
    "compactctl serve",
    "compactctl serve --config plimsoll.config.yaml --port 8080",
    "compactctl serve --print-config codex >> ~/.codex/config.toml",
  ]);
}

function addInspect(program: Command, run: RunCommand): void {
  const inspect = program
    .command("inspect")
    .argument("[FILE|SESSION|DIR]", "a session file, a folder of them, an archive, or an archived session")
    .description("look at sessions in the browser: what the model sees, what left, why; and act on them")
    .option("--port <PORT>", "the port to listen on; by default a free one", port)
    .option("--no-open", "only print the address")
    .option("--model <NAME>", "the model whose window counts")
    .option("--window <TOKENS>", "the window in tokens", tokens)
    .addOption(new Option("--format <NAME>", "the format of the files; by default detected"));
  configOptions(inspect).action((given: string | undefined, options: InspectOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/inspect.js")).inspect(given, options, context),
    ),
  );
  example(inspect, [
    "compactctl inspect",
    "compactctl inspect ~/.codex/sessions",
    "compactctl inspect history.json --no-open --port 8090",
  ]);
}

function addDoctor(program: Command, run: RunCommand): void {
  const doctor = program
    .command("doctor")
    .description("ask every configured upstream for one tool call, and say what is wrong with it");
  configOptions(doctor).action((options: ConfigOption) =>
    run(options.json === true, async (context) =>
      (await import("./commands/doctor.js")).doctor(options, context),
    ),
  );
  example(doctor, ["compactctl doctor --json"]);
}

function addKeys(program: Command, run: RunCommand): void {
  const keys = program.command("keys").description("work with the keys of the gateway").helpCommand(false);
  const create = keys
    .command("create")
    .argument("<NAME>", "who or what uses the key")
    .description("make a key and print it, once")
    .option("--tenant <NAME>", "share conversations with other keys of this tenant; by default with none");
  configOptions(create).action((name: string, options: KeyCreateOptions) =>
    run(options.json === true, async (context) =>
      (await import("./commands/keys/create-key.js")).createKey(name, options, context),
    ),
  );
  example(create, ["compactctl keys create laptop"]);
  const list = keys.command("list").description("list the keys, without the keys themselves");
  configOptions(list).action((options: ConfigOption) =>
    run(options.json === true, async (context) =>
      (await import("./commands/keys/list-keys.js")).listKeys(options, context),
    ),
  );
  example(list, ["compactctl keys list"]);
  const revoke = keys
    .command("revoke")
    .argument("<ID|NAME>", "the key")
    .description("take a key back; a running gateway learns it by SIGHUP");
  configOptions(revoke).action((key: string, options: ConfigOption) =>
    run(options.json === true, async (context) =>
      (await import("./commands/keys/revoke-key.js")).revokeKey(key, options, context),
    ),
  );
  example(revoke, ["compactctl keys revoke laptop"]);
}

function tokens(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Give a number of tokens.");
}

function port(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError("Give a port from 0 to 65535.");
}
