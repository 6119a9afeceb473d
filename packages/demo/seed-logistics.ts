import { fulfillmentTopics } from "@souk/contract";
import type { Database, Transaction } from "@souk/database";
import { setFulfillmentUrl } from "@souk/platform/modules/staff";
import { buildDemoAppUrls, buildFulfillmentUrl, demoApps } from "./demo-app.ts";
import { type DemoDeps, demoAccounts } from "./seed-demo.ts";

// While one process registers the app, other processes wait for this lock and then find the app.
const lockKey = 7_085_121;
const handle = "logistics";
const { name, defaultPort, settingKey } = demoApps[handle];

/**
 * Finds the demo's partner and staff accounts. Returns no row if the database has no demo, an account is missing, the app was
 * registered before, or the app's handle is taken.
 */
const findAccountsSql = `
  select partner.id as partner, staff.id as staff from accounts partner, accounts staff
  where partner.email = $1 and staff.email = $2 and staff.is_staff
    and exists (select from settings where key = 'demo') and not exists (select from settings where key = $3)
    and not exists (select from apps where handle = $4)`;

type LogisticsDeps = Pick<DemoDeps, "addresses" | "clock" | "partners">;

/**
 * Register the example app Logistics once per demo, also in a demo that an earlier release created, and set the app's
 * fulfillment URL as staff would (REG-4).
 */
export async function seedLogistics(database: Database, deps: LogisticsDeps): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [lockKey]);
    const [, partner, staff] = demoAccounts;
    const row = await tx.maybeOne<{ partner: number; staff: number }>(findAccountsSql, [
      partner.email,
      staff.email,
      settingKey,
      handle,
    ]);
    if (row !== undefined) await registerLogistics(tx, row, deps);
  });
}

async function registerLogistics(
  tx: Transaction,
  accountIds: { partner: number; staff: number },
  { addresses, clock, partners }: LogisticsDeps,
): Promise<void> {
  const account = { account_id: accountIds.partner, name: demoAccounts[1].name };
  const input = { name, handle, ...buildDemoAppUrls(defaultPort), embedded: true };
  const { app } = await partners.registerApp(tx, { account, input });
  for (const topic of fulfillmentTopics)
    await setFulfillmentUrl(
      tx,
      {
        app_id: app.id,
        account_id: accountIds.staff,
        request_id: "demo",
        body: { topic, url: buildFulfillmentUrl(defaultPort), reason: "Part of the demo." },
      },
      // The demo is created only in development mode, in which an app may run on this machine.
      { addresses, clock, localAccess: true },
    );
  await tx.query("insert into settings (key, value) values ($1, $2)", [
    settingKey,
    JSON.stringify({ made: true }),
  ]);
}
