import { demoAccounts, demoPassword } from "@souk/demo";
import {
  consoleCall,
  type Installing,
  installApp,
  type Person,
  type ReachedPlatform,
  registerApp,
  signUp,
} from "@souk/testkit";
import { getOrigin, hookPath, type Targets } from "./sends.ts";

const topic = "inventory_level/inventory_quantity_update";

/** A stock level whose changes are sent. */
export interface Level {
  variant_id: number;
  location_id: number;
}

/** The demo store with its apps, and the token of one of them. */
export interface SubscribedStore {
  origin: string;
  token: string;
  levels: readonly Level[];
  product_id: number;
}

/** Install one app, over HTTP, and subscribe it. @returns its token */
async function subscribeOne(
  platform: ReachedPlatform,
  url: string,
  { store, partner }: { store: Installing["store"]; partner: Person },
): Promise<string> {
  const app = await registerApp(platform, url, partner);
  const { token } = await installApp(platform, { store, app, scopes: ["read_products", "write_products"] });
  const webhook = { topic, url: `${url}${hookPath}` };
  const answer = await platform.request(`${store.origin}/api/3.0/webhooks.json`, {
    method: "POST",
    token,
    json: { webhook },
  });
  if (answer.status !== 200) throw new Error(`Subscribing was answered ${answer.status}: ${answer.text}`);
  return token;
}

// So many installations one address may make without waiting for its limit.
const fromOneAddress = 10;

/**
 * Install an app for each endpoint in the demo store and subscribe it to changes of stock.
 * @param from reaches the platform from an address of this machine
 */
export async function subscribeAll(
  from: (localAddress: string) => ReachedPlatform,
  targets: Targets,
): Promise<SubscribedStore> {
  const first = from("127.0.0.1");
  const { adminOrigin } = first.addresses;
  const origin = first.addresses.storeOrigin("demo");
  const partner = await signUp(first, "partners");
  const session = { email: demoAccounts[0].email, password: demoPassword };
  let token = "";
  for (let begin = 0; begin < targets.endpoints; begin += fromOneAddress) {
    const platform = from(`127.0.1.${1 + begin / fromOneAddress}`);
    const owner = { browser: platform.browser() };
    await consoleCall(owner.browser, ["POST", `${adminOrigin}/api/console/session.json`], session);
    const store = { origin, host_url: `${adminOrigin}/demo`, owner };
    const end = Math.min(begin + fromOneAddress, targets.endpoints);
    for (let endpoint = begin; endpoint < end; endpoint++)
      token = await subscribeOne(platform, getOrigin(targets, endpoint), { store, partner });
  }
  const get = async <T>(path: string) => (await first.request(`${origin}${path}`, { token })).json<T>();
  const { products } = await get<{ products: { id: number; variants: { id: number }[] }[] }>(
    "/api/3.0/products.json?limit=20",
  );
  const variants = products.flatMap((product) => product.variants.map(({ id }) => id)).slice(0, 50);
  const { inventory_levels } = await get<{ inventory_levels: Level[] }>(
    `/api/4.0/inventory_levels.json?limit=250&variant_ids=${variants.join(",")}`,
  );
  const levels = inventory_levels.map(({ variant_id, location_id }) => ({ variant_id, location_id }));
  return { origin, token, levels, product_id: products[0]?.id ?? 0 };
}
