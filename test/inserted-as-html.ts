import type { Page } from "playwright-core";

/** Even a page that wanted to could not: neither inline code nor text as HTML. The name of the error that it gets. */
export const insertedAsHtml = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    try {
      document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.pwned = 1'>");
      return "inserted";
    } catch (error) {
      return error.name;
    }
  })()`);
