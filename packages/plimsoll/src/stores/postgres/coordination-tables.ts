/**
 * Times are those of the database, so a clock that jumps on a node changes nothing. A token is never given twice, also not
 * after a job was deleted and begun again. What limits count may be lost in a crash of the server: it is counted anew.
 */
export const COORDINATION_TABLES = `CREATE SEQUENCE SCHEMA.job_tokens;
CREATE TABLE SCHEMA.jobs (
  digest uuid PRIMARY KEY,
  session uuid NOT NULL,
  token bigint NOT NULL,
  lease_until timestamptz NOT NULL,
  changed timestamptz NOT NULL,
  result text
) WITH (fillfactor = 70);
CREATE INDEX jobs_by_session ON SCHEMA.jobs (session);

CREATE UNLOGGED TABLE SCHEMA.limit_buckets (
  tenant uuid PRIMARY KEY,
  tokens double precision NOT NULL,
  filled timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE UNLOGGED TABLE SCHEMA.limit_nodes (
  node uuid PRIMARY KEY,
  lease_until timestamptz NOT NULL
) WITH (fillfactor = 50);
CREATE UNLOGGED TABLE SCHEMA.limit_streams (
  stream uuid PRIMARY KEY,
  tenant uuid NOT NULL,
  node uuid NOT NULL
);
CREATE INDEX limit_streams_by_tenant ON SCHEMA.limit_streams (tenant, node);
CREATE INDEX limit_streams_by_node ON SCHEMA.limit_streams (node);

-- What was prepared for a session goes with it.
CREATE FUNCTION SCHEMA.forget_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM SCHEMA.jobs j WHERE j.session = OLD.digest;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_jobs AFTER DELETE ON SCHEMA.sessions
  FOR EACH ROW EXECUTE FUNCTION SCHEMA.forget_jobs();
`;

