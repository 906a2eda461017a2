import type { Page } from "playwright-core";

/** Scrolls through a long list, and counts the frames in which a part of it shows nothing. */
export const blankFrames = (page: Page): Promise<number> =>
  page.evaluate<number>(`(async () => {
        const frame = document.querySelector(".scroller");
        let blank = 0;
        for (let step = 0; step < 60; step++) {
          frame.scrollTop += step < 30 ? 900 : 30000;
          await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
          const box = frame.getBoundingClientRect();
          const seen = [0.2, 0.5, 0.8].every((part) => document.elementFromPoint(box.left + 200, box.top + box.height * part)?.closest(".runway-row"));
          if (!seen) blank++;
        }
        return blank;
      })()`);
