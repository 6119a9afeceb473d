import type { Database } from "@souk/database";

/** Writes a line to the server's log. */
export interface SecurityLog {
  info(fields: object, message: string): void;
}

interface UnloggedEvent {
  id: number;
  created_at: Date;
  kind: string;
}

/** The maximum number of events that are logged in one transaction. */
const maxEventsAtOnce = 500;

const text = `
  with unlogged as (
    delete from unlogged_security_events where (created_at, id) in (
      select created_at, id from unlogged_security_events order by created_at, id limit $1 for update skip locked)
    returning created_at, id)
  select event.id, event.created_at, event.kind, event.account_id, event.store_id, event.partner_id, event.app_id,
    event.actor_kind, event.actor_id, event.client_address, event.user_agent, event.request_id, event.details
  from unlogged join security_events event using (created_at, id) order by event.created_at, event.id`;

/**
 * Write each recorded security event to the server's log, unless it has been written before. The line of an event
 * has its kind in the field `security_event`. If the process ends before the transaction does, another process writes the same
 * lines again, with the same `event_id`.
 * @returns the number of written lines
 */
export async function logSecurityEvents(
  database: Database,
  log: SecurityLog,
  stopSignal?: AbortSignal,
): Promise<number> {
  let loggedCount = 0;
  while (!stopSignal?.aborted) {
    const batchSize = await database.transaction(async (tx) => {
      const events = await tx.many<UnloggedEvent>(text, [maxEventsAtOnce]);
      for (const { kind, id, ...fields } of events)
        log.info({ security_event: kind, event_id: id, ...fields }, "Security event");
      return events.length;
    });
    loggedCount += batchSize;
    if (batchSize < maxEventsAtOnce) break;
  }
  return loggedCount;
}
