import { Fragment } from "react";
import { Link } from "wouter";
import { artifactRoute } from "../routes.ts";
import { useWords } from "../words/use-words.ts";

const ARTIFACT = /(art_[0-9a-f]{32})/;
const EVERY_ARTIFACT = /art_[0-9a-f]{32}/g;
const MOST = 5;

/** A text in which names of artifacts lead to them, if a session is named. */
export function WithArtifacts({ text, session }: { readonly text: string; readonly session: string }) {
  if (session === "") return text;
  return text.split(ARTIFACT).map((part, index) =>
    index % 2 === 1 ? (
      <Link key={`${index} ${part}`} href={artifactRoute(session, part)} className="artifact">
        {part}
      </Link>
    ) : (
      <Fragment key={`${index} ${part.length}`}>{part}</Fragment>
    ),
  );
}

/** The ways to the artifacts that a text names, beside a text that is a button itself. */
export function ArtifactsIn({ text, session }: { readonly text: string; readonly session: string }) {
  const { say } = useWords();
  const names = [...new Set(text.match(EVERY_ARTIFACT) ?? [])].slice(0, MOST);
  return names.map((name) => (
    <Link key={name} href={artifactRoute(session, name)} className="artifact small" title={name}>
      {say("artifact")}
    </Link>
  ));
}
