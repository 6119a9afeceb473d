import type { Queryable } from "@souk/database";

/** A row of the table `failed_requests`. */
export interface FailureRow {
  request_id: string;
  at: Date;
  store_id: number | null;
  actor_kind: string;
  actor_id: string;
  operation: string | null;
  method: string;
  path: string;
  status: number;
  code: string;
  duration_ms: number;
  fields: string[];
  error: string | null;
  stack: string | null;
}

/** Insert failed requests. */
export async function insertFailures(db: Queryable, rows: readonly FailureRow[]): Promise<void> {
  const text = `
    insert into failed_requests (request_id, at, store_id, actor_kind, actor_id, operation, method, path, status, code,
      duration_ms, fields, error, stack)
    select request_id, at, store_id, actor_kind, actor_id, operation, method, path, status, code, duration_ms,
      fields, error, stack
    from jsonb_to_recordset($1::jsonb) as failure (request_id text, at timestamptz, store_id bigint, actor_kind text,
      actor_id text, operation text, method text, path text, status integer, code text, duration_ms integer,
      fields text[], error text, stack text)`;
  await db.query(text, [JSON.stringify(rows)]);
}

/** The maximum numbers of server errors and of rejected requests that are kept. */
const maxServerErrors = 10_000;
const maxRejections = 50_000;

// Ids are in the order of time. Each subquery selects the id of the newest row to delete, so that only the maximum number of
// newer rows remains.
const pruneText = `
  with newest_excess as (
    select
      (select id from failed_requests where status >= 500 order by id desc offset $1 limit 1) as server_error,
      (select id from failed_requests where status < 500 order by id desc offset $2 limit 1) as rejection)
  delete from failed_requests failure using newest_excess
  where failure.status >= 500
      and (failure.id <= newest_excess.server_error or failure.at < clock_timestamp() - interval '30 days')
    or failure.status < 500
      and (failure.id <= newest_excess.rejection or failure.at < clock_timestamp() - interval '7 days')`;

/**
 * Delete server errors that are older than 30 days or not among the latest 10,000, and rejected requests that are older than
 * 7 days or not among the latest 50,000.
 * @param limits other maxima, for tests
 * @returns the number of deleted rows
 */
export async function pruneFailures(
  db: Queryable,
  limits = { serverErrors: maxServerErrors, rejections: maxRejections },
): Promise<number> {
  return (await db.query(pruneText, [limits.serverErrors, limits.rejections])).rowCount;
}
