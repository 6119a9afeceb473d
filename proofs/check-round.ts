import type { Queryable } from "@souk/database";
import type { ReceivedRequest } from "@souk/testkit";
import {
  findFinalStockErrors,
  findLogErrors,
  findWebhookErrors,
  loadEvents,
  matchMovementEvents,
} from "./check-events.ts";
import { findFulfillmentErrors } from "./check-fulfillments.ts";
import { checkOrders } from "./check-orders.ts";
import { findRateErrors } from "./check-rates.ts";
import { findLedgerErrors, findSumErrors, loadMovements } from "./check-stock.ts";
import { listAdjustmentResults, listOrderResults, type TaskResult } from "./client-tasks.ts";
import type { ServerProcess } from "./server-process.ts";
import { findFirstSequenceWithAllTopics, listReceivedWebhooks, type WatchingApp } from "./watching-app.ts";

/** The responses that clients got in a round (see run-round.ts), and the requests that apps received. */
export interface Evidence {
  results: readonly TaskResult[];
  /** The apps. The first one was installed before the first task, and responds to Fulfill and rate requests. */
  apps: readonly [WatchingApp, ...WatchingApp[]];
  /** The requests that the apps received: webhooks, Fulfill requests, and rate requests. */
  requests: readonly ReceivedRequest[];
}

/** The result of checking a round. */
export interface RoundCheck {
  /** A sentence for each inconsistency between responses, ledger, event log and webhooks. */
  errors: string[];
  /** The total number of webhooks that the apps received. A webhook that was received twice counts twice. */
  receivedCount: number;
  /** The total number of different webhooks that the apps received. A webhook that was received twice counts once. */
  distinctCount: number;
}

/** Compare the responses and webhooks of a round with the database of the stopped server. */
export function checkRound(server: ServerProcess, storeId: number, evidence: Evidence): Promise<RoundCheck> {
  return server.queryStopped(async (db) => {
    const [respondingApp] = evidence.apps;
    const movements = await loadMovements(db, storeId);
    const events = await loadEvents(db, storeId);
    const adjustments = listAdjustmentResults(evidence.results);
    const orders = await checkOrders(db, storeId, { results: listOrderResults(evidence.results), events });
    const references = new Set(adjustments.map(({ adjustment }) => adjustment.reference));
    const movementEvents = matchMovementEvents(movements, events);
    const taskEvents = [...movementEvents.sequences].filter(([reference]) => references.has(reference));
    const firstTaskSequence = Math.min(...taskEvents.map(([, sequence]) => sequence), ...orders.sequences);
    const errors = [
      ...findLedgerErrors(
        adjustments,
        movements.filter(({ reference }) => references.has(reference)),
      ),
      ...(await findSumErrors(db, storeId)),
      ...(await findLogErrors(db, storeId, events)),
      ...movementEvents.errors,
      ...orders.errors,
      ...(await findFulfillmentErrors(db, storeId, { ...evidence, app: respondingApp, events })),
      ...findRateErrors(evidence.results, respondingApp),
    ];
    let receivedCount = 0;
    let distinctCount = 0;
    for (const [index, app] of evidence.apps.entries()) {
      const webhooks = listReceivedWebhooks(app, evidence.requests);
      receivedCount += webhooks.length;
      distinctCount += new Set(webhooks.map(({ id }) => id)).size;
      const { last_number, undelivered_count } = await loadDeliveryCounts(db, app);
      const firstSequence = index === 0 ? firstTaskSequence : findFirstSequenceWithAllTopics(webhooks);
      const appErrors = [
        ...findWebhookErrors(webhooks, events, { firstSequence, lastNumber: last_number }),
        ...(await findFinalStockErrors(db, storeId, webhooks)),
        ...(undelivered_count === 0 ? [] : [`${undelivered_count} deliveries did not succeed`]),
        ...(webhooks.length === 0 ? ["it received nothing"] : []),
      ];
      errors.push(...appErrors.map((error) => `app ${index}: ${error}`));
    }
    return { errors, receivedCount, distinctCount };
  });
}

/** Load an app's last delivery number and the number of its deliveries that did not succeed. */
async function loadDeliveryCounts(
  db: Queryable,
  app: WatchingApp,
): Promise<{ last_number: number; undelivered_count: number }> {
  const row = await db.maybeOne<{ last_number: number; undelivered_count: number }>(
    `select coalesce(max(head.last_number), 0) as last_number,
       (select count(*)::int from deliveries d where d.app_id = apps.id and d.state <> 'delivered') as undelivered_count
     from apps join installations i on i.app_id = apps.id left join delivery_heads head on head.installation_id = i.id
     where apps.client_id = $1 group by apps.id`,
    [app.client_id],
  );
  // If there is no row, the caller reports the count of -1 as an error.
  return row ?? { last_number: 0, undelivered_count: -1 };
}
