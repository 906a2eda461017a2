// The default deny-list over ordinary text, with and without secrets in it.
import { createRedactor } from "plimsoll/redaction";
import { costs } from "./row.mjs";
import { buildSession, plainCount } from "./session.mjs";
import { interleave } from "./timing.mjs";

const SECRET = `\nexport SERVICE_TOKEN="${["sk", "proj", "B4nch0nly".repeat(5)].join("-")}"\n`;

export default async function redaction({ quick }) {
  const session = await buildSession(quick ? 200_000 : 1_000_000);
  const { bytes, texts, items } = session;
  const withSecrets = texts.map((text, index) => (index % 10 === 0 ? text + SECRET : text));
  // A redactor remembers what it found clean: every round has one of its own.
  const overTexts = (list) => () => {
    const redactor = createRedactor();
    for (const text of list) redactor.text(text);
  };
  const overItems = () => {
    const redactor = createRedactor();
    for (const item of items) redactor.value(item);
  };
  const samples = await interleave(
    [
      { name: "count", run: () => plainCount(session) },
      { name: "texts", run: overTexts(texts) },
      { name: "secrets", run: overTexts(withSecrets) },
      { name: "items", run: overItems },
    ],
    { rounds: quick ? 3 : 9, warmups: 2 },
  );
  const compared = (name, subject) =>
    costs({ name, subject, baseline: samples.count, against: "one exact count", bytes });
  return [
    compared("default rules, texts without secrets", samples.texts),
    compared("default rules, a secret in every tenth text", samples.secrets),
    compared("default rules, whole items", samples.items),
  ];
}
