import type { Database } from "@souk/database";
import { scrubErased } from "./scrub-erased.ts";

/** Records the event of each privacy request. The event gets its sequence number shortly after the request is committed. */
const recordEventsText = `
  update privacy_requests r set event_sequence = e.sequence, event_created_at = e.created_at
  from events e
  where r.completed_at is null and r.event_sequence is null
    and e.store_id = r.store_id and e.topic = 'customer/' || r.kind and e.request_id = r.request_id
    and e.created_at >= r.created_at - interval '1 day'`;

/**
 * Records whether each app has received the webhook. An app that was uninstalled before receiving it gets the state `not_reached`. An
 * app that is still being sent earlier events keeps the state `waiting`.
 */
const recordDeliveriesText = `
  update privacy_request_apps notified
  set state = case when d.state = 'delivered' then 'answered' else 'not_reached' end,
    settled_at = coalesce(d.finished_at, clock_timestamp())
  from privacy_requests r
  cross join lateral (
    select i.id, delivery.state, delivery.finished_at
    from privacy_request_apps t join installations i on i.id = t.installation_id
    left join deliveries delivery on delivery.installation_id = i.id and delivery.event_sequence = r.event_sequence
      and delivery.store_id = r.store_id and delivery.created_at >= r.event_created_at - interval '1 hour'
    where t.store_id = r.store_id and t.privacy_request_id = r.id and t.state = 'waiting') d
  where r.completed_at is null and r.event_sequence is not null
    and notified.store_id = r.store_id and notified.privacy_request_id = r.id and notified.installation_id = d.id
    and d.state is distinct from 'pending'
    and not exists (
      select from webhook_subscriptions hook
      where hook.installation_id = d.id and hook.topic = 'customer/' || r.kind and hook.history_after < r.event_sequence)`;

/**
 * Completes the requests that no longer wait for any app, and reduces the payloads of their events to the customer's id.
 */
const completeText = `
  with done as (
    update privacy_requests r set completed_at = clock_timestamp(), updated_at = clock_timestamp()
    where r.completed_at is null and r.event_sequence is not null and (r.kind <> 'erase' or r.scrubbed_at is not null and r.erased_email is null)
      and not exists (
        select from privacy_request_apps notified
        where notified.store_id = r.store_id and notified.privacy_request_id = r.id and notified.state = 'waiting')
    returning r.store_id, r.customer_id, r.event_sequence, r.event_created_at)
  update events e set payload = '{"customer":{"id":' || done.customer_id || '}}'
  from done
  where e.store_id = done.store_id and e.sequence = done.event_sequence and e.created_at = done.event_created_at
    and e.payload is not null`;

/**
 * Process the open privacy requests: scrub erased customers from the logs, record which apps have responded, and complete
 * requests that no longer wait for an app. A background job calls it.
 * @param stopping a signal; after it is aborted, no further erasure is scrubbed
 * @throws AggregateError with the errors of the erasures that could not be scrubbed, after everything else is done; DatabaseUnavailable
 *   as soon as the database is unavailable
 */
export async function processPrivacyRequests(database: Database, stopping?: AbortSignal): Promise<void> {
  await database.query(recordEventsText);
  const failures = await scrubErased(database, stopping);
  await database.query(recordDeliveriesText);
  await database.query(completeText);
  if (failures.length > 0)
    throw new AggregateError(failures, "Some erased customers could not be removed from the logs.");
}
