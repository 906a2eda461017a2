const MAX_NAMES = 12;
const MAX_TEXT = 200;

/** The numbers and short texts that prove an error's message, for whoever tells it in another language. */
export function toldDetails(
  details: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string | number>> {
  const told = Object.entries(details).flatMap(([name, value]): [string, string | number][] => {
    if (typeof value === "number" && Number.isFinite(value)) return [[name, value]];
    return typeof value === "string" ? [[name, value.slice(0, MAX_TEXT).toWellFormed()]] : [];
  });
  return Object.fromEntries(told.slice(0, MAX_NAMES));
}
