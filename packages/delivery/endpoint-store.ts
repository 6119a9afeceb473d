import { buildLeaseEnd, defineStatement, type Queryable, releaseLeaseSql } from "@souk/database";
import type { EndpointHealth } from "./breaker.ts";
import { type DatabaseClock, momentCte } from "./database-clock.ts";
import { pastTime } from "./lane-states.ts";

/** Return the id of the endpoint of an app's URL, creating it if needed, in the transaction that subscribes the URL. */
export async function ensureEndpoint(tx: Queryable, appId: number, url: string): Promise<number> {
  const values = [appId, new URL(url).origin];
  // The key share lock keeps removeUnusedEndpoints from deleting the endpoint before its lane exists.
  const findSql = "select id from endpoints where app_id = $1 and origin = $2 for key share";
  const insertSql =
    "insert into endpoints (app_id, origin) values ($1, $2) on conflict (app_id, origin) do nothing returning id";
  // The second lookup finds an endpoint that a concurrent transaction has inserted.
  for (const text of [findSql, insertSql, findSql]) {
    const row = await tx.maybeOne<{ id: number }>(text, values);
    if (row) return row.id;
  }
  throw new Error("The endpoint could not be created.");
}

/** The health of an endpoint, with the endpoint's id. */
export interface IdentifiedHealth extends EndpointHealth {
  id: number;
}

/** Save the health of those endpoints that this process still owns. */
export async function saveEndpoints(
  db: Queryable,
  owner: string,
  health: readonly IdentifiedHealth[],
): Promise<void> {
  await db.query(saveStatement, [owner, JSON.stringify(health)]);
}

// A probe that was requested while another probe was running stays due even if the running probe fails. A new period of failures
// resets the count of notices sent to the partner.
const saveStatement = defineStatement(
  "endpoints_save",
  `
    with reported as (
        select * from json_to_recordset($2::json) as reported(id bigint, breaker text, failing_since timestamptz, failures integer,
          last_failure text, probe_at timestamptz, probes integer, rate float8)),
      mine as materialized (
        select e.id from endpoints e where e.owner = $1 and e.id in (select id from reported) order by e.id for no key update)
    update endpoints e set breaker = reported.breaker, failing_since = reported.failing_since, failures = reported.failures,
      last_failure = reported.last_failure,
      probe_at = case when e.breaker = 'open' and reported.breaker = 'open' and e.probe_at = ${pastTime}
        then e.probe_at else reported.probe_at end,
      probes = reported.probes, rate = reported.rate,
      notices_sent = case when e.failing_since = reported.failing_since then e.notices_sent else 0 end
    from mine join reported using (id) where e.id = mine.id`,
);

/** Renew the leases of endpoints. */
export async function renewEndpoints(
  db: Queryable,
  clock: DatabaseClock,
  owner: string,
  { ids, durationMs }: { ids: readonly number[]; durationMs: number },
): Promise<void> {
  await db.query(renewStatement, [clock.getTestTime(), owner, ids, durationMs]);
}

const renewStatement = defineStatement(
  "endpoints_renew",
  `
    with ${momentCte},
      mine as materialized (
        select id from endpoints where owner = $2 and id = any($3::bigint[]) order by id for no key update)
    update endpoints e set leased_until = ${buildLeaseEnd("$4", "moment.now")} from mine, moment where e.id = mine.id`,
);

/**
 * Release endpoints of which this process holds no lanes. An endpoint that this process has leased again is not released.
 */
export async function releaseEndpoints(
  db: Queryable,
  owner: string,
  endpoints: readonly { id: number; lease_count: number }[],
): Promise<void> {
  await db.query(releaseStatement, [
    owner,
    endpoints.map(({ id }) => id),
    endpoints.map(({ lease_count }) => lease_count),
  ]);
}

const releaseStatement = defineStatement(
  "endpoints_release",
  `
    with mine as materialized (
      select e.id from endpoints e join unnest($2::bigint[], $3::bigint[]) as mine(id, lease_count) using (id, lease_count)
      where e.owner = $1 order by e.id for no key update of e)
    update endpoints e set ${releaseLeaseSql} from mine where e.id = mine.id`,
);
