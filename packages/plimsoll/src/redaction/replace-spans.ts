import type { Span } from "./secret-rule.js";

export interface KindSpan extends Span {
  readonly kind: string;
}

/** The marker that replaces a secret. */
export function marker(kind: string): string {
  return `[REDACTED:${kind}]`;
}

function findMarkers(text: string, known: RegExp): Span[] {
  if (!text.includes("[REDACTED:")) return [];
  return Array.from(text.matchAll(known), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/**
 * Markers are atomic: a span that touches one includes it whole, and a span of only markers is dropped. So a
 * second redaction changes nothing.
 */
function aroundMarkers(spans: readonly KindSpan[], markers: readonly Span[]): KindSpan[] {
  if (markers.length === 0) return [...spans];
  const result: KindSpan[] = [];
  let first = 0;
  for (const span of spans) {
    while (first < markers.length && (markers[first]?.end ?? 0) <= span.start) first += 1;
    let { start, end } = span;
    let covered = 0;
    for (let index = first; index < markers.length; index += 1) {
      const atom = markers[index];
      if (atom === undefined || atom.start >= end) break;
      start = Math.min(start, atom.start);
      end = Math.max(end, atom.end);
      covered += atom.end - atom.start;
    }
    if (end - start > covered) result.push({ kind: span.kind, start, end });
  }
  return result;
}

function byPosition(left: Span, right: Span): number {
  return left.start - right.start || right.end - left.end;
}

/** Replaces every span; overlapping ones become one, named after the first. `known` finds markers. */
export function replaceSpans(text: string, spans: readonly KindSpan[], known: RegExp): string {
  if (spans.length === 0) return text;
  const sorted = aroundMarkers([...spans].sort(byPosition), findMarkers(text, known)).sort(byPosition);
  let result = "";
  let written = 0;
  let index = 0;
  while (index < sorted.length) {
    const span = sorted[index];
    if (span === undefined) break;
    let { end } = span;
    index += 1;
    for (let next = sorted[index]; next !== undefined; next = sorted[index]) {
      if (next.start > end || (next.start === end && next.kind !== span.kind)) break;
      end = Math.max(end, next.end);
      index += 1;
    }
    result += text.slice(written, span.start) + marker(span.kind);
    written = end;
  }
  return written === 0 ? text : result + text.slice(written);
}
