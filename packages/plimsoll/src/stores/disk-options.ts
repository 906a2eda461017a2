import { checkedOptions, type Demand, type Demands } from "../errors/checked-options.js";
import { CompactError } from "../errors/compact-error.js";

const PATH: Demand = {
  be: "a path, a text that is not empty",
  holds: (value) => typeof value === "string" && value !== "",
};
const FLAG: Demand = { be: "true or false", holds: (value) => typeof value === "boolean" };
const KEY: Demand = {
  be: "a key of 32 bytes as 64 hexadecimal digits or in base64, or a list of such keys",
  holds: (value) => typeof value === "string" || Array.isArray(value),
};

/**
 * A plain copy of a store's options, of which `path` must be given.
 *
 * @throws CompactError `INVALID_INPUT` with the option, its value and what belongs there.
 */
export function diskOptions<T extends { readonly path: string }>(
  options: unknown,
  {
    store,
    path,
    keyed,
  }: { readonly store: string; readonly path: string; readonly keyed: "key" | "artifactKey" },
): T {
  const demands: Demands = { path: PATH, fsync: FLAG, [keyed]: KEY };
  const given = checkedOptions<Partial<T>>(options, { what: store, code: "INVALID_INPUT", demands });
  if (given.path === undefined)
    throw new CompactError("INVALID_INPUT", `${store} needs \`path\`, ${path}.`, {
      details: { key: "path" },
    });
  return given as T;
}
