import { fulfillmentTopics } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { setFulfillmentUrl } from "@souk/platform/modules/staff";
import { demoApps, demoAppUrls, demoFulfillmentUrl } from "./demo-app.ts";
import { type DemoDeps, demoAccounts } from "./seed-demo.ts";

const lockKey = 7_085_121;
const handle = "logistics";
const { name, usualPort, marker } = demoApps[handle];

/** The demo's partner and staff; no row when one of them is missing or the handle is taken. */
const placeText = `
  select partner.id as partner, staff.id as staff from accounts partner, accounts staff
  where partner.email = $1 and staff.email = $2 and staff.is_staff
    and exists (select from settings where key = 'demo') and not exists (select from settings where key = $3)
    and not exists (select from apps where handle = $4)`;

type LogisticsDeps = Pick<DemoDeps, "addresses" | "clock" | "partners">;

/**
 * Register the example app that ships parcels, once for each demo, also for one that an earlier release made; and set its URL for
 * the Fulfill action, as staff does (REG-4).
 */
export async function seedLogistics(database: Database, deps: LogisticsDeps): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [lockKey]);
    const [, partner, staff] = demoAccounts;
    const row = await tx.maybeOne<{ partner: number; staff: number }>(placeText, [
      partner.email,
      staff.email,
      marker,
      handle,
    ]);
    if (row !== undefined) await register(tx, row, deps);
  });
}

async function register(
  tx: Transaction,
  people: { partner: number; staff: number },
  { addresses, clock, partners }: LogisticsDeps,
): Promise<void> {
  const account = { account_id: people.partner, name: demoAccounts[1].name };
  const input = { name, handle, ...demoAppUrls(usualPort), embedded: true };
  const { app } = await partners.registerApp(tx, { account, input });
  for (const topic of fulfillmentTopics)
    await setFulfillmentUrl(
      tx,
      {
        app_id: app.id,
        account_id: people.staff,
        request_id: "demo",
        sent: { topic, url: demoFulfillmentUrl(usualPort), reason: "It comes with the demo." },
      },
      // A demo is made in development only, where an app may be on this machine.
      { addresses, clock, allowLoopback: true },
    );
  await tx.query("insert into settings (key, value) values ($1, $2)", [
    marker,
    JSON.stringify({ made: true }),
  ]);
}
