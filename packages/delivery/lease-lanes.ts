import {
  buildLeaseAssignments,
  buildLeaseEnd,
  buildNotLeasedCondition,
  defineStatement,
  leaseMs,
  type Queryable,
} from "@souk/database";
import { type DatabaseClock, momentCte } from "./database-clock.ts";
import { type EndpointRow, maxLanesPerEndpoint } from "./endpoint.ts";
import { pastTime } from "./lane-states.ts";
import type { LaneRow } from "./leased-lane.ts";

/** How many more lanes of one endpoint this process may lease. */
export interface EndpointCapacity {
  id: number;
  capacity: number;
}

/** The maximum number of lanes to lease at once. */
export interface LeaseLimits {
  /** The maximum number of lanes of uninstall notices. */
  maxNotices: number;
  maxSubscriptions: number;
  /**
   * The capacity of the endpoints whose lanes the process holds. Of any other endpoint, the process may lease up to
   * `maxLanesPerEndpoint` lanes.
   */
  endpoints?: readonly EndpointCapacity[];
}

export interface LeaseResult {
  lanes: LaneRow[];
  /** The ids of the endpoints to whose queues lanes were added. */
  queuedEndpointIds: number[];
}

interface LeasedRow extends Omit<LaneRow, "endpoint" | "probe">, Omit<EndpointRow, "endpoint_id"> {
  endpoint_id: number | null;
  queued: boolean;
  probe: boolean;
}

function toLaneRow(row: LeasedRow): LaneRow {
  const {
    endpoint_id,
    lease_count,
    breaker,
    failing_since,
    failures,
    last_failure,
    probe_at,
    probes,
    rate,
    ...lane
  } = row;
  const health = { lease_count, breaker, failing_since, failures, last_failure, probe_at, probes, rate };
  return { ...lane, endpoint: endpoint_id === null ? null : { endpoint_id, ...health } };
}

/**
 * Lease due lanes that no process holds: up to `maxNotices` lanes of uninstall notices, and up to `maxSubscriptions` lanes
 * of subscriptions. The lanes that have been due for the longest time are leased first.
 *
 * A lane is leased together with its endpoint, and all lanes of an endpoint are leased to one process, which can then
 * respect the endpoint's concurrency limit and pace exactly. A lane is put in the endpoint's queue if the endpoint's
 * breaker is open or the endpoint has no capacity left. Each lease increments the lane's epoch, which invalidates its former holder
 * (P6).
 *
 * @param owner the name of this process
 */
export async function leaseDueLanes(
  db: Queryable,
  clock: DatabaseClock,
  owner: string,
  { maxNotices, maxSubscriptions, endpoints = [] }: LeaseLimits,
): Promise<LeaseResult> {
  const capacities = [endpoints.map(({ id }) => id), endpoints.map(({ capacity }) => capacity)];
  const values = [
    clock.getTestTime(),
    owner,
    maxNotices,
    maxSubscriptions,
    leaseMs,
    maxLanesRead,
    maxLanesPerEndpoint,
    ...capacities,
  ];
  const rows = await db.many<LeasedRow>(leaseDueStatement, values);
  return {
    lanes: rows.filter(({ queued }) => !queued).map(toLaneRow),
    queuedEndpointIds: rows.flatMap(({ queued, endpoint_id }) =>
      queued && endpoint_id !== null ? [endpoint_id] : [],
    ),
  };
}

/** The maximum number of due lanes that are read. It is greater than the number leased, since some lanes are only queued. */
const maxLanesRead = 256;

const buildDueCondition = (kind: "uninstall" | "subscription"): string => `
  lanes.kind = '${kind}' and lanes.wake_at <= (select now from moment)
  and ${buildNotLeasedCondition("lanes", "(select now from moment)")}`;

// guard one-sender: with `e.id is not null` instead of `e.owner is null or e.owner = $2 or e.leased_until <= (select now from moment)`, endpoint-lanes.test.ts fails
const leasableEndpointCondition =
  "(e.owner is null or e.owner = $2 or e.leased_until <= (select now from moment))";

const buildLaneColumns = (
  queued: boolean,
): string => `lanes.id, lanes.kind, lanes.epoch, lanes.installation_id,
  lanes.store_id, lanes.app_id, lanes.closed_at is not null as closed, lanes.wake_count, ${queued} as queued`;

const endpointColumns = `lease_count, breaker, failing_since, failures, last_failure, probe_at, probes, rate`;

