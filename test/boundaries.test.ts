import { describe, expect, it } from "vitest";
import { type PackageRules, checkExportedNames, checkFileNames, checkImports } from "./import-rules.js";
import { packageSources, repositoryFiles } from "./source-files.js";

/** What the engine may see of the parts that it drives through an interface. */
const INTERFACES = [
  "stores/storage-adapter.ts",
  "stores/archive.ts",
  "stores/artifacts/artifact.ts",
  "stores/keys/key-service.ts",
  "events/exporter.ts",
  "events/compact-event.ts",
  "events/event-bus.ts",
  "redaction/redactor.ts",
  "summarizers/summarizer.ts",
  "summarizers/template-name.ts",
  "summarizers/accept-summary.ts",
  "summarizers/summarize-with-retry.ts",
] as const;

const FOUNDATION = ["errors/", "collections/", "text/", "validation/", "conversation/"] as const;
const READERS = [...FOUNDATION, "formats/", "tokens/"] as const;
const ENGINE = [...READERS, "tool-outputs/", "facts/", "recall/", "config/", ...INTERFACES] as const;
const EVERYTHING = [
  ...ENGINE,
  "http/",
  "stores/",
  "events/",
  "redaction/",
  "summarizers/",
  "engine/",
  "provider-window/",
] as const;

/** The arrows of docs/architecture.md. A row says what a folder may import besides itself. */
const library: PackageRules = {
  root: "packages/plimsoll/src/",
  layers: {
    errors: { may: [], reason: "errors are the ground that everything stands on" },
    collections: { may: [], reason: "a map or a queue knows nothing of what it holds" },
    text: {
      may: ["errors/", "collections/"],
      reason: "what a text says is decided here once, whatever it belongs to",
    },
    validation: {
      may: ["errors/", "text/"],
      reason: "what a value must be is said once, whatever it is for",
    },
    http: { may: [], reason: "how bytes come and go, whoever sends them" },
    conversation: { may: ["errors/", "text/"], reason: "views, blocks and pairing know no wire format" },
    formats: { may: FOUNDATION, reason: "a format describes items and knows nothing of their cost or fate" },
    tokens: {
      may: FOUNDATION,
      typesOnly: ["formats/format.ts"],
      reason: "tokens are counted over views, whatever the format",
    },
    "tool-outputs": { may: READERS, reason: "evidence is made before anything is planned" },
    facts: {
      may: [...READERS, "tool-outputs/"],
      reason:
        "ledgers read the conversation and do not steer it; a summary is checked against them, whoever wrote it",
    },
    recall: {
      may: [
        ...READERS,
        "tool-outputs/",
        "facts/",
        "stores/storage-adapter.ts",
        "stores/archive.ts",
        "stores/artifacts/artifact.ts",
      ],
      reason: "what was archived is read back through the store's interface",
    },
    stores: { may: FOUNDATION, reason: "a store keeps JSON and does not know what it means" },
    events: {
      may: FOUNDATION,
      typesOnly: ["redaction/redactor.ts"],
      reason: "an event is data, redacted by whatever redactor it is given before it leaves",
    },
    redaction: { may: FOUNDATION, reason: "a redactor sees text and JSON only" },
    config: {
      may: [...READERS, "redaction/", "events/", "summarizers/template-name.ts"],
      reason: "configuration is data; the engine turns it into parts",
    },
    summarizers: {
      may: [...READERS, "tool-outputs/", "facts/", "http/"],
      reason: "a summarizer gets a request and gives text; it knows neither plan nor store",
    },
    engine: {
      may: ENGINE,
      reason: "the engine sees stores, events, redaction and summarizers by interface",
    },
    "provider-window": {
      may: [...ENGINE, "engine/", "http/"],
      reason: "the provider's side of a conversation stands beside the engine and falls back on it",
    },
    evaluation: {
      may: [...READERS, "tool-outputs/", "facts/", "engine/"],
      reason:
        "an evaluation holds windows against sessions and what ledgers read in them, not against what made them",
    },
    inspection: {
      may: [
        ...READERS,
        "tool-outputs/",
        "facts/",
        "recall/",
        "config/",
        "engine/",
        "evaluation/",
        "events/compact-event.ts",
        "events/event-names.ts",
        "events/exporter.ts",
        "redaction/redactor.ts",
        "stores/storage-adapter.ts",
        "stores/archive.ts",
        "stores/artifacts/artifact.ts",
      ],
      reason: "an inspection reads what managers and archives hold, and acts through managers alone",
    },
    integrations: { may: EVERYTHING, reason: "an integration is thin and stands on the whole library" },
    setup: { may: EVERYTHING, reason: "builds the parts that a configuration names" },
    testing: {
      may: [...EVERYTHING, "evaluation/", "integrations/"],
      reason: "the testing kit may use every part",
    },
    "index.ts": { may: EVERYTHING, reason: "the public entry that runs everywhere" },
    node: {
      may: [...EVERYTHING, "integrations/", "setup/", "index.ts"],
      reason: "the public entry for Node",
    },
  },
  exceptions: {
    "setup/exporters-from-settings.ts": {
      may: ["integrations/opentelemetry/"],
      reason: "settings can name OpenTelemetry, which speaks an optional package",
    },
    "config/setting-fields.ts": {
      may: ["stores/store-registry.ts"],
      reason: "settings name a store, and the registry says which there are",
    },
    "engine/default-parts.ts": { may: EVERYTHING, reason: "picks the parts that nobody chose" },
    "provider-window/create-provider-window.ts": {
      may: EVERYTHING,
      reason: "picks the parts that nobody chose",
    },
  },
  concrete: {
    files: ["stores/", "summarizers/", "tokens/*-estimator.ts"],
    interfaces: [...INTERFACES, "tokens/token-estimator.ts"],
    namedBy: [
      "config/setting-fields.ts",
      "engine/default-parts.ts",
      "integrations/core/",
      "provider-window/create-provider-window.ts",
      "setup/",
      "index.ts",
      "node/",
      "testing/",
    ],
  },
  nodeOnly: [
    // A driver may need Node; what the neutral entries reach is checked below.
    "stores/",
    "config/load-settings.ts",
    "integrations/claude-code/",
    "setup/",
    "node/",
    "testing/",
  ],
  runtimeNeutral: [
    "index.ts",
    "engine/index.ts",
    "evaluation/index.ts",
    "events/index.ts",
    "facts/index.ts",
    "formats/index.ts",
    "inspection/index.ts",
    "integrations/plain-loop/index.ts",
    "integrations/realtime/index.ts",
    "provider-window/index.ts",
    "recall/index.ts",
    "redaction/index.ts",
    "stores/index.ts",
    "summarizers/index.ts",
    "tokens/index.ts",
    "tool-outputs/index.ts",
  ],
};

