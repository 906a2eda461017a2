import { COORDINATION_FUNCTIONS, COORDINATION_TABLES } from "./coordination-tables.js";

/** A row of `sessions` is locked by whoever changes its entries, so no index and no foreign key has to check them. */
const ENTRY_TABLES = `CREATE TABLE SCHEMA.sessions (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest uuid NOT NULL UNIQUE,
  id text NOT NULL,
  entries bigint NOT NULL,
  first_ts text NOT NULL,
  last_ts text NOT NULL,
  last_milliseconds bigint NOT NULL
) WITH (fillfactor = 70);

CREATE TABLE SCHEMA.entries (
  session bigint NOT NULL,
  position bigint NOT NULL,
  digest uuid NOT NULL,
  kind text NOT NULL,
  id text NOT NULL,
  ts text NOT NULL,
  data text NOT NULL,
  PRIMARY KEY (session, position)
);
CREATE INDEX entries_by_id ON SCHEMA.entries (session, digest);
`;

const ENTRY_FUNCTIONS = `-- Appends entries; a repeated call after a broken connection adds nothing twice.
CREATE FUNCTION SCHEMA.append_entries(
  of_session uuid, session_id text, is_repeated boolean,
  kinds text[], ids text[], digests uuid[], times text[], milliseconds bigint[], contents text[]
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  found_key bigint;
  found_entries bigint;
  added record;
BEGIN
  LOOP
    SELECT s.key, s.entries INTO found_key, found_entries FROM SCHEMA.sessions s
      WHERE s.digest = of_session FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO SCHEMA.sessions (digest, id, entries, first_ts, last_ts, last_milliseconds)
      VALUES (of_session, session_id, 0, '', '', 0) ON CONFLICT (digest) DO NOTHING;
  END LOOP;
  WITH given AS (
    SELECT * FROM unnest(kinds, ids, digests, times, milliseconds, contents)
      WITH ORDINALITY AS g (kind, id, digest, ts, ms, data, number)
  ), fresh AS (
    SELECT g.*, row_number() OVER (ORDER BY g.number) AS place FROM given g
    WHERE (
      SELECT true FROM SCHEMA.entries e
      WHERE e.session = found_key AND e.digest = g.digest AND e.kind = g.kind AND (g.kind = 'item' OR is_repeated)
      LIMIT 1
    ) IS NULL
  ), inserted AS (
    INSERT INTO SCHEMA.entries (session, position, digest, kind, id, ts, data)
    SELECT found_key, found_entries + f.place, f.digest, f.kind, f.id, f.ts, f.data FROM fresh f
  )
  SELECT count(*) AS number,
    (array_agg(f.ts ORDER BY f.place))[1] AS first_ts,
    (array_agg(f.ts ORDER BY f.place DESC))[1] AS last_ts,
    (array_agg(f.ms ORDER BY f.place DESC))[1] AS last_milliseconds
    INTO added FROM fresh f;
  IF added.number > 0 THEN
    UPDATE SCHEMA.sessions s SET
      entries = found_entries + added.number,
      first_ts = CASE WHEN found_entries = 0 THEN added.first_ts ELSE s.first_ts END,
      last_ts = added.last_ts,
      last_milliseconds = added.last_milliseconds
    WHERE s.key = found_key;
  END IF;
  RETURN added.number;
END $$;

-- Deletes a session; one that was used since then stays.
CREATE FUNCTION SCHEMA.remove_session(of_session uuid, before_milliseconds bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  found_key bigint;
BEGIN
  SELECT s.key INTO found_key FROM SCHEMA.sessions s
    WHERE s.digest = of_session
      AND (before_milliseconds IS NULL OR s.last_milliseconds < before_milliseconds) FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM SCHEMA.entries e WHERE e.session = found_key;
  DELETE FROM SCHEMA.sessions s WHERE s.key = found_key;
  RETURN true;
END $$;
`;

const ARTIFACT_TABLES = `CREATE TABLE SCHEMA.artifact_scopes (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest uuid NOT NULL UNIQUE,
  tenant text COLLATE "C" NOT NULL,
  session text NOT NULL
);
CREATE INDEX artifact_scopes_by_tenant ON SCHEMA.artifact_scopes (tenant);

CREATE TABLE SCHEMA.artifact_payloads (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tenant text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  characters bigint NOT NULL,
  lines bigint NOT NULL,
  signature bytea,
  data bytea NOT NULL,
  UNIQUE (tenant, id)
);
ALTER TABLE SCHEMA.artifact_payloads ALTER COLUMN signature SET STORAGE EXTERNAL;

CREATE TABLE SCHEMA.artifact_references (
  scope bigint NOT NULL REFERENCES SCHEMA.artifact_scopes (key),
  payload bigint NOT NULL REFERENCES SCHEMA.artifact_payloads (key),
  about bytea NOT NULL,
  first_ts text NOT NULL,
  last_ts text NOT NULL,
  last_milliseconds bigint NOT NULL,
  PRIMARY KEY (scope, payload)
);
CREATE INDEX artifact_references_by_payload ON SCHEMA.artifact_references (payload);
CREATE INDEX artifact_references_by_time ON SCHEMA.artifact_references (last_milliseconds);
`;

