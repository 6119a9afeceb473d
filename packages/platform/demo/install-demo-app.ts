import type { Database } from "@souk/database";
import type { Addresses } from "../addresses.ts";
import { type AgreementWiring, agreeFor, startInstall } from "../modules/installs/index.ts";
import { findStore } from "../modules/stores/index.ts";
import type { DemoAppHandle } from "./demo-app.ts";
import { demoAccounts } from "./seed-demo.ts";

/** Opens an address as a browser does. @returns where it is sent on to; null when it is not sent on @throws Error when the app fails */
export type Visit = (url: string) => Promise<string | null>;

// A shop keeps every installation that it has ended; how it stands with the app is said by its latest.
const ownerText = `
  select account.id from memberships member join accounts account on account.id = member.account_id
  where member.store_id = $1 and member.role = 'owner' and account.email = $2
    and coalesce((
      select i.status = 'enabled' from installations i join apps app on app.id = i.app_id
      where i.store_id = $1 and app.handle = $3 order by i.id desc limit 1), true)`;

/**
 * Installs a running app in the demo's shop, the way that its owner would go: the App URL, consent, and back to the app, which
 * exchanges the code by itself. Where it is installed it is opened, so that it says anew where it is asked if its port has changed; a
 * shop that has disabled or removed it is left alone.
 *
 * @param visit reaches the app
 * @returns whether it was installed now
 */
export async function installDemoApp(
  database: Database,
  { installs, addresses }: { installs: AgreementWiring; addresses: Addresses },
  { handle, visit }: { handle: DemoAppHandle; visit: Visit },
): Promise<boolean> {
  const store = await findStore(database, "demo", addresses);
  if (store === null) return false;
  const { rows } = await database.query<{ id: number }>(ownerText, [store.id, demoAccounts[0].email, handle]);
  const [owner] = rows;
  if (owner === undefined) return false;
  const { open } = await startInstall(database, { store, app: handle }, installs);
  const address = await visit(open.url);
  if (address === null) return false;
  const redirect = await agreeFor(database, { address, store, account_id: owner.id }, installs);
  if ((await visit(redirect)) === null) throw new Error("The app has not taken the consent.");
  return true;
}
