import { isRecord } from "../text/is-record.js";
import type { Demand } from "../errors/checked-options.js";

const hasMethod = (value: unknown, method: string): boolean =>
  typeof value === "object" && value !== null && typeof Reflect.get(value, method) === "function";

/** An object with these methods: a store, a summarizer, a format. */
export const methods = (what: string, ...names: readonly string[]): Demand => ({
  be: `${what}, an object with ${names.map((name) => `${name}()`).join(", ")}`,
  holds: (value) => names.every((name) => hasMethod(value, name)),
});

/** A list of such objects. */
export const listOf = (what: string, method: string): Demand => ({
  be: `a list of ${what}, objects with ${method}()`,
  holds: (value) => Array.isArray(value) && value.every((one) => hasMethod(one, method)),
});

export const TEXT: Demand = { be: "a text", holds: (value) => typeof value === "string" };
export const FUNCTION: Demand = { be: "a function", holds: (value) => typeof value === "function" };
export const FLAG: Demand = { be: "true or false", holds: (value) => typeof value === "boolean" };
export const RECORD: Demand = { be: "an object", holds: isRecord };
export const ANYTHING: Demand = { be: "anything", holds: () => true };
export const LIST: Demand = { be: "a list", holds: (value) => Array.isArray(value) };

/** A whole number of at least `least`. */
export const whole = (least: number, be: string): Demand => ({
  be,
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= least,
});

export const SIGNAL: Demand = {
  be: "an AbortSignal",
  holds: (value) =>
    hasMethod(value, "addEventListener") && typeof Reflect.get(value as object, "aborted") === "boolean",
};

/** The longest wait that timers can make, in milliseconds. */
const MAX_WAIT = 2_147_483_647;
export const MILLISECONDS: Demand = {
  be: `a whole number of milliseconds from 0 (no limit) to ${MAX_WAIT}`,
  holds: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= MAX_WAIT,
};
