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

const maxServerErrors = 10_000;
const maxRejections = 50_000;

// The maxima are compared by id, because ids are in the order of time.
const pruneText = `
  with oldest as (
    select
      (select id from failed_requests where status >= 500 order by id desc offset $1 limit 1) as server_error,
      (select id from failed_requests where status < 500 order by id desc offset $2 limit 1) as rejection)
  delete from failed_requests failure using oldest
  where failure.status >= 500 and (failure.id <= oldest.server_error or failure.at < clock_timestamp() - interval '30 days')
    or failure.status < 500 and (failure.id <= oldest.rejection or failure.at < clock_timestamp() - interval '7 days')`;

/**
 * Delete failures of the server that are older than 30 days or not among the latest 10,000, and rejected requests that are older than
 * 7 days or not among the latest 50,000.
 * @param limits other maxima, for tests
 */
export async function pruneFailures(
  db: Queryable,
  limits = { serverErrors: maxServerErrors, rejections: maxRejections },
): Promise<number> {
  return (await db.query(pruneText, [limits.serverErrors, limits.rejections])).rowCount;
}