/** Locks go from a scope to its payloads, and payloads in the order of their keys, so none waits for each other. */
const ARTIFACT_FUNCTIONS = `-- Stores an artifact; no row if its bytes are needed and were not given.
CREATE FUNCTION SCHEMA.put_artifact(
  of_scope uuid, of_tenant text, of_session text, payload_id text, payload_about bytea, payload_ts text,
  milliseconds bigint, payload_characters bigint, payload_lines bigint, payload_signature bytea, payload_data bytea
) RETURNS TABLE (about bytea, first_ts text, last_ts text) LANGUAGE plpgsql AS $$
DECLARE
  scope_key bigint;
  payload_key bigint;
BEGIN
  LOOP
    SELECT s.key INTO scope_key FROM SCHEMA.artifact_scopes s WHERE s.digest = of_scope FOR KEY SHARE;
    EXIT WHEN FOUND;
    INSERT INTO SCHEMA.artifact_scopes (digest, tenant, session)
      VALUES (of_scope, of_tenant, of_session) ON CONFLICT (digest) DO NOTHING;
  END LOOP;
  LOOP
    SELECT p.key INTO payload_key FROM SCHEMA.artifact_payloads p
      WHERE p.tenant = of_tenant AND p.id = payload_id FOR KEY SHARE;
    EXIT WHEN FOUND;
    IF payload_data IS NULL THEN RETURN; END IF;
    INSERT INTO SCHEMA.artifact_payloads (tenant, id, characters, lines, signature, data)
      VALUES (of_tenant, payload_id, payload_characters, payload_lines, payload_signature, payload_data)
      ON CONFLICT (tenant, id) DO NOTHING;
  END LOOP;
  RETURN QUERY
    INSERT INTO SCHEMA.artifact_references AS r (scope, payload, about, first_ts, last_ts, last_milliseconds)
    VALUES (scope_key, payload_key, payload_about, payload_ts, payload_ts, milliseconds)
    ON CONFLICT (scope, payload) DO UPDATE SET
      last_ts = CASE WHEN excluded.last_milliseconds > r.last_milliseconds THEN excluded.last_ts ELSE r.last_ts END,
      last_milliseconds = greatest(excluded.last_milliseconds, r.last_milliseconds)
    RETURNING r.about, r.first_ts, r.last_ts;
END $$;

-- Deletes the artifacts of a scope that were last stored before a time, or all; returns their number.
CREATE FUNCTION SCHEMA.remove_artifacts(of_scope uuid, before_milliseconds bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  scope_key bigint;
  payloads bigint[];
BEGIN
  SELECT s.key INTO scope_key FROM SCHEMA.artifact_scopes s WHERE s.digest = of_scope FOR UPDATE;
  IF NOT FOUND THEN RETURN 0; END IF;
  WITH gone AS (
    DELETE FROM SCHEMA.artifact_references r
    WHERE r.scope = scope_key AND (before_milliseconds IS NULL OR r.last_milliseconds < before_milliseconds)
    RETURNING r.payload
  )
  SELECT coalesce(array_agg(g.payload), '{}') INTO payloads FROM gone g;
  PERFORM 1 FROM SCHEMA.artifact_payloads p WHERE p.key = ANY (payloads) ORDER BY p.key FOR UPDATE;
  DELETE FROM SCHEMA.artifact_payloads p
    WHERE p.key = ANY (payloads)
      AND NOT EXISTS (SELECT 1 FROM SCHEMA.artifact_references r WHERE r.payload = p.key);
  DELETE FROM SCHEMA.artifact_scopes s
    WHERE s.key = scope_key
      AND NOT EXISTS (SELECT 1 FROM SCHEMA.artifact_references r WHERE r.scope = scope_key);
  RETURN cardinality(payloads);
END $$;
`;

const MIGRATIONS: readonly string[] = [
  [ENTRY_TABLES, ENTRY_FUNCTIONS, ARTIFACT_TABLES, ARTIFACT_FUNCTIONS].join("\n"),
  [COORDINATION_TABLES, COORDINATION_FUNCTIONS].join("\n"),
];

/**
 * Step n leads from version n to n + 1; a released step never changes. Ids are stored as JSON strings, because PostgreSQL
 * keeps neither a NUL nor a lone surrogate, and found by a digest of 128 bits, because an index row is bounded. Everything
 * that takes more than one statement is a function: one round trip, one transaction, also behind a pooler.
 */
export function postgresMigrations(schema: string): readonly string[] {
  return MIGRATIONS.map((step) => step.replaceAll("SCHEMA.", `${schema}.`));
}
