import { Fragment } from "react";
import { Link } from "wouter";
import { artifactRoute } from "../routes.ts";
import { visibleText } from "./visible-text.ts";

const ARTIFACT = /(art_[0-9a-f]{32})/;

/** What an item says, as text and nothing else; names of artifacts lead to them, if a session is named. */
export function ItemText({ text, session }: { readonly text: string; readonly session: string }) {
  const parts = session === "" ? [visibleText(text)] : visibleText(text).split(ARTIFACT);
  return (
    <bdi className="said">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          <Link key={`${index} ${part}`} href={artifactRoute(session, part)} className="artifact">
            {part}
          </Link>
        ) : (
          <Fragment key={`${index} ${part.length}`}>{part}</Fragment>
        ),
      )}
    </bdi>
  );
}
