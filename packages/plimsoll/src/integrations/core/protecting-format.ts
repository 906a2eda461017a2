import type { Format } from "../../formats/format.js";

/** A format in which the items that the caller points out carry the flag that protects them. */
export function protectingFormat<W extends object>(
  format: Format<W>,
  isProtected: (item: W) => boolean,
  flag: string,
): Format<W> {
  return {
    name: format.name,
    opensWithUser: format.opensWithUser,
    view(wire) {
      const view = format.view(wire);
      return isProtected(wire) ? { ...view, meta: { ...view.meta, [flag]: true } } : view;
    },
    message: (role, text) => format.message(role, text),
    withResult: (wire, callId, text) => format.withResult(wire, callId, text),
    ...(format.withResults && { withResults: format.withResults.bind(format) }),
    ...(format.withoutParts && { withoutParts: format.withoutParts.bind(format) }),
    result: (call, text) => format.result(call, text),
    ...(format.withAnswer && { withAnswer: format.withAnswer.bind(format) }),
    matches: (wire) => format.matches(wire),
  };
}
