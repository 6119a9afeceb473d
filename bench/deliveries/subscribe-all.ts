import { demoAccounts, demoPassword } from "@souk/demo";
import {
  callConsole,
  type InstallRequest,
  installApp,
  type Person,
  type PlatformClient,
  registerApp,
  signUp,
} from "@souk/testkit";
import { getOrigin, hookPath, type Targets } from "./targets.ts";

const topic = "inventory_level/inventory_quantity_update";

/** A stock level that a benchmark changes. */
export interface Level {
  variant_id: number;
  location_id: number;
}

/** The demo store with its subscribed apps. */
export interface SubscribedStore {
  origin: string;
  /** The access token of one of the apps. */
  token: string;
  levels: readonly Level[];
  product_id: number;
}

/** Register and install one app and subscribe it to changes of stock. @returns its token */
async function installSubscribedApp(
  platform: PlatformClient,
  url: string,
  { store, partner }: { store: InstallRequest["store"]; partner: Person },
): Promise<string> {
  const app = await registerApp(platform, url, partner);
  const { token } = await installApp(platform, { store, app, scopes: ["read_products", "write_products"] });
  const webhook = { topic, url: `${url}${hookPath}` };
  const response = await platform.request(`${store.origin}/api/3.0/webhooks.json`, {
    method: "POST",
    token,
    json: { webhook },
  });
  if (response.status !== 200) throw new Error(`Subscribing returned ${response.status}: ${response.text}`);
  return token;
}

// The number of installations that one IP address can make before it reaches the rate limit.
const maxInstallationsPerAddress = 10;

/**
 * For each endpoint, install an app in the demo store and subscribe the app to changes of stock.
 * @param connectFrom connects to the platform from the given IP address of this machine
 */
export async function subscribeAll(
  connectFrom: (localAddress: string) => PlatformClient,
  targets: Targets,
): Promise<SubscribedStore> {
  const defaultPlatform = connectFrom("127.0.0.1");
  const { adminOrigin } = defaultPlatform.addresses;
  const origin = defaultPlatform.addresses.storeOrigin("demo");
  const partner = await signUp(defaultPlatform, "partners");
  const credentials = { email: demoAccounts[0].email, password: demoPassword };
  let token = "";
  for (
    let firstEndpoint = 0;
    firstEndpoint < targets.endpointCount;
    firstEndpoint += maxInstallationsPerAddress
  ) {
    const platform = connectFrom(`127.0.1.${1 + firstEndpoint / maxInstallationsPerAddress}`);
    const owner = { browser: platform.browser() };
    await callConsole(owner.browser, ["POST", `${adminOrigin}/api/console/session.json`], credentials);
    const store = { origin, host_url: `${adminOrigin}/demo`, owner };
    const endIndex = Math.min(firstEndpoint + maxInstallationsPerAddress, targets.endpointCount);
    for (let endpoint = firstEndpoint; endpoint < endIndex; endpoint++)
      token = await installSubscribedApp(platform, getOrigin(targets, endpoint), { store, partner });
  }
  const get = async <T>(path: string) =>
    (await defaultPlatform.request(`${origin}${path}`, { token })).json<T>();
  const { products } = await get<{ products: { id: number; variants: { id: number }[] }[] }>(
    "/api/3.0/products.json?limit=20",
  );
  const variant_ids = products.flatMap((product) => product.variants.map(({ id }) => id)).slice(0, 50);
  const { inventory_levels } = await get<{ inventory_levels: Level[] }>(
    `/api/4.0/inventory_levels.json?limit=250&variant_ids=${variant_ids.join(",")}`,
  );
  const levels = inventory_levels.map(({ variant_id, location_id }) => ({ variant_id, location_id }));
  return { origin, token, levels, product_id: products[0]?.id ?? 0 };
}
