import type { TextSample } from "../text-sample.js";

const TAG =
  /<\/?(?:div|p|span|a|td|tr|li|h[1-6]|table|ul|ol|br|dt|dd|dl|img|section|body|head|meta|link)\b/gi;

/** An HTML document, or a piece of one. */
export function looksLikePage(sample: TextSample): boolean {
  const head = sample.head.slice(0, 4_000).trimStart();
  if (/^(?:<\?xml[^>]{0,200}>\s*)?(?:<!--[^>]{0,2000}-->\s*)?<!doctype html|^<html\b/i.test(head))
    return true;
  if (!head.startsWith("<")) return false;
  const tags = sample.text.slice(0, 32_000).match(TAG)?.length ?? 0;
  return tags >= 12 && tags * 300 >= Math.min(sample.text.length, 32_000);
}
