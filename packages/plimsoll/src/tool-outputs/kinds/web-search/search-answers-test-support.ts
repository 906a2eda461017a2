/** One result, from which the answers below are made. */
interface Found {
  readonly title: string;
  readonly url: string;
  readonly text: string;
  /** The sentence of the text that answers the query. */
  readonly best: string;
}

const filler = (index: number): string =>
  `This page is one of many about ships and harbours, number ${index} of its kind. ` +
  `It is kept by volunteers who meet on quay ${index} every spring, and it has been moved twice since it was begun. `;

/** Twenty results of as many sites. */
export const FOUND: readonly Found[] = Array.from({ length: 20 }, (_, index) => {
  const best = `The summer draught at berth ${index + 1} is ${index + 5}.${index % 10} metres.`;
  return {
    title: `Harbour office ${index + 1}`,
    url: `https://port${index + 1}.example/berths?id=${index}`,
    text: filler(3 * index) + filler(3 * index + 1) + `${best} ` + filler(3 * index + 2),
    best,
  };
});

const map = <T>(make: (found: Found, index: number) => T): T[] => FOUND.map(make);
const json = (value: unknown): string => JSON.stringify(value);

/** How services that search the web answer, after their references; the results are ours. */
export const JSON_ANSWERS: Readonly<Record<string, string>> = {
  tavily: json({
    query: "summer draught",
    answer: null,
    images: [],
    results: map(({ title, url, text }) => ({ url, title, content: text, score: 0.9, raw_content: null })),
    response_time: 1.2,
  }),
  brave: json({
    type: "search",
    query: { original: "summer draught", more_results_available: true },
    web: {
      type: "search",
      results: map(({ title, url, text, best }) => ({
        title,
        url,
        is_source_local: false,
        description: text,
        profile: { name: "Port", url, img: "https://img.example/favicon.png" },
        extra_snippets: [best],
        meta_url: { scheme: "https", hostname: "port.example", favicon: "https://img.example/f.png" },
      })),
    },
  }),
  serper: json({
    searchParameters: { q: "summer draught", gl: "us" },
    organic: map(({ title, url, text }, index) => ({ title, link: url, snippet: text, position: index + 1 })),
    relatedSearches: [{ query: "winter draught" }],
  }),
  "google custom search": json({
    kind: "customsearch#search",
    items: map(({ title, url, text }) => ({
      kind: "customsearch#result",
      title,
      htmlTitle: `<b>${title}</b>`,
      link: url,
      displayLink: "port.example",
      snippet: text,
      pagemap: { cse_thumbnail: [{ src: "https://img.example/1.jpg", width: "300" }] },
    })),
  }),
  exa: json({
    requestId: "a1",
    results: map(({ title, url, text, best }) => ({
      id: url,
      title,
      url,
      publishedDate: "2025-04-01",
      author: null,
      text,
      highlights: [best],
    })),
  }),
  bing: json({
    _type: "SearchResponse",
    webPages: {
      totalEstimatedMatches: 120,
      value: map(({ title, url, text }, index) => ({
        id: `https://api.search.example/#WebPages.${index}`,
        name: title,
        url,
        displayUrl: url,
        snippet: text,
      })),
    },
  }),
  perplexity: json({
    search_results: map(({ title, url, text }) => ({ title, url, date: "2025-01-01", snippet: text })),
  }),
  firecrawl: json({
    success: true,
    data: map(({ title, url, text }) => ({ url, title, description: title, markdown: text })),
  }),
  "documents of a retriever": json(
    map(({ title, url, text }) => ({
      page_content: text,
      metadata: { source: url, title },
      type: "Document",
    })),
  ),
  "search_result blocks": json(
    map(({ title, url, text }) => ({
      type: "search_result",
      source: url,
      title,
      content: [{ type: "text", text }],
      citations: { enabled: true },
    })),
  ),
  "a file search": json({
    id: "fs_1",
    queries: ["summer draught"],
    results: map(({ title, url, text }, index) => ({
      file_id: `file-${index}`,
      filename: url,
      score: 0.5,
      text,
      attributes: { title },
    })),
  }),
};

/** The same as texts. */
export const TEXT_ANSWERS: Readonly<Record<string, string>> = {
  labels: `Detailed Results:\n\n${map(({ title, url, text }) => `Title: ${title}\nURL: ${url}\nContent: ${text}`).join("\n\n")}`,
  "labels, the address last": map(
    ({ title, url, text }) => `Title: ${title}\nDescription: ${text}\nURL: ${url}`,
  ).join("\n\n"),
  "a numbered list": `Found 20 search results:\n\n${map(({ title, url, text }, index) => `${index + 1}. ${title}\n   URL: ${url}\n   Summary: ${text}\n`).join("\n")}`,
  "a numbered list of links": map(
    ({ title, url, text }, index) => `${index + 1}. [${title}](${url})\n   ${text}`,
  ).join("\n"),
  headings: map(({ title, url, text }) => `## ${title}\n<${url}>\n\n${text}\n`).join("\n"),
  rules: map(({ title, url, text }) => `**${title}**\n${url}\n\n${text}`).join("\n\n---\n\n"),
  elements: map(
    ({ title, url, text }, index) =>
      `<document index="${index}">\n<source>${url}</source>\n<title>${title}</title>\n${text}\n</document>`,
  ).join("\n"),
  "address, title and text in lines": map(({ title, url, text }) => `${url}\n${title}\n${text}`).join("\n"),
  "title, address and text in lines": map(({ title, url, text }) => `${title}\n${url}\n${text}`).join("\n"),
  "labels with a number each": map(
    ({ title, url, text }, index) =>
      `[${index + 1}] Title: ${title}\n[${index + 1}] URL Source: ${url}\n[${index + 1}] Description: ${text}`,
  ).join("\n\n"),
  "a line of links, then prose": `Web search results for query: "summer draught"\n\nLinks: ${json(map(({ title, url }) => ({ title, url })))}\n\n${map(({ text }) => text).join("\n\n")}`,
  "one line of fields": map(({ title, url, text }) => `snippet: ${text}, title: ${title}, link: ${url}`).join(
    ", ",
  ),
};
