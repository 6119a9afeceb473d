import type { Queryable } from "@souk/database";
import type { ReceivedRequest } from "@souk/testkit";
import {
  eventsOfMovements,
  findLastWordErrors,
  findLogErrors,
  findWebhookErrors,
  loadEvents,
} from "./event-truth.ts";
import { readOrders } from "./order-truth.ts";
import { adjustmentsIn, ordersIn, type Placed } from "./place-all.ts";
import { findRateErrors } from "./rate-truth.ts";
import { findSendingErrors } from "./sending-truth.ts";
import type { ServerProcess } from "./server-process.ts";
import { findLedgerErrors, findSumErrors, loadMovements } from "./stock-truth.ts";
import { firstOfAll, heardBy, type WatchingApp } from "./watching-app.ts";

/** The knowledge of clients and apps after a round. */
export interface Witnesses {
  placed: readonly Placed[];
  /** The apps. The first existed before the first piece, and is the one that responds. */
  apps: readonly [WatchingApp, ...WatchingApp[]];
  requests: readonly ReceivedRequest[];
}

export interface RoundTruth {
  /** A sentence for each way in which clients, ledger, log and apps disagree. */
  errors: string[];
  /** The number of received webhooks, and of distinct ones. */
  received: number;
  distinct: number;
}

/** Compare the clients' and apps' knowledge with the database of a stopped server. */
export function readTruth(server: ServerProcess, storeId: number, witnesses: Witnesses): Promise<RoundTruth> {
  return server.inspect(async (db) => {
    const [app] = witnesses.apps;
    const movements = await loadMovements(db, storeId);
    const events = await loadEvents(db, storeId);
    const adjustments = adjustmentsIn(witnesses.placed);
    const orders = await readOrders(db, storeId, { placed: ordersIn(witnesses.placed), events });
    const own = new Set(adjustments.map(({ adjustment }) => adjustment.reference));
    const match = eventsOfMovements(movements, events);
    const ownEvents = [...match.sequences].filter(([reference]) => own.has(reference));
    const firstOwn = Math.min(...ownEvents.map(([, sequence]) => sequence), ...orders.sequences);
    const errors = [
      ...findLedgerErrors(
        adjustments,
        movements.filter(({ reference }) => own.has(reference)),
      ),
      ...(await findSumErrors(db, storeId)),
      ...(await findLogErrors(db, storeId, events)),
      ...match.errors,
      ...orders.errors,
      ...(await findSendingErrors(db, storeId, { ...witnesses, app, events })),
      ...findRateErrors(witnesses.placed, app),
    ];
    let [received, distinct] = [0, 0];
    for (const [index, app] of witnesses.apps.entries()) {
      const heard = heardBy(app, witnesses.requests);
      received += heard.length;
      distinct += new Set(heard.map(({ id }) => id)).size;
      const { most, undelivered } = await loadDeliveries(db, app);
      const since = index === 0 ? firstOwn : firstOfAll(heard);
      const about = [
        ...findWebhookErrors(heard, events, { first: since, most }),
        ...(await findLastWordErrors(db, storeId, heard)),
        ...(undelivered === 0 ? [] : [`${undelivered} deliveries are not delivered`]),
        ...(heard.length === 0 ? ["it heard nothing"] : []),
      ];
      errors.push(...about.map((error) => `app ${index}: ${error}`));
    }
    return { errors, received, distinct };
  });
}

async function loadDeliveries(
  db: Queryable,
  app: WatchingApp,
): Promise<{ most: number; undelivered: number }> {
  const row = await db.maybeOne<{ most: number; undelivered: number }>(
    `select coalesce(max(head.last_number), 0) as most,
       (select count(*)::int from deliveries d where d.app_id = apps.id and d.state <> 'delivered') as undelivered
     from apps join installations i on i.app_id = apps.id left join delivery_heads head on head.installation_id = i.id
     where apps.client_id = $1 group by apps.id`,
    [app.client_id],
  );
  return row ?? { most: 0, undelivered: -1 };
}
