import type { Transaction } from "@souk/database";
import { type DatabaseClock, momentCte } from "./database-clock.ts";
import { appJoin, sendableCondition } from "./lane-states.ts";

/** A failing endpoint whose partner is to be notified. */
export interface FailingEndpoint {
  app_id: number;
  origin: string;
  failing_since: Date;
  last_failure: string | null;
  /** The number of waiting deliveries, at most `maxCountedDeliveries`. */
  waiting: number;
  /** The installation whose lane has waited longest in the endpoint's queue. */
  installation_id: number;
  /** The first notice of a failure period is sent after an hour, the second after a day. */
  notice: 1 | 2;
}

/** The number up to which an endpoint's waiting deliveries are counted. */
export const maxCountedDeliveries = 10_000;

/**
 * Return endpoints whose partners must be notified, because the endpoint has failed for an hour or for a day, and count the notices
 * as sent. The caller must send the notices in this transaction. Only endpoints with waiting deliveries that may be sent are
 * returned.
 */
export async function claimFailingEndpoints(
  tx: Transaction,
  clock: DatabaseClock,
  limit: number,
): Promise<FailingEndpoint[]> {
  return await tx.many<FailingEndpoint>(claimFailingSql, [clock.getTestTime(), limit, maxCountedDeliveries]);
}

const claimFailingSql = `
  with ${momentCte},
    due as materialized (
      select e.id, reached.notice, waiting_lane.installation_id
      from moment cross join endpoints e
        cross join lateral (
          select case when e.failing_since <= moment.now - interval '24 hours' then 2 else 1 end as notice) reached
        cross join lateral (
          select lanes.installation_id from lanes
            join installations i on i.id = lanes.installation_id
            ${appJoin}
          where lanes.endpoint_id = e.id and lanes.closed_at is null and ${sendableCondition}
            and exists (select from deliveries where lane_id = lanes.id and state = 'pending')
          order by lanes.queued_at, lanes.id limit 1) waiting_lane
      where e.failing_since <= moment.now - interval '1 hour' and e.notices_sent < reached.notice
      order by e.id limit $2 for no key update of e skip locked),
    reported as (
      update endpoints e set notices_sent = due.notice from due where e.id = due.id
      returning e.id, e.app_id, e.origin, e.failing_since, e.last_failure, due.notice, due.installation_id)
  select reported.app_id, reported.origin, reported.failing_since, reported.last_failure, reported.notice, reported.installation_id, counted.waiting
  from reported cross join lateral (
    select count(*) as waiting from (
      select from lanes join deliveries d on d.lane_id = lanes.id and d.state = 'pending'
      where lanes.endpoint_id = reported.id limit $3::integer) as counted_deliveries) counted
  order by reported.id`;
