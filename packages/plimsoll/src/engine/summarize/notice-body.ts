import type { SummaryRequest } from "../../summarizers/summarizer.js";

const NOTICE = /(?:^|\n)\[(\d{1,9}) earlier items left the window without a summary; they are archived\.\]$/;

/** The model's note if there is no summary: the previous notes, and that items are missing. */
export function noticeBody(request: SummaryRequest, fit: (text: string) => string): string {
  const { previous = "", remainder } = request;
  const before = NOTICE.exec(previous);
  const told = before ? previous.slice(0, before.index) : previous;
  const count = remainder.length + Number(before?.[1] ?? 0);
  const notice = noticeOf(count);
  return fit(told === "" ? notice : `${told}\n${notice}`);
}

const noticeOf = (count: number): string =>
  `[${count} earlier items left the window without a summary; they are archived.]`;

/** What a body says above the note that items are missing, and that note; empty if there is none. */
export function splitNotice(body: string): { readonly above: string; readonly notice: string } {
  const found = NOTICE.exec(body);
  if (found === null) return { above: body, notice: "" };
  return { above: body.slice(0, found.index), notice: found[0].trimStart() };
}

/** The note where so many of the items came back into the window; any other text as it is. */
export const noticeWithout = (body: string, items: number): string =>
  body.replace(NOTICE, (notice, count: string) =>
    notice.replace(/\[.*$/, () => noticeOf(Math.max(0, Number(count) - items))),
  );
