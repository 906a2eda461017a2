import { BoundedMap } from "../../../collections/bounded-map.js";

/** What the name of a member reveals about its value. */
export interface JsonKey {
  readonly isId: boolean;
  /** The name ends like that of an id. */
  readonly endsAsId: boolean;
  readonly isName: boolean;
  /** The name ends like that of a name: `functionName`. */
  readonly endsAsName: boolean;
  readonly isState: boolean;
  /** Only machines read it. */
  readonly isNoise: boolean;
  /** An address of the object itself: 0 for the one for people, then the others; -1 for none. */
  readonly addressRank: number;
}

const ID_KEYS = /^(?:_?id|uuid|guid|number|iid|key|sha|hash|arn)$/i;
const ID_SUFFIX = /(?:_id|[a-z]Id|_key|_number|_sha)$/;
const NAME_KEYS =
  /^(?:name|full_?name|title|login|user_?name|display_?name|slug|label|subject|path|file|file_?(?:name|path)|email|ref|code|sku|rule|rule_?id)$/i;
const NAME_SUFFIX = /(?:_name|[a-z]Name)$/;
const STATE_KEYS =
  /^(?:state|status|conclusion|result|outcome|phase|severity|level|priority|errors?|error_?(?:code|message|type)|message|reason|success|action|exit_?code|type|kind)$|_(?:state|status|code)$/i;
const OWN_ADDRESS = [
  /^(?:html|web|public|page|site|browser)_?url$|^permalink(?:_url)?$/i,
  /^(?:url|uri|link|href|self|canonical_url)$/i,
  /^(?:homepage|website|blog)(?:_url)?$/i,
];
const NOISE = /^(?:node_?id|etag|cursor|gravatar_id|__typename)$|avatar/i;

/** Names of members come again and again; these many are remembered, as long as they are short. */
const MAX_KNOWN = 2_000;
const MAX_KNOWN_CHARACTERS = 64;
const known = new BoundedMap<string, JsonKey>(MAX_KNOWN);

export function readJsonKey(key: string): JsonKey {
  let read = known.get(key);
  if (read !== undefined) return read;
  read = {
    isId: ID_KEYS.test(key),
    endsAsId: ID_SUFFIX.test(key),
    isName: NAME_KEYS.test(key),
    endsAsName: NAME_SUFFIX.test(key),
    isState: STATE_KEYS.test(key),
    isNoise: NOISE.test(key),
    addressRank: OWN_ADDRESS.findIndex((pattern) => pattern.test(key)),
  };
  if (key.length <= MAX_KNOWN_CHARACTERS) known.set(key, read);
  return read;
}
