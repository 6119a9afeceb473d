import type { Queryable } from "@souk/database";
import type { ReceivedRequest } from "@souk/testkit";
import { eventsOf, eventsOfMovements, hearingFaults, lastWordFaults, logFaults } from "./event-truth.ts";
import { readOrders } from "./order-truth.ts";
import { adjustmentsIn, ordersIn, type Placed } from "./place-all.ts";
import { rateFaults } from "./rate-truth.ts";
import { sendingFaults } from "./sending-truth.ts";
import type { ServerProcess } from "./server-process.ts";
import { ledgerFaults, movementsOf, sumFaults } from "./stock-truth.ts";
import { firstOfAll, heardBy, type WatchingApp } from "./watching-app.ts";

/** What clients and apps know after a round. */
export interface Witnesses {
  placed: readonly Placed[];
  /** The first was there before the first piece, and is the one that answers. */
  apps: readonly [WatchingApp, ...WatchingApp[]];
  requests: readonly ReceivedRequest[];
}

export interface RoundTruth {
  /** A sentence for each way in which clients, ledger, log and apps disagree. */
  faults: string[];
  /** Webhooks that came, and how many different ones they were. */
  received: number;
  distinct: number;
}

/** Holds what clients and apps know against the database of a server that has stopped. */
export function readTruth(server: ServerProcess, storeId: number, witnesses: Witnesses): Promise<RoundTruth> {
  return server.inspect(async (run) => {
    const [app] = witnesses.apps;
    const movements = await movementsOf(run, storeId);
    const events = await eventsOf(run, storeId);
    const adjustments = adjustmentsIn(witnesses.placed);
    const orders = await readOrders(run, storeId, { placed: ordersIn(witnesses.placed), events });
    const own = new Set(adjustments.map(({ adjustment }) => adjustment.reference));
    const told = eventsOfMovements(movements, events);
    const ownEvents = [...told.sequences].filter(([reference]) => own.has(reference));
    const firstOwn = Math.min(...ownEvents.map(([, sequence]) => sequence), ...orders.sequences);
    const faults = [
      ...ledgerFaults(
        adjustments,
        movements.filter(({ reference }) => own.has(reference)),
      ),
      ...(await sumFaults(run, storeId)),
      ...(await logFaults(run, storeId, events)),
      ...told.faults,
      ...orders.faults,
      ...(await sendingFaults(run, storeId, { ...witnesses, app, events })),
      ...rateFaults(witnesses.placed, app),
    ];
    let [received, distinct] = [0, 0];
    for (const [index, app] of witnesses.apps.entries()) {
      const heard = heardBy(app, witnesses.requests);
      received += heard.length;
      distinct += new Set(heard.map(({ id }) => id)).size;
      const { most, undelivered } = await deliveriesOf(run, app);
      const since = index === 0 ? firstOwn : firstOfAll(heard);
      const about = [
        ...hearingFaults(heard, events, { first: since, most }),
        ...(await lastWordFaults(run, storeId, heard)),
        ...(undelivered === 0 ? [] : [`${undelivered} deliveries are not delivered`]),
        ...(heard.length === 0 ? ["it heard nothing"] : []),
      ];
      faults.push(...about.map((fault) => `app ${index}: ${fault}`));
    }
    return { faults, received, distinct };
  });
}

async function deliveriesOf(
  run: Queryable,
  app: WatchingApp,
): Promise<{ most: number; undelivered: number }> {
  const { rows } = await run.query<{ most: number; undelivered: number }>(
    `select coalesce(max(head.last_number), 0) as most,
       (select count(*)::int from deliveries d where d.app_id = apps.id and d.state <> 'delivered') as undelivered
     from apps join installations i on i.app_id = apps.id left join delivery_heads head on head.installation_id = i.id
     where apps.client_id = $1 group by apps.id`,
    [app.client_id],
  );
  return rows[0] ?? { most: 0, undelivered: -1 };
}
