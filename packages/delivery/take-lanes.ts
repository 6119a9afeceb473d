import type { Queryable } from "@souk/database";
import { type DatabaseClock, momentOfClock } from "./database-clock.ts";
import { type EndpointRow, lanesOfEndpoint } from "./endpoint.ts";
import { leaseMs } from "./lane-leases.ts";
import { longDue } from "./lane-states.ts";
import type { TakenLane } from "./leased-lane.ts";

/** How many lanes of one endpoint this process still takes. */
export interface EndpointRoom {
  id: number;
  room: number;
}

/** How much this process takes at once. */
export interface TakeRoom {
  /** Notices of uninstalls. */
  urgent: number;
  usual: number;
  /** Of endpoints of which it holds lanes; of any other it takes `lanesOfEndpoint`. */
  endpoints?: readonly EndpointRoom[];
}

export interface Taken {
  lanes: TakenLane[];
  /** Endpoints whose lanes had to be put in their queue. */
  queuedAt: number[];
}

interface TakenRow extends Omit<TakenLane, "endpoint" | "probe">, Omit<EndpointRow, "endpoint_id"> {
  endpoint_id: number | null;
  queued: boolean;
  probe: boolean;
}

function takenLane(row: TakenRow): TakenLane {
  const {
    endpoint_id,
    takes,
    breaker,
    failing_since,
    failures,
    last_failure,
    probe_at,
    probes,
    rate,
    ...lane
  } = row;
  const health = { takes, breaker, failing_since, failures, last_failure, probe_at, probes, rate };
  return { ...lane, endpoint: endpoint_id === null ? null : { endpoint_id, ...health } };
}

/**
 * Takes lanes that have something to send and that nobody holds: the notices of uninstalls first, then the longest due.
 *
 * With a lane its endpoint is taken, and no other process takes another lane of it: an endpoint has one sender, whose width
 * and pace are exact. A lane whose endpoint is open, or has lanes enough under way, goes into the endpoint's queue. Each
 * taking counts the lane's epoch up, by which whoever had it before is shut out (P6).
 *
 * @param owner the name of this process
 */
export async function takeLanes(
  run: Queryable,
  clock: DatabaseClock,
  owner: string,
  { urgent, usual, endpoints = [] }: TakeRoom,
): Promise<Taken> {
  const rooms = [endpoints.map(({ id }) => id), endpoints.map(({ room }) => room)];
  const values = [clock.at(), owner, urgent, usual, leaseMs, lookedAtOnce, lanesOfEndpoint, ...rooms];
  const { rows } = await run.query<TakenRow>(take, values);
  return {
    lanes: rows.filter(({ queued }) => !queued).map(takenLane),
    queuedAt: rows.flatMap(({ queued, endpoint_id }) =>
      queued && endpoint_id !== null ? [endpoint_id] : [],
    ),
  };
}

/** So many lanes that are due are looked at: more than are taken, since some are only put into queues. */
const lookedAtOnce = 256;

const isDue = (kind: "uninstall" | "subscription"): string => `
  lanes.kind = '${kind}' and lanes.wake_at <= (select now from moment)
  and (lanes.leased_until is null or lanes.leased_until <= (select now from moment))`;

const mayBeMine = "(e.owner is null or e.owner = $2 or e.leased_until <= (select now from moment))";

const laneColumns = (queued: boolean): string => `lanes.id, lanes.kind, lanes.epoch, lanes.installation_id,
  lanes.store_id, lanes.app_id, lanes.closed_at is not null as closed, lanes.wakes, ${queued} as queued`;

const endpointColumns = `takes, breaker, failing_since, failures, last_failure, probe_at, probes, rate`;

