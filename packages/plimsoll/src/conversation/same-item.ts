import { plainValue } from "./plain-value.js";

/**
 * True if two items have the same JSON, whatever the order of their keys. Much cheaper than hashing or counting:
 * a host that sends clones of what it sent before costs a comparison.
 */
export function sameItem(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length) return false;
    for (let index = 0; index < left.length; index++) if (!sameItem(left[index], right[index])) return false;
    return true;
  }
  if (Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length === 0 || ArrayBuffer.isView(left)) return sameValue(left, right);
  if (keys.length !== Object.keys(right).length) return false;
  for (const key of keys) {
    if (!Object.hasOwn(right, key)) return false;
    if (!sameItem((left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]))
      return false;
  }
  return true;
}

/** For objects that do not show what they hold by keys: an address, a date, bytes. */
function sameValue(left: object, right: object): boolean {
  const [one, other] = [plainValue(left), plainValue(right)];
  if (one === left && other === right) return Object.keys(right).length === 0;
  return one === left || other === right ? false : sameItem(one, other);
}
