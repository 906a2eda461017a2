import { readRepositoryFile, repositoryFiles } from "./source-files.js";

/** A block of code in a page. */
export interface FencedBlock {
  /** The page and the line of the block. */
  readonly name: string;
  /** The word behind the fence; empty where there is none. */
  readonly language: string;
  readonly text: string;
}

const BLOCK = /^( *)```([\w-]*)[^\n]*\n([^]*?)^\1```/gm;

/** What a user reads: the front pages of the repository and of every package, and the docs. */
export function documentationPages(): string[] {
  return repositoryFiles().filter((path) =>
    /^(?:README\.md|packages\/\w+\/README\.md|docs\/.+\.md)$/.test(path),
  );
}

export function fencedBlocks(page: string): FencedBlock[] {
  const text = readRepositoryFile(page);
  return [...text.matchAll(BLOCK)].map(({ 2: language = "", 3: block = "", index }) => ({
    name: `${page}:${text.slice(0, index).split("\n").length}`,
    language,
    text: block,
  }));
}
