const LONGEST_NAME = 256;

/**
 * The name without its provider (`openai/`, `accounts/acme/models/`, `us.anthropic.`), in lower case, with dashes for
 * dots: `anthropic/claude-sonnet-4.5` and `claude-sonnet-4-5` are one model.
 */
export function normalizeModelName(name: string): string {
  const last = name.slice(-LONGEST_NAME).toLowerCase();
  const bare = last.slice(last.lastIndexOf("/") + 1);
  const vendor = bare.indexOf("anthropic.");
  return (vendor === -1 ? bare : bare.slice(vendor + "anthropic.".length)).replaceAll(".", "-");
}
