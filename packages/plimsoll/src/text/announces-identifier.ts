const isLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;

const LABELS: ReadonlySet<string> = new Set(
  (
    "id ids uuid guid key code number num no nr ref reference sku hash sha commit email phone zip account order ticket " +
    "issue invoice tracking booking reservation flight customer user product item variant serial branch port pid"
  ).split(" "),
);
const MAX_KEY_CHARACTERS = 60;

/** True for a key or word that announces an identifier: `order_id`, `orderId`, `Ticket`. */
export function announcesIdentifier(key: string): boolean {
  if (key.length > MAX_KEY_CHARACTERS) return false;
  let start = key.length;
  let capital = -1;
  while (start > 0 && isLetter(key.charCodeAt(start - 1))) {
    start--;
    if (capital < 0 && key.charCodeAt(start) < 97) capital = start;
  }
  const last = key.slice(start).toLowerCase();
  if (LABELS.has(last) && (start === 0 || /[_\s-]/.test(key.charAt(start - 1)))) return true;
  const isHump = capital > start && key.charCodeAt(capital - 1) >= 97;
  return isHump && LABELS.has(last.slice(capital - start));
}
