import { methodsShape } from "./methods-shape.js";
import type { CustomShape } from "./shape.js";

const EVENT_TARGET = methodsShape("an event target", "addEventListener");

export const ABORT_SIGNAL_SHAPE: CustomShape = {
  kind: "custom",
  be: "an AbortSignal",
  holds: (value) => EVENT_TARGET.holds(value) && typeof Reflect.get(value as object, "aborted") === "boolean",
};
