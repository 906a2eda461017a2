import { plainValue } from "../text/plain-value.js";

/**
 * True if two items have the same JSON, in any key order. Much cheaper than hashing or counting, so a host that
 * sends clones costs only a comparison.
 */
export function sameItem(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left)) return Array.isArray(right) && sameEntries(left, right);
  if (Array.isArray(right)) return false;
  return ArrayBuffer.isView(left) ? sameValue(left, right) : sameFields(left as Fields, right as Fields);
}

function sameEntries(left: readonly unknown[], right: readonly unknown[]): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) if (!sameItem(left[index], right[index])) return false;
  return true;
}

function sameFields(fields: Fields, others: Fields): boolean {
  let defined = 0;
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (value === undefined) continue;
    if (!Object.hasOwn(others, key) || !sameItem(value, others[key])) return false;
    defined++;
  }
  return defined === 0 ? sameValue(fields, others) : defined === countDefined(others);
}

type Fields = Readonly<Record<string, unknown>>;

/** JSON has no keys without a value. */
function countDefined(fields: Fields): number {
  let defined = 0;
  for (const key of Object.keys(fields)) if (fields[key] !== undefined) defined++;
  return defined;
}

/** For objects whose content is not in their keys: a URL, a date, bytes. */
function sameValue(left: object, right: object): boolean {
  const [one, other] = [plainValue(left), plainValue(right)];
  if (one === left && other === right) return countDefined(right as Fields) === 0;
  return one === left || other === right ? false : sameItem(one, other);
}
