import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import { ApiError } from "./api-error.js";
import { createPromptCache, type PromptCache } from "./prompt-cache.js";
import { createResponseStore, type ResponseStore } from "./response-store.js";
import type { SealedContent, Sealer } from "./sealed-content.js";

/** What one key or organization has on the server: nothing of it is visible to another. */
export interface Account {
  readonly store: ResponseStore;
  readonly cache: PromptCache;
  seal(content: SealedContent): string;
  open(sealed: string): SealedContent;
}

/** The headers that say on whose behalf a request is made. */
const IDENTITY_HEADERS = [
  "authorization",
  "api-key",
  "openai-organization",
  "openai-project",
  "chatgpt-account-id",
] as const;

function identityOf(headers: IncomingHttpHeaders): string {
  if (!headers.authorization && !headers["api-key"]) {
    throw new ApiError("You didn't provide an API key.", { status: 401, code: "invalid_api_key" });
  }
  const values = IDENTITY_HEADERS.map((name) => String(headers[name] ?? ""));
  return createHash("sha256").update(JSON.stringify(values)).digest("hex");
}

/** The account of a request, by its headers. Throws `ApiError` if there is no key. */
export function createAccounts(sealer: Sealer): (headers: IncomingHttpHeaders) => Account {
  const accounts = new Map<string, Account>();
  return (headers) => {
    const identity = identityOf(headers);
    const known = accounts.get(identity);
    if (known !== undefined) return known;
    const account: Account = {
      store: createResponseStore(),
      cache: createPromptCache(),
      seal: (content) => sealer.seal(identity, content),
      open: (sealed) => sealer.open(identity, sealed),
    };
    accounts.set(identity, account);
    return account;
  };
}
