import type { Queryable } from "@souk/database";
import type { EndpointHealth } from "./breaker.ts";
import { type DatabaseClock, momentOfClock } from "./database-clock.ts";
import { longDue } from "./lane-states.ts";

/** Makes the endpoint of an app's URL, if there is none, in the transaction that subscribes. */
export async function endpointOf(tx: Queryable, appId: number, url: string): Promise<number> {
  const values = [appId, new URL(url).origin];
  // One that is kept so is not removed as unused before its lane is there.
  const known = "select id from endpoints where app_id = $1 and origin = $2 for key share";
  const made =
    "insert into endpoints (app_id, origin) values ($1, $2) on conflict (app_id, origin) do nothing returning id";
  // The last one for whoever is made by another at the same moment.
  for (const text of [known, made, known]) {
    const [row] = (await tx.query<{ id: number }>(text, values)).rows;
    if (row) return row.id;
  }
  throw new Error("The endpoint was not written.");
}

/** How an endpoint fares, as a process that sends to it has found. */
export interface FoundHealth extends EndpointHealth {
  id: number;
}

/** Stores how endpoints fare, as far as they are still this process's. */
export async function saveEndpoints(
  run: Queryable,
  owner: string,
  found: readonly FoundHealth[],
): Promise<void> {
  await run.query(save, [owner, JSON.stringify(found)]);
}

// A probe that somebody asked for is made, whatever came of one that was under way then. What the partner was written to of
// a former spell of failures counts no more.
const save = {
  name: "endpoints_save",
  text: `
    with told as (
        select * from json_to_recordset($2::json) as told(id bigint, breaker text, failing_since timestamptz, failures integer,
          last_failure text, probe_at timestamptz, probes integer, rate float8)),
      mine as materialized (
        select e.id from endpoints e where e.owner = $1 and e.id in (select id from told) order by e.id for no key update)
    update endpoints e set breaker = told.breaker, failing_since = told.failing_since, failures = told.failures,
      last_failure = told.last_failure,
      probe_at = case when e.breaker = 'open' and told.breaker = 'open' and e.probe_at = ${longDue}
        then e.probe_at else told.probe_at end,
      probes = told.probes, rate = told.rate,
      notices = case when e.failing_since = told.failing_since then e.notices else 0 end
    from mine join told using (id) where e.id = mine.id`,
};

/** Keeps endpoints for as long again. */
export async function renewEndpoints(
  run: Queryable,
  clock: DatabaseClock,
  owner: string,
  { ids, forMs }: { ids: readonly number[]; forMs: number },
): Promise<void> {
  await run.query(renew, [clock.at(), owner, ids, forMs]);
}

const renew = {
  name: "endpoints_renew",
  text: `
    with ${momentOfClock},
      mine as materialized (
        select id from endpoints where owner = $2 and id = any($3::bigint[]) order by id for no key update)
    update endpoints e set leased_until = moment.now + $4 * interval '1 ms' from mine, moment where e.id = mine.id`,
};

/** Gives endpoints back of which this process holds no lane any more, unless it has taken them anew meanwhile. */
export async function releaseEndpoints(
  run: Queryable,
  owner: string,
  endpoints: readonly { id: number; takes: number }[],
): Promise<void> {
  await run.query(release, [owner, endpoints.map(({ id }) => id), endpoints.map(({ takes }) => takes)]);
}

const release = {
  name: "endpoints_release",
  text: `
    with mine as materialized (
      select e.id from endpoints e join unnest($2::bigint[], $3::bigint[]) as mine(id, takes) using (id, takes)
      where e.owner = $1 order by e.id for no key update of e)
    update endpoints e set owner = null, leased_until = null from mine where e.id = mine.id`,
};