export const COORDINATION_FUNCTIONS = `-- Takes a job that nobody has: a token. Otherwise its result, or how long its holder's lease still runs.
CREATE FUNCTION SCHEMA.claim_job(of_job uuid, of_session uuid, lease_ms double precision)
RETURNS TABLE (taken bigint, found text, lease_left double precision) LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := clock_timestamp();
BEGIN
  RETURN QUERY
    INSERT INTO SCHEMA.jobs AS j (digest, session, token, lease_until, changed)
    VALUES (of_job, of_session, nextval('SCHEMA.job_tokens'), moment + lease_ms * interval '1 millisecond', moment)
    ON CONFLICT (digest) DO UPDATE SET
      token = excluded.token, lease_until = excluded.lease_until, changed = excluded.changed
      WHERE j.result IS NULL AND j.lease_until < moment
    RETURNING j.token, NULL::text, NULL::double precision;
  IF FOUND THEN RETURN; END IF;
  RETURN QUERY SELECT NULL::bigint, j.result,
      (extract(epoch FROM j.lease_until - clock_timestamp()) * 1000)::double precision
    FROM SCHEMA.jobs j WHERE j.digest = of_job;
END $$;

-- Keeps a result, unless somebody else took the job over since.
CREATE FUNCTION SCHEMA.finish_job(of_job uuid, with_token bigint, of_result text)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE SCHEMA.jobs j SET result = of_result, changed = clock_timestamp()
    WHERE j.digest = of_job AND j.token = with_token;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM pg_notify('plimsoll_jobs', of_job::text);
  RETURN true;
END $$;

-- Gives a job back that was not done.
CREATE FUNCTION SCHEMA.release_job(of_job uuid, with_token bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM SCHEMA.jobs j WHERE j.digest = of_job AND j.token = with_token AND j.result IS NULL;
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM pg_notify('plimsoll_jobs', of_job::text);
  RETURN true;
END $$;

-- Counts a request of a tenant; a reason and the milliseconds to wait if it may not pass, or if the node is taken for dead.
CREATE FUNCTION SCHEMA.enter_limits(
  of_tenant uuid, of_node uuid, of_stream uuid, per_minute double precision, most_streams bigint
) RETURNS TABLE (refused text, wait_ms double precision) LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz;
  bucket record;
  left_over double precision;
BEGIN
  IF NOT EXISTS (SELECT 1 FROM SCHEMA.limit_nodes n WHERE n.node = of_node) THEN
    RETURN QUERY SELECT 'unknown', 0::double precision;
    RETURN;
  END IF;
  LOOP
    SELECT b.tokens, b.filled INTO bucket FROM SCHEMA.limit_buckets b WHERE b.tenant = of_tenant FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO SCHEMA.limit_buckets (tenant, tokens, filled)
      VALUES (of_tenant, per_minute, clock_timestamp()) ON CONFLICT (tenant) DO NOTHING;
  END LOOP;
  moment := clock_timestamp();
  IF most_streams <= (
    SELECT count(*) FROM SCHEMA.limit_streams s JOIN SCHEMA.limit_nodes n ON n.node = s.node
    WHERE s.tenant = of_tenant AND n.lease_until > moment
  ) THEN
    RETURN QUERY SELECT 'streams', 1000::double precision;
    RETURN;
  END IF;
  IF per_minute > 0 THEN
    left_over := least(per_minute, bucket.tokens
      + greatest(0, extract(epoch FROM moment - bucket.filled)) * per_minute / 60);
    IF left_over < 1 THEN
      RETURN QUERY SELECT 'requests', ceil((1 - left_over) * 60000 / per_minute);
      RETURN;
    END IF;
    UPDATE SCHEMA.limit_buckets b SET tokens = left_over - 1, filled = moment WHERE b.tenant = of_tenant;
  END IF;
  INSERT INTO SCHEMA.limit_streams (stream, tenant, node)
    VALUES (of_stream, of_tenant, of_node) ON CONFLICT (stream) DO NOTHING;
END $$;

-- Says that a node lives, and gives back what dead ones held. False if others took this node for dead.
CREATE FUNCTION SCHEMA.beat_node(of_node uuid, lease_ms double precision, ended uuid[])
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  moment timestamptz := clock_timestamp();
  is_known boolean;
BEGIN
  UPDATE SCHEMA.limit_nodes n SET lease_until = moment + lease_ms * interval '1 millisecond' WHERE n.node = of_node;
  is_known := FOUND;
  DELETE FROM SCHEMA.limit_streams s WHERE s.stream = ANY (ended);
  WITH dead AS (
    DELETE FROM SCHEMA.limit_nodes n
    WHERE n.node IN (SELECT d.node FROM SCHEMA.limit_nodes d WHERE d.lease_until < moment FOR UPDATE SKIP LOCKED)
    RETURNING n.node
  )
  DELETE FROM SCHEMA.limit_streams s USING dead d WHERE s.node = d.node;
  RETURN is_known;
END $$;

-- Takes a node among the living, with the streams that it has open.
CREATE FUNCTION SCHEMA.enter_node(of_node uuid, lease_ms double precision, streams uuid[], tenants uuid[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO SCHEMA.limit_nodes AS n (node, lease_until)
    VALUES (of_node, clock_timestamp() + lease_ms * interval '1 millisecond')
    ON CONFLICT (node) DO UPDATE SET lease_until = excluded.lease_until;
  INSERT INTO SCHEMA.limit_streams (stream, tenant, node)
    SELECT g.stream, g.tenant, of_node FROM unnest(streams, tenants) AS g (stream, tenant)
    ON CONFLICT (stream) DO NOTHING;
END $$;

-- Takes a node that ends out again, with all it had open.
CREATE FUNCTION SCHEMA.leave_node(of_node uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM SCHEMA.limit_streams s WHERE s.node = of_node;
  DELETE FROM SCHEMA.limit_nodes n WHERE n.node = of_node;
END $$;
`;