const commandLine: PackageRules = {
  root: "packages/cli/src/",
  packages: [
    "plimsoll",
    "plimsoll/claude-code",
    "plimsoll/engine",
    "plimsoll/evaluation",
    "plimsoll/facts",
    "plimsoll/formats",
    "plimsoll/inspection",
    "plimsoll/node",
    "plimsoll/recall",
    "plimsoll/redaction",
    "plimsoll/stores",
    "plimsoll/summarizers",
    "plimsoll/testing",
    "plimsoll/tokens",
    "plimsoll-gateway",
    "plimsoll-gateway/mcp",
    "plimsoll-gateway/recall-tools",
    "plimsoll-gateway/telemetry",
    "commander",
    "picocolors",
    "@modelcontextprotocol/server",
    "@modelcontextprotocol/server/stdio",
    "@modelcontextprotocol/node",
  ],
  nodeOnly: ["**"],
  runtimeNeutral: [],
};

const testkit: PackageRules = {
  root: "packages/testkit/src/",
  packages: ["plimsoll", "plimsoll/formats", "plimsoll/realtime", "plimsoll/testing", "plimsoll/tokens"],
  nodeOnly: ["**"],
  runtimeNeutral: [],
};

const gateway: PackageRules = {
  root: "packages/gateway/src/",
  layers: {
    json: { may: [], reason: "what a value is, whatever it is for" },
    answers: { may: ["json/"], reason: "what a model answers is said in no protocol" },
    translation: { may: ["json/", "answers/"], reason: "a conversation is prepared once, whoever is asked" },
    vendors: {
      may: [],
      typesOnly: ["protocols/"],
      reason: "a vendor is a declaration; the logic is in the protocols",
    },
    protocols: {
      may: ["json/", "answers/", "translation/"],
      typesOnly: ["vendors/vendor.ts"],
      reason: "a protocol writes requests and reads events, and does neither I/O nor compaction",
    },
    routes: {
      may: ["vendors/", "protocols/", "settings/"],
      reason: "a route names an upstream and a model, no request",
    },
    settings: { may: [], typesOnly: ["routes/", "protocols/"], reason: "settings are data" },
    keys: { may: [], reason: "who may ask is decided by keys alone" },
    log: {
      may: [],
      typesOnly: ["http/inbound-request.ts"],
      reason: "a line says that it was asked, not what",
    },
    metrics: { may: [], typesOnly: ["log/"], reason: "what is counted is read off the lines of the log" },
    http: {
      may: ["keys/", "metrics/"],
      typesOnly: ["log/", "settings/"],
      reason: "what comes in is checked before anybody knows what it asks for",
    },
    sealing: { may: [], reason: "a seal knows neither what it holds nor for what" },
    stored: { may: ["json/"], typesOnly: ["sealing/sealer.ts"], reason: "a response is kept as it was" },
    compaction: {
      may: ["json/"],
      typesOnly: ["routes/", "sealing/sealer.ts"],
      reason: "the library compacts; this says when and for whom",
    },
    upstream: {
      may: ["json/"],
      typesOnly: ["routes/", "protocols/"],
      reason: "how bytes go to an upstream and come back",
    },
    exchange: {
      may: ["json/", "upstream/", "http/"],
      typesOnly: ["answers/", "compaction/", "protocols/", "routes/", "sealing/", "stored/", "translation/"],
      reason: "one request and its answer, whoever asks and whoever is asked",
    },
    "ways-in": {
      may: [
        "json/",
        "answers/",
        "translation/",
        "compaction/",
        "exchange/",
        "http/",
        "protocols/responses/",
        "protocols/responses/responses-quirks-of.ts",
        "upstream/",
      ],
      typesOnly: ["routes/", "stored/", "protocols/"],
      reason: "a way in knows the API of its clients",
    },
    demo: {
      may: ["json/", "settings/"],
      typesOnly: ["vendors/vendor.ts"],
      reason: "a model by a script is an upstream like any other",
    },
    "recall-tools": { may: [], reason: "what clients are told before anything is loaded" },
    mcp: {
      may: ["recall-tools/"],
      typesOnly: ["http/"],
      reason: "recall reads what was archived, and knows no request",
    },
    telemetry: {
      may: ["http/api-error.ts", "http/without-secrets.ts"],
      typesOnly: ["http/"],
      reason: "tells what happens around a handler, and knows no request",
    },
    inspector: {
      may: ["http/"],
      reason: "the inspector sees what rooms hold, whoever asks for it",
    },
    start: { may: ["**"], reason: "puts a configured server together" },
    "create-gateway.ts": { may: ["**"], reason: "puts the parts together" },
    testing: { may: ["**"], reason: "what only tests need" },
    "index.ts": { may: ["**"], reason: "the public entry" },
  },
  nodeOnly: ["**"],
  runtimeNeutral: [],
};

