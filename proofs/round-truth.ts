import type { Queryable } from "@souk/database";
import type { ReceivedRequest } from "@souk/testkit";
import type { Placed } from "./adjustments.ts";
import { eventsOf, eventsOfMovements, hearingFaults, lastWordFaults, logFaults } from "./event-truth.ts";
import type { ServerProcess } from "./server-process.ts";
import { ledgerFaults, movementsOf, sumFaults } from "./stock-truth.ts";
import { firstOfBoth, heardBy, type WatchingApp } from "./watching-app.ts";

/** What clients and apps know after a round. */
export interface Witnesses {
  placed: readonly Placed[];
  /** The first was there before the first adjustment. */
  apps: readonly WatchingApp[];
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
    const movements = await movementsOf(run, storeId);
    const events = await eventsOf(run, storeId);
    const own = new Set(witnesses.placed.map(({ adjustment }) => adjustment.reference));
    const told = eventsOfMovements(movements, events);
    const ownEvents = [...told.sequences].filter(([reference]) => own.has(reference));
    const firstOwn = Math.min(...ownEvents.map(([, sequence]) => sequence));
    const faults = [
      ...ledgerFaults(
        witnesses.placed,
        movements.filter(({ reference }) => own.has(reference)),
      ),
      ...(await sumFaults(run, storeId)),
      ...(await logFaults(run, storeId, events)),
      ...told.faults,
    ];
    let [received, distinct] = [0, 0];
    for (const [index, app] of witnesses.apps.entries()) {
      const heard = heardBy(app, witnesses.requests);
      received += heard.length;
      distinct += new Set(heard.map(({ id }) => id)).size;
      const { most, undelivered } = await deliveriesOf(run, app);
      const since = index === 0 ? firstOwn : firstOfBoth(heard);
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
