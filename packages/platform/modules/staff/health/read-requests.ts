import type { Queryable } from "@souk/database";
import type { Part } from "./health-deps.ts";

type Requests = Part<"requests">;

// The index failed_requests_server_errors has only server errors, of which a process stores at most 120 a minute.
// The last hour is divided into ten periods of 6 minutes, of which the last is the current one.
const periodsText = `
  select period.start, coalesce(counted.server_errors, 0) as server_errors
  from generate_series(date_bin('6 minutes', $1::timestamptz, 'epoch') - interval '54 minutes',
      date_bin('6 minutes', $1::timestamptz, 'epoch'), interval '6 minutes') as period (start)
    left join (
      select date_bin('6 minutes', at, 'epoch') as start, count(*) as server_errors from failed_requests
      where status >= 500 and at >= date_bin('6 minutes', $1::timestamptz, 'epoch') - interval '54 minutes'
      group by 1) counted using (start)
  order by period.start`;

const latestText = `
  select at, request_id, operation, status, error from failed_requests
  where status >= 500 and at >= $1::timestamptz - interval '1 hour' order by at desc, id desc limit 5`;

/** Read the server errors of the last hour. */
export async function readRequests(tx: Queryable, now: Date): Promise<Requests> {
  const periods = await tx.many<{ start: Date; server_errors: number }>(periodsText, [now]);
  const latest = await tx.many<Omit<Requests["latest"][number], "at"> & { at: Date }>(latestText, [now]);
  return {
    server_error_count: periods.reduce((sum, { server_errors }) => sum + server_errors, 0),
    periods: periods.map((period) => ({ ...period, start: period.start.toISOString() })),
    latest: latest.map((failure) => ({ ...failure, at: failure.at.toISOString() })),
  };
}
