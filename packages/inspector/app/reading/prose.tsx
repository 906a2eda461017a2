import { lazy, Suspense } from "react";
import { ItemText } from "../parts/item-text.tsx";
import { useReading } from "./reading-choice.ts";

const Markdown = lazy(() => import("./markdown.tsx"));

/** Longer texts are shown letter by letter: nobody reads them as prose. */
const MOST = 64_000;

/** What somebody wrote: formatted if that is wanted, and as plain text until the parts for it are here. */
export function Prose({ text, session }: { readonly text: string; readonly session: string }) {
  const { reading } = useReading();
  const plain = (
    <div className="plain">
      <ItemText text={text} session={session} />
    </div>
  );
  if (reading === "plain" || text.length > MOST) return plain;
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} session={session} />
    </Suspense>
  );
}
