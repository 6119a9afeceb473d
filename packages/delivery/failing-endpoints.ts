import type { Transaction } from "@souk/database";
import { type DatabaseClock, momentOfClock } from "./database-clock.ts";
import { mayBeSent, whoseApp } from "./lane-states.ts";

/** An endpoint of which its partner is to be told that it fails. */
export interface FailingEndpoint {
  app_id: number;
  origin: string;
  failing_since: Date;
  last_failure: string | null;
  /** Deliveries that wait for it, counted up to `mostWaiting`. */
  waiting: number;
  /** The installation that has waited longest. */
  installation_id: number;
  /** Its first notice of this spell comes after an hour, its second after a day. */
  notice: 1 | 2;
}

export const mostWaiting = 10_000;

/**
 * Takes endpoints that have failed for an hour, or for a day, and of which their partners have not been told so: to be told in
 * this transaction, which counts it up. Only those for which something waits that may be sent.
 */
export async function takeFailingEndpoints(
  tx: Transaction,
  clock: DatabaseClock,
  most: number,
): Promise<FailingEndpoint[]> {
  return (await tx.query<FailingEndpoint>(takeFailing, [clock.at(), most, mostWaiting])).rows;
}

const takeFailing = `
  with ${momentOfClock},
    due as materialized (
      select e.id, reached.notice, waiting.installation_id
      from moment cross join endpoints e
        cross join lateral (
          select case when e.failing_since <= moment.now - interval '24 hours' then 2 else 1 end as notice) reached
        cross join lateral (
          select lanes.installation_id from lanes
            join installations i on i.id = lanes.installation_id
            ${whoseApp}
          where lanes.endpoint_id = e.id and lanes.closed_at is null and ${mayBeSent}
            and exists (select from deliveries where lane_id = lanes.id and state = 'pending')
          order by lanes.queued_at, lanes.id limit 1) waiting
      where e.failing_since <= moment.now - interval '1 hour' and e.notices < reached.notice
      order by e.id limit $2 for no key update of e skip locked),
    told as (
      update endpoints e set notices = due.notice from due where e.id = due.id
      returning e.id, e.app_id, e.origin, e.failing_since, e.last_failure, due.notice, due.installation_id)
  select told.app_id, told.origin, told.failing_since, told.last_failure, told.notice, told.installation_id, counted.waiting
  from told cross join lateral (
    select count(*) as waiting from (
      select from lanes join deliveries d on d.lane_id = lanes.id and d.state = 'pending'
      where lanes.endpoint_id = told.id limit $3::integer) as some_of_them) counted
  order by told.id`;
