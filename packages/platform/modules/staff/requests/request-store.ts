import type { OperationResponse, operations } from "@souk/contract";
import type { Queryable } from "@souk/database";

type FoundRequest = OperationResponse<typeof operations.findStaffRequest>["request"];
type Failure = NonNullable<FoundRequest["failure"]>;
type Change = FoundRequest["changes"][number];
type StockChange = FoundRequest["stock_changes"][number];
type Event = FoundRequest["events"][number];

/** A store and a period in which the records of a request are searched. */
export interface SearchPeriod {
  store_id: number;
  from: Date;
  to: Date;
}

/** The maximum number of records of each kind that are returned. */
const maxRecords = 100;
/** The maximum number of ledger entries, and of events, that are read in each period. */
const maxReadPerPeriod = 20_000;
/** A store's events can be numbered this much later than the change, when the platform is behind. */
const maxEventDelay = "interval '1 hour'";

const storeSql = "json_build_object('id', store.id, 'handle', store.handle, 'name', store.name)";

/**
 * Build the SQL of a record's actor as JSON, with the actor's name. An account without a name is shown with its email address.
 * @param record the alias of the record's table
 */
function buildActorSql(record: string): string {
  return `json_build_object('kind', ${record}.actor_kind, 'id', ${record}.actor_id, 'name', case ${record}.actor_kind
    when 'app' then (select name from apps where handle = ${record}.actor_id)
    when 'account' then (select coalesce(nullif(name, ''), email) from accounts
      where id = case when ${record}.actor_id ~ '^[0-9]{1,18}$' then ${record}.actor_id::bigint end) end)`;
}

function formatTimes<Row extends { at: Date }>(rows: readonly Row[]): (Omit<Row, "at"> & { at: string })[] {
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

const failureText = `
  select failure.at, case when store.id is not null then ${storeSql} end as store,
    case when failure.actor_id <> 'anyone' then ${buildActorSql("failure")} end as caller, failure.operation,
    failure.method, failure.path, failure.status, failure.code, failure.fields, failure.duration_ms, failure.error,
    failure.stack
  from failed_requests failure left join stores store on store.id = failure.store_id
  where failure.request_id = $1 order by failure.id limit 1`;

/** Find the failure of a request, or return null. */
export async function selectFailure(db: Queryable, requestId: string): Promise<Failure | null> {
  const rows = await db.many<Omit<Failure, "at"> & { at: Date }>(failureText, [requestId]);
  return formatTimes(rows)[0] ?? null;
}

const changesText = `
  select entry.created_at as at, ${storeSql} as store, ${buildActorSql("entry")} as actor, entry.action, entry.resource,
    entry.resource_id
  from (
    select * from audit_entries where request_id = $1 order by created_at, id limit ${maxRecords}) entry
    left join stores store on store.id = entry.store_id
  order by entry.created_at, entry.id`;

/** List the changes of a request in the audit log, without their values. */
export async function selectChanges(db: Queryable, requestId: string): Promise<Change[]> {
  return formatTimes(await db.many<Omit<Change, "at"> & { at: Date }>(changesText, [requestId]));
}

/** Return the id of the store with this handle, or undefined. */
export async function findStoreId(db: Queryable, handle: string): Promise<number | undefined> {
  return (await db.maybeOne<{ id: number }>("select id from stores where handle = $1", [handle]))?.id;
}

const searchPeriodsSql =
  "unnest($2::bigint[], $3::timestamptz[], $4::timestamptz[]) as period (store_id, starts, ends)";

const stockChangesText = `
  select found.created_at as at, ${storeSql} as store, ${buildActorSql("found")} as actor, found.variant_id,
    found.location_id, found.field as quantity, found.change
  from ${searchPeriodsSql} cross join lateral (
      select * from inventory_movements movement
      where movement.store_id = period.store_id and movement.created_at between period.starts and period.ends
      order by movement.created_at, movement.id limit ${maxReadPerPeriod}) found
    join stores store on store.id = found.store_id
  where found.request_id = $1 order by found.created_at, found.id limit ${maxRecords}`;

// The conditions on the topic are those of the partial index events_activity, whose entries are in chronological order.
const eventsText = `
  select found.occurred_at as at, ${storeSql} as store, found.topic, found.sequence, found.resource_id
  from ${searchPeriodsSql} cross join lateral (
      select * from events event
      where event.store_id = period.store_id
        and event.created_at between period.starts and period.ends + ${maxEventDelay}
        and event.topic not like 'inventory_level/%'
        and (event.topic not like 'product/%' or event.context is null or event.context like 'product/%')
      order by event.created_at, event.sequence limit ${maxReadPerPeriod}) found
    join stores store on store.id = found.store_id
  where found.request_id = $1 order by found.sequence limit ${maxRecords}`;

function toValues(requestId: string, searchPeriods: readonly SearchPeriod[]): unknown[] {
  return [
    requestId,
    searchPeriods.map(({ store_id }) => store_id),
    searchPeriods.map(({ from }) => from),
    searchPeriods.map(({ to }) => to),
  ];
}

/** List the entries of the stock ledger that a request wrote, in these stores and periods. */
export async function selectStockChanges(
  db: Queryable,
  requestId: string,
  searchPeriods: readonly SearchPeriod[],
): Promise<StockChange[]> {
  const values = toValues(requestId, searchPeriods);
  return formatTimes(await db.many<Omit<StockChange, "at"> & { at: Date }>(stockChangesText, values));
}

/** List the events that a request published, in these stores and periods. Events about stock are left out. */
export async function selectEvents(
  db: Queryable,
  requestId: string,
  searchPeriods: readonly SearchPeriod[],
): Promise<Event[]> {
  const values = toValues(requestId, searchPeriods);
  return formatTimes(await db.many<Omit<Event, "at"> & { at: Date }>(eventsText, values));
}
