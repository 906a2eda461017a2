/** What a service says of its own search. */
const ABOUT =
  /(?:^|\.)(?:search_?(?:metadata|parameters?)|params|usage|related_?searches|suggestions|citations|delta)\b|(?:^|\.)(?:created|model|object|id|engine|index|role|type|status|finish_reason|displayed_link)$/i;
/** What answers the query without a result, and what tells how much there is and how to get more. */
const ANSWER =
  /answer|infobox|knowledge|featured|summary|message\.content|output\.content|error|(?:^|\.)(?:next_)?cursor$|has_?more|total_?(?:results|hits|count)/i;

/** How telling is what stands beside results, by its name: 0 for an answer, 2 for what only machines read. */
export function otherRank(path: string): number {
  if (ABOUT.test(path)) return 2;
  return ANSWER.test(path) ? 0 : 1;
}
