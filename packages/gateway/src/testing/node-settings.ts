export interface NodeSettings {
  /** The address of an upstream, with `/v1`. */
  readonly upstream: string;
  /** How the upstream is called, besides its address. */
  readonly vendor: string;
  readonly database: string;
  readonly schema: string;
  readonly keysFile: string;
  /** @default none but the usual */
  readonly limits?: string;
}

/** The configuration that nodes on one PostgreSQL share: a small window, and summaries by a model of the same upstream. */
export function nodeSettings({
  upstream,
  vendor,
  database,
  schema,
  keysFile,
  limits = "{}",
}: NodeSettings): string {
  return `storage: { adapter: postgres, url: "${database}", schema: ${schema} }
summarizer: { kind: model, api: chat, base_url: "${upstream}", model: summarizer, output: prose }
gateway:
  keys_file: ${keysFile}
  limits: ${limits}
  upstreams:
    here: { ${vendor}, base_url: "${upstream}" }
  routes:
    small: { upstream: here, window: 6000, output_reserve: 500, archive: always }
`;
}
