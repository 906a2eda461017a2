import { certainSeams } from "./certain-seams.js";
import { o200kPieceEnd } from "./o200k-piece-end.js";
import { PieceCounts } from "./piece-counts.js";
import { PieceText } from "./piece-text.js";
import { RunCounts } from "./run-counts.js";
import { RUN_LIMIT, splitForTokenizer } from "./split-for-tokenizer.js";
import type { TokenEstimator } from "./token-estimator.js";

export const ENCODINGS = ["o200k_base", "cl100k_base"] as const;
/** A byte-pair vocabulary that is counted exactly. */
export type Encoding = (typeof ENCODINGS)[number];

interface Tokenizer {
  countTokens(text: string, options: { disallowedSpecial: Set<string> }): number;
  clearMergeCache(): void;
}

// Texts that look like special tokens are content here: neither refused nor read as one token.
const SPECIAL_TOKENS_ARE_TEXT = { disallowedSpecial: new Set<string>() };

// The tokenizer's own cache is bounded by entries, and its entries keep the texts they were cut from alive.
const CHARACTERS_PER_CACHE = 8_000_000;
// Where counts are kept by piece, that cache is asked for new pieces alone: it would keep them once more.
const CHARACTERS_OF_PIECES = 32_768;

const IMPORTS: Readonly<Record<Encoding, () => Promise<Tokenizer>>> = {
  o200k_base: () => import("gpt-tokenizer/encoding/o200k_base"),
  cl100k_base: () => import("gpt-tokenizer/encoding/cl100k_base"),
};

/** Counts by the tokenizer alone, whose own cache is emptied from time to time. */
function createPlainCounter(tokenizer: Tokenizer, charactersPerCache: number): (text: string) => number {
  let charactersInCache = 0;
  return (text) => {
    charactersInCache += text.length;
    if (charactersInCache > charactersPerCache) {
      charactersInCache = text.length;
      tokenizer.clearMergeCache();
    }
    return tokenizer.countTokens(text, SPECIAL_TOKENS_ARE_TEXT);
  };
}

/** Counts by the pieces of a text, most of which were seen before. */
function createPieceCounter(plain: (text: string) => number): (text: string) => number {
  const counts = new PieceCounts(plain);
  const pieces = new PieceText();
  return (text) => {
    pieces.fill(text);
    let tokens = 0;
    let start = 0;
    while (start < text.length) {
      const end = o200kPieceEnd(pieces, start);
      tokens += counts.tokens(pieces, start, end);
      start = end;
    }
    return tokens;
  };
}

function createEstimator(name: Encoding, tokenizer: Tokenizer): TokenEstimator {
  const count =
    name === "o200k_base"
      ? createPieceCounter(createPlainCounter(tokenizer, CHARACTERS_OF_PIECES))
      : createPlainCounter(tokenizer, CHARACTERS_PER_CACHE);
  return {
    name,
    count(text) {
      const pieces = splitForTokenizer(text);
      const last = pieces.length - 1;
      let runs: RunCounts | undefined;
      let tokens = 0;
      for (const [index, piece] of pieces.entries()) {
        // Only pieces of an unbroken run are so short, and the last one.
        if (piece.length > RUN_LIMIT || index === last) tokens += count(piece);
        else tokens += (runs ??= new RunCounts(count)).tokens(piece);
      }
      return Math.ceil(tokens);
    },
    seams: certainSeams,
  };
}

const estimators: Partial<Record<Encoding, Promise<TokenEstimator>>> = {};

/**
 * The exact estimator of an encoding. Only of an unbroken run of more than 16 KB, such as a line of random letters, the tokens are
 * those of many samples. The first call loads its vocabulary (about 60 MB in memory), and all later
 * calls share it.
 */
export function loadExactEstimator(encoding: Encoding): Promise<TokenEstimator> {
  let estimator = estimators[encoding];
  if (estimator === undefined) {
    estimator = IMPORTS[encoding]().then((tokenizer) => createEstimator(encoding, tokenizer));
    estimators[encoding] = estimator;
    estimator.catch(() => delete estimators[encoding]);
  }
  return estimator;
}
