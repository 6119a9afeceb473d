import { fulfillmentTopics } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { type PartnersWiring, registerApp } from "../modules/partners/index.ts";
import { setFulfillmentUrl } from "../modules/staff/index.ts";
import { demoApps, demoAppUrls, demoFulfillmentUrl } from "./demo-app.ts";
import { demoAccounts } from "./seed-demo.ts";

const lockKey = 7_085_121;
const handle = "logistics";
const { name, usualPort, marker } = demoApps[handle];

/** Its people and a free handle: a demo without them has no place for it. */
const placeText = `
  select partner.id as partner, staff.id as staff from accounts partner, accounts staff
  where partner.email = $1 and staff.email = $2 and staff.is_staff
    and exists (select from settings where key = 'demo') and not exists (select from settings where key = $3)
    and not exists (select from apps where handle = $4)`;

/**
 * Registers the example app that sends parcels, once for a demo, also for one that an earlier release has made; and says where it
 * answers the Fulfill action, as staff does (REG-4).
 */
export async function seedLogistics(database: Database, wiring: PartnersWiring): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [lockKey]);
    const [, partner, staff] = demoAccounts;
    const { rows } = await tx.query<{ partner: number; staff: number }>(placeText, [
      partner.email,
      staff.email,
      marker,
      handle,
    ]);
    if (rows[0] !== undefined) await register(tx, rows[0], wiring);
  });
}

async function register(
  tx: Transaction,
  people: { partner: number; staff: number },
  wiring: PartnersWiring,
): Promise<void> {
  const account = { account_id: people.partner, name: demoAccounts[1].name };
  const input = { name, handle, ...demoAppUrls(usualPort), embedded: true };
  const { app } = await registerApp(tx, { account, input }, wiring);
  for (const topic of fulfillmentTopics)
    await setFulfillmentUrl(
      tx,
      {
        app_id: app.id,
        account_id: people.staff,
        request_id: "demo",
        sent: { topic, url: demoFulfillmentUrl(usualPort), reason: "It comes with the demo." },
      },
      wiring,
    );
  await tx.query("insert into settings (key, value) values ($1, $2)", [
    marker,
    JSON.stringify({ made: true }),
  ]);
}
