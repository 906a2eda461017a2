/** Where an error is told to be, before its text. */
const PLACE = /^[\w./\\-]+(?::\d+(?::\d+)?|\(\d+(?:, ?\d+)?\)):? /;

/** The same behind it. */
const PLACE_BEHIND = /[,;]? (?:at |in )?[([]?[\w./\\-]{1,200}\.\w{1,8}:\d+(?::\d+)?[)\]]?$/;

/** A place that stands behind ends so, which is seen much sooner than where it begins. */
const ENDS_IN_PLACE = /\d[)\]]?$/;

const withoutPlaceBehind = (text: string): string =>
  ENDS_IN_PLACE.test(text.slice(-2)) ? text.replace(PLACE_BEHIND, "") : text;

/** The text by which an error is known again, without its place and what introduces it. */
export const errorKey = (text: string): string =>
  withoutPlaceBehind(text.replace(PLACE, "")).replace(
    /^(?:[^\p{L}\p{N}'"<[({]+)|^(?:Uncaught |Caused by: )?Error: /u,
    "",
  );
