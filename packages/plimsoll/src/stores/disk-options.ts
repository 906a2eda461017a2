import { checkedOptions } from "../validation/checked-options.js";
import type { Fields, Shape } from "../validation/shape.js";
import { CompactError } from "../errors/compact-error.js";
import { isKeyService } from "./keys/key-service.js";

export const PATH: Shape = { kind: "text", min: 1, be: "a path, a text that is not empty" };
export const KEY: Shape = {
  kind: "custom",
  be: "a key of 32 bytes as 64 hexadecimal digits or in base64, a key service, or a list of them",
  holds: (value) => typeof value === "string" || Array.isArray(value) || isKeyService(value),
};

/**
 * A plain copy of a store's options; `path` is required.
 *
 * @throws CompactError `INVALID_INPUT` with the option, its value and what is allowed.
 */
export function diskOptions<T extends { readonly path: string }>(
  options: unknown,
  { store, path, more = {} }: { readonly store: string; readonly path: string; readonly more?: Fields },
): T {
  const fields = { path: PATH, fsync: "flag", artifactKey: KEY, ...more } as const;
  const given = checkedOptions<Partial<T>>(options, { what: store, code: "INVALID_INPUT", fields });
  if (given.path === undefined)
    throw new CompactError("INVALID_INPUT", `${store} needs \`path\`, ${path}.`, {
      details: { key: "path" },
    });
  return given as T;
}