// Endpoints are locked before their state is used. An endpoint that another process is leasing is skipped.
const leaseDueStatement = defineStatement(
  "lanes_take",
  `
    with ${momentCte},
      notices as materialized (
        select lanes.id from lanes where ${buildDueCondition("uninstall")}
        order by lanes.wake_at limit $3 for no key update skip locked),
      due as materialized (
        select lanes.id, lanes.endpoint_id, lanes.wake_at, lanes.closed_at is not null as closed
        from lanes join endpoints e on e.id = lanes.endpoint_id
        where ${buildDueCondition("subscription")} and ${leasableEndpointCondition}
        order by lanes.wake_at limit $6 for no key update of lanes skip locked),
      free_endpoints as materialized (
        select e.id, e.breaker = 'open' as open from endpoints e
        where e.id = any (select endpoint_id from due) and ${leasableEndpointCondition}
        order by e.id for no key update skip locked),
      ranked as (
        select due.id, due.endpoint_id, due.wake_at, due.closed or (not free_endpoints.open and
          row_number() over (partition by due.endpoint_id order by due.wake_at, due.id) <= coalesce(rooms.room, $7)) as fits
        from due join free_endpoints on free_endpoints.id = due.endpoint_id
          left join unnest($8::bigint[], $9::integer[]) as rooms(id, room) on rooms.id = due.endpoint_id),
      leasable as materialized (select id, endpoint_id from ranked where fits order by wake_at, id limit $4),
      claimed as (
        update endpoints e set owner = $2, leased_until = ${buildLeaseEnd("$5", "moment.now")}, lease_count = lease_count + 1
        from moment where e.id in (select endpoint_id from leasable)
        returning e.id as endpoint_id, ${endpointColumns}),
      queued as (
        update lanes set wake_at = null, queued_at = moment.now
        from ranked, moment where lanes.id = ranked.id and not ranked.fits
        returning lanes.*),
      taken as (
        update lanes set ${buildLeaseAssignments("$2", "$5", "moment.now")}, queued_at = null
        from moment, (select id from notices union all select id from leasable) as chosen
        where lanes.id = chosen.id
        returning lanes.*)
    select ${buildLaneColumns(false)}, false as probe, lanes.endpoint_id, ${endpointColumns}
    from taken lanes left join claimed using (endpoint_id)
    union all
    select ${buildLaneColumns(true)}, false, lanes.endpoint_id, null, null, null, null, null, null, null, null
    from queued lanes`,
);

/** The queues to lease lanes from, and how many lanes to lease. */
export interface QueueRequest {
  /** The endpoints whose queues are read; null to read all queues. */
  endpointIds: readonly number[] | null;
  maxLanes: number;
  /** The capacity of the endpoints whose lanes the process holds. */
  endpoints: readonly EndpointCapacity[];
}

/** The time after which a granted probe without a result is repeated, in milliseconds. */
const probeTimeoutMs = 60_000;

/**
 * Lease lanes from the queues of endpoints that no other process holds. The lanes that have waited for the longest time are
 * leased first. As many lanes of an endpoint are leased as the endpoint's capacity allows; if the endpoint's breaker is open,
 * one lane is leased when a probe is due.
 */
export async function leaseQueuedLanes(
  db: Queryable,
  clock: DatabaseClock,
  owner: string,
  { endpointIds, maxLanes, endpoints }: QueueRequest,
): Promise<LaneRow[]> {
  const capacities = [endpoints.map(({ id }) => id), endpoints.map(({ capacity }) => capacity)];
  const values = [
    clock.getTestTime(),
    owner,
    leaseMs,
    probeTimeoutMs,
    maxLanes,
    maxLanesPerEndpoint,
    ...capacities,
  ];
  const rows = await db.many<LeasedRow>(
    endpointIds ? leaseQueuedStatements.givenQueues : leaseQueuedStatements.allQueues,
    endpointIds ? [...values, endpointIds] : values,
  );
  return rows.map(toLaneRow);
}

// A loose index scan, which goes from one endpoint with queued lanes to the next without reading all lanes.
const waitingEndpointsCte = `
  waiting as (
    (select endpoint_id from lanes where queued_at is not null order by endpoint_id limit 1)
    union all
    select (select endpoint_id from lanes where queued_at is not null and endpoint_id > waiting.endpoint_id
      order by endpoint_id limit 1)
    from waiting where waiting.endpoint_id is not null)`;

const buildLeaseQueuedStatement = (name: string, waitingCte: string): { name: string; text: string } => ({
  name,
  // guard queue-in-order: without `lanes.queued_at,`, endpoint-lanes.test.ts fails
  text: `
    with recursive ${momentCte}, ${waitingCte},
      free_endpoints as materialized (
        select e.id, e.breaker = 'open' as open, coalesce(rooms.room, $6) as room,
          (select queued_at from lanes where endpoint_id = e.id and queued_at is not null order by queued_at limit 1) as since
        from endpoints e left join unnest($7::bigint[], $8::integer[]) as rooms(id, room) on rooms.id = e.id
        where e.id = any (select endpoint_id from waiting) and ${leasableEndpointCondition}
          and case when e.breaker = 'open' then e.probe_at <= (select now from moment) else coalesce(rooms.room, $6) > 0 end
        order by e.id for no key update of e skip locked),
      picked as materialized (
        select lane.id, free_endpoints.id as endpoint_id, free_endpoints.open
        from (select * from free_endpoints order by since) free_endpoints cross join lateral (
          select lanes.id from lanes where lanes.endpoint_id = free_endpoints.id and lanes.queued_at is not null
          order by lanes.queued_at, lanes.id limit case when free_endpoints.open then 1 else free_endpoints.room end
          for no key update skip locked) lane
        limit $5),
      claimed as (
        update endpoints e set owner = $2, leased_until = ${buildLeaseEnd("$3", "moment.now")}, lease_count = lease_count + 1,
          probe_at = case when e.breaker = 'open' then moment.now + $4 * interval '1 ms' end
        from moment where e.id in (select endpoint_id from picked)
        returning e.id as endpoint_id, ${endpointColumns}),
      taken as (
        update lanes set ${buildLeaseAssignments("$2", "$3", "moment.now")},
          wake_at = ${pastTime}, queued_at = null
        from picked, moment where lanes.id = picked.id
        returning lanes.*, picked.open as probe)
    select ${buildLaneColumns(false)}, lanes.probe, lanes.endpoint_id, ${endpointColumns}
    from taken lanes join claimed using (endpoint_id)`,
});

const leaseQueuedStatements = {
  allQueues: buildLeaseQueuedStatement("lanes_take_queued", waitingEndpointsCte),
  givenQueues: buildLeaseQueuedStatement(
    "lanes_take_queued_of",
    "waiting as (select unnest($9::bigint[]) as endpoint_id)",
  ),
};
