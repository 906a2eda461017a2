import { CompactError } from "../../errors/compact-error.js";
import { jsonDepthExceeds } from "../../text/parse-json.js";
import {
  type Checkpoint,
  type EntryBase,
  type Objective,
  type Provenance,
  SECTION_NAMES,
  type SectionEntry,
  type SectionName,
  SPEAKERS,
  type WorkItem,
} from "./checkpoint.js";
import { readCount, readList, readObject, readOneOf, readText, wrongValue } from "./field-reader.js";
import { readFields } from "./read-fields.js";

const MAX_JSON_CHARACTERS = 100_000_000;
const MAX_JSON_DEPTH = 16;
const MAX_SECTION_ENTRIES = 100_000;

/**
 * Reads a checkpoint out of foreign JSON, as text or parsed. Throws `INVALID_INPUT` with the place of the first value
 * that is wrong; what it returns holds known keys only.
 */
export function parseCheckpoint(input: unknown): Checkpoint {
  const record = readObject(typeof input === "string" ? parseJson(input) : input, "checkpoint");
  if (record["schemaVersion"] !== 1)
    throw wrongValue(
      "checkpoint.schemaVersion",
      "1, the only version this release reads",
      record["schemaVersion"],
    );
  const sections: Partial<Record<SectionName, readonly SectionEntry<SectionName>[]>> = {};
  for (const section of SECTION_NAMES) {
    const read = readList((value, path) => readEntry(section, value, path), MAX_SECTION_ENTRIES);
    sections[section] = read(record[section], `checkpoint.${section}`);
  }
  return {
    schemaVersion: 1,
    sessionId: readText(record["sessionId"], "checkpoint.sessionId"),
    version: readCount(record["version"], "checkpoint.version"),
    ...(record["objective"] === undefined ? {} : { objective: readObjective(record["objective"]) }),
    ...(record["activeWork"] === undefined ? {} : { activeWork: readWorkItem(record["activeWork"]) }),
    ...(sections as Pick<Checkpoint, SectionName>),
  };
}

function parseJson(text: string): unknown {
  if (text.length > MAX_JSON_CHARACTERS || jsonDepthExceeds(text, MAX_JSON_DEPTH)) {
    throw new CompactError(
      "INVALID_INPUT",
      `A checkpoint is JSON of at most ${MAX_JSON_CHARACTERS} characters, nested at most ${MAX_JSON_DEPTH} deep.`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CompactError("INVALID_INPUT", "The checkpoint is not JSON; export it with JSON.stringify.", {
      cause,
    });
  }
}

function readEntry<S extends SectionName>(section: S, value: unknown, path: string): SectionEntry<S> {
  const record = readObject(value, path);
  return { ...readBase(record, path), ...readFields(section, record, path) };
}

function readBase(record: Readonly<Record<string, unknown>>, path: string): EntryBase {
  const supersededBy = record["supersededBy"];
  return {
    id: readText(record["id"], `${path}.id`),
    provenance: readProvenance(record["provenance"], `${path}.provenance`),
    status: readOneOf(["current", "superseded"])(record["status"], `${path}.status`),
    ...(supersededBy === undefined ? {} : { supersededBy: readText(supersededBy, `${path}.supersededBy`) }),
  };
}

function readProvenance(value: unknown, path: string): Provenance {
  const record = readObject(value, path);
  return {
    items: readList(readText)(record["items"], `${path}.items`),
    by: readOneOf(SPEAKERS)(record["by"], `${path}.by`),
  };
}

function readObjective(value: unknown): Objective {
  const record = readObject(value, "checkpoint.objective");
  return {
    ...readWorkItem(value, "checkpoint.objective"),
    acceptance: readList(readText, MAX_SECTION_ENTRIES)(
      record["acceptance"],
      "checkpoint.objective.acceptance",
    ),
  };
}

function readWorkItem(value: unknown, path: string = "checkpoint.activeWork"): WorkItem {
  const record = readObject(value, path);
  return { ...readBase(record, path), text: readText(record["text"], `${path}.text`) };
}
