import type { Database } from "@souk/database";
import type { Addresses, Clock, RandomText } from "@souk/platform";
import { grantOnBehalf, startInstall } from "@souk/platform/modules/installs";
import type { SecretReader } from "@souk/platform/modules/partners";
import { findStore } from "@souk/platform/modules/stores";
import type { DemoAppHandle } from "./demo-app.ts";
import { demoAccounts } from "./seed-demo.ts";

/** Opens a URL as a browser does. @returns the URL that the response redirects to, or null @throws Error when the app fails */
export type Visit = (url: string) => Promise<string | null>;

/** What installing an app in the demo's store needs of the platform. */
export interface InstallDemoDeps {
  addresses: Addresses;
  clock: Clock;
  random: RandomText;
  secrets: SecretReader;
}

// A store keeps its ended installations: the latest one says whether the app is installed, disabled or removed.
const ownerText = `
  select account.id from memberships member join accounts account on account.id = member.account_id
  where member.store_id = $1 and member.role = 'owner' and account.email = $2
    and coalesce((
      select i.status = 'enabled' from installations i join apps app on app.id = i.app_id
      where i.store_id = $1 and app.handle = $3 order by i.id desc limit 1), true)`;

/**
 * Install a running app in the demo's store on behalf of its owner: open the App URL, consent, and redirect to the app, which
 * exchanges the code. An installed app is opened instead, so that it registers its webhooks again if its port has changed; a store
 * that has disabled or removed the app stays unchanged.
 * @returns whether it was installed now
 */
export async function installDemoApp(
  database: Database,
  deps: InstallDemoDeps,
  { handle, visit }: { handle: DemoAppHandle; visit: Visit },
): Promise<boolean> {
  const store = await findStore(database, "demo", deps.addresses);
  if (store === null) return false;
  const owner = await database.maybeOne<{ id: number }>(ownerText, [store.id, demoAccounts[0].email, handle]);
  if (owner === undefined) return false;
  const { open } = await startInstall(database, { store, app: handle }, deps);
  const address = await visit(open.url);
  if (address === null) return false;
  const redirect = await grantOnBehalf(database, { address, store, account_id: owner.id }, deps);
  if ((await visit(redirect)) === null) throw new Error("The app has not taken the consent.");
  return true;
}
