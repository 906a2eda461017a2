/** Statements after which a copy of everything that is ever written to the table of jobs is kept in `seen_jobs`. */
export const watchedJobs = (schema: string): string => `CREATE TABLE ${schema}.seen_jobs (row text);
  CREATE FUNCTION ${schema}.see_job() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN INSERT INTO ${schema}.seen_jobs VALUES (NEW::text); RETURN NEW; END $$;
  CREATE TRIGGER see_job AFTER INSERT OR UPDATE ON ${schema}.jobs
    FOR EACH ROW EXECUTE FUNCTION ${schema}.see_job()`;
