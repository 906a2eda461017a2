const SAMPLE_CHARACTERS = 20_000;
/** The same letter struck again, or one over a line, as manuals print what is bold and underlined. */
const STRUCK_AGAIN = /([^\u0008])\u0008\1|_\u0008[^\u0008]/;
const STRUCK_OVER = /[^\n\u0008]\u0008/g;

/** The text without letters that others are struck over; any other text as it is. */
export const withoutOverstrikes = (text: string): string =>
  STRUCK_AGAIN.test(text.slice(0, SAMPLE_CHARACTERS)) ? text.replace(STRUCK_OVER, "") : text;