// The endpoints are locked before anything is decided by them; one that another process is taking is left to it.
const take = {
  name: "lanes_take",
  text: `
    with ${momentOfClock},
      urgent as materialized (
        select lanes.id from lanes where ${isDue("uninstall")}
        order by lanes.wake_at limit $3 for no key update skip locked),
      due as materialized (
        select lanes.id, lanes.endpoint_id, lanes.wake_at, lanes.closed_at is not null as closed
        from lanes join endpoints e on e.id = lanes.endpoint_id
        where ${isDue("subscription")} and ${mayBeMine}
        order by lanes.wake_at limit $6 for no key update of lanes skip locked),
      places as materialized (
        select e.id, e.breaker = 'open' as open from endpoints e
        where e.id = any (select endpoint_id from due) and ${mayBeMine}
        order by e.id for no key update skip locked),
      ranked as (
        select due.id, due.endpoint_id, due.wake_at, due.closed or (not places.open and
          row_number() over (partition by due.endpoint_id order by due.wake_at, due.id) <= coalesce(mine.room, $7)) as fits
        from due join places on places.id = due.endpoint_id
          left join unnest($8::bigint[], $9::integer[]) as mine(id, room) on mine.id = due.endpoint_id),
      usual as materialized (select id, endpoint_id from ranked where fits order by wake_at, id limit $4),
      claimed as (
        update endpoints e set owner = $2, leased_until = moment.now + $5 * interval '1 ms', takes = takes + 1
        from moment where e.id in (select endpoint_id from usual)
        returning e.id as endpoint_id, ${endpointColumns}),
      queued as (
        update lanes set wake_at = null, queued_at = moment.now
        from ranked, moment where lanes.id = ranked.id and not ranked.fits
        returning lanes.*),
      taken as (
        update lanes set owner = $2, epoch = epoch + 1, leased_until = moment.now + $5 * interval '1 ms', queued_at = null
        from moment, (select id from urgent union all select id from usual) as mine
        where lanes.id = mine.id
        returning lanes.*)
    select ${laneColumns(false)}, false as probe, lanes.endpoint_id, ${endpointColumns}
    from taken lanes left join claimed using (endpoint_id)
    union all
    select ${laneColumns(true)}, false, lanes.endpoint_id, null, null, null, null, null, null, null, null
    from queued lanes`,
};

/** Which queues to take from. */
export interface QueueQuestion {
  /** Only these endpoints' queues; null: all there are. */
  only: readonly number[] | null;
  usual: number;
  endpoints: readonly EndpointRoom[];
}

/** How long a probe that was handed out is waited for, in milliseconds. */
const probePauseMs = 60_000;

/**
 * Takes lanes out of the queues of endpoints that nobody else sends to, the longest waiting first: as many as there is room
 * for, and of an endpoint that is open one, to probe it, when that is due.
 */
export async function takeQueuedLanes(
  run: Queryable,
  clock: DatabaseClock,
  owner: string,
  { only, usual, endpoints }: QueueQuestion,
): Promise<TakenLane[]> {
  const rooms = [endpoints.map(({ id }) => id), endpoints.map(({ room }) => room)];
  const values = [clock.at(), owner, leaseMs, probePauseMs, usual, lanesOfEndpoint, ...rooms];
  const { rows } = await run.query<TakenRow>(
    only ? takeFrom.some : takeFrom.all,
    only ? [...values, only] : values,
  );
  return rows.map(takenLane);
}

// From one endpoint's first queued lane to the next endpoint's, never through all the lanes between.
const queues = `
  waiting as (
    (select endpoint_id from lanes where queued_at is not null order by endpoint_id limit 1)
    union all
    select (select endpoint_id from lanes where queued_at is not null and endpoint_id > waiting.endpoint_id
      order by endpoint_id limit 1)
    from waiting where waiting.endpoint_id is not null)`;

const takeQueued = (name: string, waiting: string): { name: string; text: string } => ({
  name,
  text: `
    with recursive ${momentOfClock}, ${waiting},
      places as materialized (
        select e.id, e.breaker = 'open' as open, coalesce(mine.room, $6) as room,
          (select queued_at from lanes where endpoint_id = e.id and queued_at is not null order by queued_at limit 1) as since
        from endpoints e left join unnest($7::bigint[], $8::integer[]) as mine(id, room) on mine.id = e.id
        where e.id = any (select endpoint_id from waiting) and ${mayBeMine}
          and case when e.breaker = 'open' then e.probe_at <= (select now from moment) else coalesce(mine.room, $6) > 0 end
        order by e.id for no key update of e skip locked),
      picked as materialized (
        select lane.id, places.id as endpoint_id, places.open
        from (select * from places order by since) places cross join lateral (
          select lanes.id from lanes where lanes.endpoint_id = places.id and lanes.queued_at is not null
          order by lanes.queued_at, lanes.id limit case when places.open then 1 else places.room end
          for no key update skip locked) lane
        limit $5),
      claimed as (
        update endpoints e set owner = $2, leased_until = moment.now + $3 * interval '1 ms', takes = takes + 1,
          probe_at = case when e.breaker = 'open' then moment.now + $4 * interval '1 ms' end
        from moment where e.id in (select endpoint_id from picked)
        returning e.id as endpoint_id, ${endpointColumns}),
      taken as (
        update lanes set owner = $2, epoch = epoch + 1, leased_until = moment.now + $3 * interval '1 ms',
          wake_at = ${longDue}, queued_at = null
        from picked, moment where lanes.id = picked.id
        returning lanes.*, picked.open as probe)
    select ${laneColumns(false)}, lanes.probe, lanes.endpoint_id, ${endpointColumns}
    from taken lanes join claimed using (endpoint_id)`,
});

const takeFrom = {
  all: takeQueued("lanes_take_queued", queues),
  some: takeQueued("lanes_take_queued_of", "waiting as (select unnest($9::bigint[]) as endpoint_id)"),
};
