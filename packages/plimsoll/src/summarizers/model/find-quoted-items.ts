import { itemTexts } from "../../conversation/item-text.js";
import type { RemainderItem } from "../summarizer.js";

const MAX_FOUND = 3;
const MIN_CHARACTERS = 4;
const MAX_LOOKED_AT = 4_000_000;

/** Ids of the newest items that have a text word for word: what a model quoted without saying from where. */
export function findQuotedItems(items: readonly RemainderItem[], text: string): string[] {
  if (text.length < MIN_CHARACTERS) return [];
  const found: string[] = [];
  let looked = 0;
  for (let index = items.length - 1; index >= 0 && found.length < MAX_FOUND; index--) {
    const item = items[index];
    if (item === undefined || looked > MAX_LOOKED_AT) break;
    const texts = itemTexts(item.view);
    if (texts.some((source) => source.includes(text))) found.push(item.id);
    for (const source of texts) looked += source.length;
  }
  return found.reverse();
}
