import type { ObjectShape, Shape } from "plimsoll/node";

const MAX_ENTRIES = 1000;
const MAX_BYTES = 4 * 1024 ** 3;
/** No timer waits longer. */
const MAX_MS = 2_147_483_647;

const whole = (min: number, max: number): Shape => ({ kind: "number", whole: true, min, max });
const TEXT: Shape = { kind: "text", min: 1, max: 200, pattern: /^[^\0\r\n]*$/ };
const PATH: Shape = { kind: "text", min: 1, max: 4096, pattern: /^[^\0]*$/ };
const NAMES: Shape = { kind: "list", of: TEXT, max: MAX_ENTRIES };
const MS = whole(0, MAX_MS);
const WAIT = whole(1, MAX_MS);
const VARIABLE: Shape = {
  kind: "text",
  max: 200,
  pattern: /^[A-Za-z_][A-Za-z0-9_]*$/,
  be: "the name of an environment variable, never a key",
};
const ADDRESS: Shape = {
  kind: "custom",
  be: "an https address, or an http address, without user name, query and fragment",
  holds: (value) => typeof value === "string" && value.length <= 2000 && isAddress(value),
};
const ORIGIN: Shape = {
  kind: "custom",
  be: "an origin such as https://chat.example.com",
  holds: (value) => typeof value === "string" && isOrigin(value),
};
const HOST: Shape = {
  kind: "text",
  pattern: /^(?:\[[0-9a-fA-F:.]{2,45}\]|[A-Za-z0-9._-]{1,253})$/,
  be: "a host name without a port",
};

function isAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && `${username}${password}${search}${hash}` === "";
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value;
}

const object = (fields: Readonly<Record<string, Shape>>): ObjectShape => ({ kind: "object", fields });

const LISTEN = object({
  "host?": { kind: "text", min: 1, max: 253, pattern: /^[0-9A-Za-z.:_-]+$/, be: "a host name or an address" },
  "port?": whole(0, 65_535),
  "allowed_hosts?": { kind: "list", of: HOST, max: MAX_ENTRIES },
  "allowed_origins?": { kind: "list", of: ORIGIN, max: MAX_ENTRIES },
});

const LIMITS = object({
  "body_bytes?": whole(1, MAX_BYTES),
  "compressed_body_bytes?": whole(1, MAX_BYTES),
  "buffered_bytes?": whole(1, 1024 * MAX_BYTES),
  "json_depth?": whole(1, 10_000),
  "json_items?": whole(1, 100_000_000),
  "requests_per_minute?": whole(0, 1_000_000_000),
  "streams_per_key?": whole(1, 1_000_000),
  "connections?": whole(1, 1_000_000),
  "header_ms?": WAIT,
  "body_ms?": WAIT,
  "keep_alive_ms?": WAIT,
  "stall_ms?": MS,
  "total_ms?": MS,
  "drain_ms?": MS,
});

const UPSTREAM = object({
  vendor: TEXT,
  "base_url?": ADDRESS,
  "protocol?": ["responses", "chat", "gemini", "anthropic"],
  "key_env?": VARIABLE,
  "key_file?": PATH,
  "timeouts?": object({ "connect_ms?": WAIT, "first_byte_ms?": WAIT, "idle_ms?": WAIT }),
});

const ROUTE = object({
  upstream: TEXT,
  "model?": TEXT,
  "aliases?": NAMES,
  "fallbacks?": NAMES,
  "policy?": ["auto", "on_overflow", "off"],
  "window?": whole(1000, 1_000_000_000),
  "output_reserve?": whole(1, 1_000_000_000),
  "archive?": ["asked", "always", "never"],
  "web_search?": "flag",
  "summarizer?": TEXT,
});

const COMPACTION = object({
  "patience_ms?": WAIT,
  "add_facts?": "flag",
  "items?": ["window", "reference"],
  "item_bytes?": whole(1024, 16 * 1024 ** 2),
  "item_days?": whole(0, 100_000),
});

/** What the section `gateway` may hold, under the keys of the file. */
export const GATEWAY_SHAPE: ObjectShape = object({
  "listen?": LISTEN,
  "keys_file?": PATH,
  "limits?": LIMITS,
  "compaction?": COMPACTION,
  "upstreams?": { kind: "map", of: UPSTREAM, max: MAX_ENTRIES },
  "routes?": { kind: "map", of: ROUTE, max: MAX_ENTRIES },
});
