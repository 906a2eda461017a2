import type { Nodes, Root, RootContent, Table } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { ItemText } from "../parts/item-text.tsx";
import { visibleText } from "../parts/visible-text.ts";
import Highlighted from "./highlighted.tsx";

const OPTIONS = { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] };
const MAX_DEPTH = 30;

/**
 * Markdown as elements. Its HTML stays text, its links lead nowhere and show their address, its images are not loaded: what an item says
 * can be read and cannot act.
 */
export default function Markdown({ text, session }: { readonly text: string; readonly session: string }) {
  const tree = useMemo(() => parsed(text), [text]);
  return (
    <div className="markdown">
      {tree.children.map((node, index) => shown(node, { session, index, depth: 0 }))}
    </div>
  );
}

/** One line, inside of other text: a mark of a list or a heading at its beginning is left to whoever shows the line. */
export function MarkdownLine({ text }: { readonly text: string }) {
  const tree = useMemo(() => parsed(text), [text]);
  const [only, ...others] = tree.children;
  if (only?.type !== "paragraph" || others.length > 0) return <ItemText text={text} session="" />;
  return <bdi className="said">{childrenOf(only, { session: "", index: 0, depth: 0 })}</bdi>;
}

/** Whatever cannot be read as Markdown is a paragraph of text. */
function parsed(text: string): Root {
  const visible = visibleText(text);
  try {
    return fromMarkdown(visible, OPTIONS);
  } catch {
    return { type: "root", children: [{ type: "paragraph", children: [{ type: "text", value: visible }] }] };
  }
}

interface Place {
  readonly session: string;
  readonly index: number;
  readonly depth: number;
}

type Render = (node: never, inside: ReactNode, place: Place) => ReactNode;

const tag =
  (name: string): Render =>
  (_, inside) =>
    createElement(name, undefined, inside);

const RENDERED: Readonly<Record<string, Render>> = {
  paragraph: tag("p"),
  emphasis: tag("em"),
  strong: tag("strong"),
  blockquote: tag("blockquote"),
  listItem: tag("li"),
  break: () => <br />,
  thematicBreak: () => <hr />,
  // A heading of an item is none of the page.
  heading: ({ depth }: { depth: number }, inside) => (
    <p className={`md-heading md-heading-${depth}`}>{inside}</p>
  ),
  list: ({ ordered, start }: { ordered?: boolean | null; start?: number | null }, inside) =>
    ordered ? <ol start={start ?? 1}>{inside}</ol> : <ul>{inside}</ul>,
  text: ({ value }: { value: string }, _, { session }) => <ItemText text={value} session={session} />,
  html: ({ value }: { value: string }, _, { session }) => <ItemText text={value} session={session} />,
  inlineCode: ({ value }: { value: string }, _, { session }) => (
    <code>
      <ItemText text={value} session={session} />
    </code>
  ),
  code: ({ value, lang }: { value: string; lang?: string | null }, _, { session }) => (
    <pre className="md-code">
      <code>
        <Highlighted text={value} language={(lang ?? "").toLowerCase()} session={session} />
      </code>
    </pre>
  ),
  link: ({ url }: { url: string }, inside) => (
    <span className="md-link">
      {inside}
      <span className="md-address"> ({url})</span>
    </span>
  ),
  image: ({ url, alt }: { url: string; alt?: string | null }) => (
    <span className="md-link">
      [{alt ?? ""}]<span className="md-address"> ({url})</span>
    </span>
  ),
  linkReference: (_, inside) => <span className="md-link">{inside}</span>,
  imageReference: ({ alt }: { alt?: string | null }) => <span className="md-link">[{alt ?? ""}]</span>,
  definition: ({ identifier, url }: { identifier: string; url: string }) => (
    <p>
      [{identifier}]: {url}
    </p>
  ),
  table: (node: Table, _, place) => <MarkdownTable node={node} place={place} />,
};

function shown(node: RootContent, place: Place): ReactNode {
  const render = RENDERED[node.type];
  const inside = isSimple(node) || place.depth > MAX_DEPTH ? null : childrenOf(node, place);
  return <Fragment key={place.index}>{render ? render(node as never, inside, place) : inside}</Fragment>;
}

const isSimple = (node: Nodes): boolean => !("children" in node) || node.type === "table";

function childrenOf(node: Nodes, { session, depth }: Place): ReactNode {
  if (!("children" in node)) return null;
  return node.children.map((child, index) =>
    shown(child as RootContent, { session, index, depth: depth + 1 }),
  );
}

function MarkdownTable({ node, place }: { readonly node: Table; readonly place: Place }) {
  return (
    <div className="md-table">
      <table>
        <tbody>
          {node.children.map((row, line) => (
            <tr key={`row ${line}`}>
              {row.children.map((cell, column) => {
                const key = `cell ${column}`;
                const inside = childrenOf(cell, place);
                return line === 0 ? <th key={key}>{inside}</th> : <td key={key}>{inside}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
