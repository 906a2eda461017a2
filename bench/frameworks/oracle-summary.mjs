// The model that a framework's own summarization asks: the best there could be. It repeats every sentence of its prompt that
// the session depends on, word for word, and costs what its prompt costs. What is lost was not shown to it.
export function oracleSummary(session, prompt) {
  const sentences = prompt
    .replaceAll("\\n", "\n")
    .split(/\n|(?<=[.!?])\s+/)
    .filter(
      (sentence) =>
        session.policy.split(/(?<=[.;])\s+/).some((part) => sentence.includes(part)) ||
        /\b(?:voyage reference|closing report)\b/.test(sentence),
    );
  const unique = [...new Set(sentences.map((sentence) => sentence.replace(/^.*Request \d+: /, "")))];
  return unique.length === 0 ? "Containers were inspected; nothing else is known." : unique.join("\n");
}
