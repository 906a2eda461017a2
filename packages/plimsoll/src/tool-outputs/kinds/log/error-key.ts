/** Where an error is told to be, before its text. */
const PLACE = /^[\w./\\-]+(?::\d+(?::\d+)?|\(\d+(?:, ?\d+)?\)):? /;

/** The same behind it. */
const PLACE_BEHIND = /[,;]? (?:at |in )?[([]?[\w./\\-]{1,200}\.\w{1,8}:\d+(?::\d+)?[)\]]?$/;

/** The text by which an error is known again, without its place and what introduces it. */
export const errorKey = (text: string): string =>
  text
    .replace(PLACE, "")
    .replace(PLACE_BEHIND, "")
    .replace(/^(?:[^\p{L}\p{N}'"<[({]+)|^(?:Uncaught |Caused by: )?Error: /u, "");