const inspector: PackageRules = {
  root: "packages/inspector/src/",
  packages: ["plimsoll", "plimsoll/inspection"],
  nodeOnly: ["**"],
  runtimeNeutral: [],
};

describe("the boundaries", () => {
  const sources = packageSources();

  it("covers every package that has sources", () => {
    const roots = new Set([...sources.keys()].map((path) => path.replace(/(?<=\/src\/).*/, "")));
    expect([...roots].sort()).toEqual([
      commandLine.root,
      gateway.root,
      inspector.root,
      library.root,
      testkit.root,
    ]);
  });

  it("hold in the library", () => {
    expect(checkImports(sources, library)).toEqual([]);
  });

  it("hold in the command line, which uses the library's public exports only", () => {
    expect(checkImports(sources, commandLine)).toEqual([]);
  });

  it("hold in the gateway, which uses the library's public exports only", () => {
    expect(checkImports(sources, gateway)).toEqual([]);
  });

  it("hold in the inspector, which uses the library's public exports only", () => {
    expect(checkImports(sources, inspector)).toEqual([]);
  });

  it("hold in the private test kit, which uses the library's public exports only", () => {
    expect(checkImports(sources, testkit)).toEqual([]);
  });

  it("are drawn with file names that say what is inside", () => {
    const paths = repositoryFiles().filter((path) => /^packages\/[^/]+\/src\/.*\.ts$/.test(path));
    expect(checkFileNames(paths.map((path) => path.replace(/^packages\/[^/]+\/src\//, "")))).toEqual([]);
  });

  it("are drawn with files that are named after what they export", () => {
    expect(checkExportedNames(sources)).toEqual([]);
  });
});
