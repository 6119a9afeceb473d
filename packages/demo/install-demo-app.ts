import type { Database } from "@souk/database";
import type { Addresses, Clock, RandomText } from "@souk/platform";
import { grantOnBehalf, startInstall } from "@souk/platform/modules/installs";
import type { SecretReader } from "@souk/platform/modules/partners";
import { findStore } from "@souk/platform/modules/stores";
import type { DemoAppHandle } from "./demo-app.ts";
import { demoAccounts } from "./seed-demo.ts";

/** Opens a URL as a browser does. Returns the URL that the response redirects to, or null. Throws if the app fails. */
export type VisitUrl = (url: string) => Promise<string | null>;

/** Dependencies of `installDemoApp`. */
export interface InstallDemoDeps {
  addresses: Addresses;
  clock: Clock;
  random: RandomText;
  secrets: SecretReader;
}

// Find the owner's account, unless the store has disabled or removed the app. Uninstalled installations are kept, so the latest
// installation has the current status.
const findOwnerUnlessAppRemovedSql = `
  select account.id from memberships member join accounts account on account.id = member.account_id
  where member.store_id = $1 and member.role = 'owner' and account.email = $2
    and coalesce((
      select i.status = 'enabled' from installations i join apps app on app.id = i.app_id
      where i.store_id = $1 and app.handle = $3 order by i.id desc limit 1), true)`;

/**
 * Install a running app in the demo store on behalf of the store's owner: open the App URL, give consent, and open the redirection
 * URL with the code, which the app exchanges. If the app is already installed, open only the App URL, so that the app can subscribe
 * to its webhooks again in case its port has changed. If the store has disabled or removed the app, do nothing.
 * @returns whether this call installed the app
 */
export async function installDemoApp(
  database: Database,
  deps: InstallDemoDeps,
  { handle, visit }: { handle: DemoAppHandle; visit: VisitUrl },
): Promise<boolean> {
  const store = await findStore(database, "demo", deps.addresses);
  if (store === null) return false;
  const owner = await database.maybeOne<{ id: number }>(findOwnerUnlessAppRemovedSql, [
    store.id,
    demoAccounts[0].email,
    handle,
  ]);
  if (owner === undefined) return false;
  const { open } = await startInstall(database, { store, app: handle }, deps);
  const consentUrl = await visit(open.url);
  // An installed app does not redirect to the consent page.
  if (consentUrl === null) return false;
  const redirect = await grantOnBehalf(database, { url: consentUrl, store, account_id: owner.id }, deps);
  if ((await visit(redirect)) === null) throw new Error("The app did not accept the authorization code.");
  return true;
}
