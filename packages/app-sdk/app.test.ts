import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  consoleCall,
  eventually,
  installationOf,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { overlapBefore, walkPages } from "./index.ts";
import { type AppRig, appRig, install, signedAppUrl, visit } from "./testing/app-rig.ts";
import type { Webhook } from "./webhooks/webhook.ts";

let testing: TestPlatform;
let rig: AppRig;
const receivedStock: Webhook<"inventory_level/inventory_quantity_update">[] = [];

before(async () => {
  testing = await testPlatform();
  rig = await appRig(testing);
});
after(async () => {
  await rig.stop();
  await testing.stop();
});

const nameOf = (shop: SeededShop): string => new URL(shop.origin).hostname;

async function installedShop(): Promise<SeededShop> {
  const shop = await seedShop(testing, { products: 1 });
  assert.equal((await install(shop, rig)).status, 302);
  return shop;
}

test("WHK-11 a change in the shop reaches the handler with its type, and the handler can call the shop", async () => {
  const app = rig.release({
    webhooks: {
      "inventory_level/inventory_quantity_update": async (webhook) => {
        const { variant_id, location_id } = webhook.payload;
        const query = { variant_ids: [variant_id], location_ids: [location_id] };
        const { inventory_levels } = await webhook.api.inventory_levels.list({ query });
        assert.equal(inventory_levels[0]?.inventory_quantity, webhook.payload.inventory_quantity);
        receivedStock.push(webhook);
      },
    },
  });
  const shop = await installedShop();
  const [variant, location] = [shop.variants[0]!.id, shop.locations[0]!.id];
  const body = { variant_id: variant, location_id: location, quantity: 41 };
  await app.shop(nameOf(shop)).inventory_levels.set({ body });
  const [webhook] = await eventually(() => receivedStock.length > 0 && receivedStock);
  assert.deepEqual(
    [webhook?.shop, webhook?.payload.inventory_quantity, webhook?.attempt, webhook?.trigger_by_app],
    [nameOf(shop), 41, 1, rig.registered.handle],
  );
  assert.deepEqual(rig.problems, []);
});

/** A new secret, which the platform signs with from now on. */
async function rotatedSecret(
  during: (next: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const { id, partner } = rig.registered;
  const place = `${testing.addresses.partnersOrigin}/api/console/apps/${id}`;
  const { secret } = await consoleCall<{ secret: { client_secret: string } }>(partner.browser, [
    "POST",
    `${place}/secrets.json`,
  ]);
  await during(secret.client_secret);
  await consoleCall(partner.browser, ["POST", `${place}/secrets/switch.json`]);
  return secret.client_secret;
}

test("while a secret is rotated the app works with the old one and with the new one", async () => {
  await rotatedSecret(async (next) => {
    rig.release({ clientSecret: [rig.registered.client_secret, next] });
    await installedShop();
  });
  // The old one is gone now and still the first in the app's list.
  const shop = await installedShop();
  assert.equal((await visit(await signedAppUrl(shop, rig))).status, 200);
  assert.deepEqual(rig.problems, []);
});

test("the session token of the admin tells the app who works in which shop", async () => {
  const shop = await seedShop(testing);
  const app = rig.release({});
  const client_secret = await rotatedSecret();
  const switched = rig.release({ clientSecret: client_secret });
  await install(shop, rig);
  const id = await installationOf(shop, rig.registered);
  const { session_token } = await consoleCall<{ session_token: string }>(shop.owner.browser, [
    "POST",
    `${shop.host_url}/api/console/apps/${id}/session_token.json`,
  ]);
  const headers = { authorization: `Bearer ${session_token}` };
  const session = await switched.authenticate({ headers });
  assert.ok(session.ok, JSON.stringify(session));
  assert.deepEqual([session.shop, session.host_url], [nameOf(shop), shop.host_url]);
  assert.equal((await session.api.webhooks.count()).count, 1);
  // Signed with a secret that this one does not have.
  assert.equal((await app.authenticate({ headers })).ok, false);
});

test("WHK-12 a reconciliation finds what changed after the last one, in a shop far from UTC", async () => {
  const shop = await installedShop();
  await testing.database.query("update stores set timezone = 'America/Los_Angeles' where id = $1", [shop.id]);
  const api = rig.app.shop(nameOf(shop));
  const walk = async (since: string | undefined) => {
    const found: { id: number; updated_at: string }[] = [];
    const query = { sort: "id.asc", ...(since === undefined ? {} : { updated_at_min: since }) };
    for await (const { products } of walkPages((page) => api.products.list({ query: { ...query, page } })))
      found.push(...products);
    return found;
  };
  const newest =
    (await walk(undefined))
      .map(({ updated_at }) => updated_at)
      .sort()
      .at(-1) ?? null;
  assert.match(newest ?? "", /-0[78]:00$/);
  const [{ id: variant, product_id } = { id: 0, product_id: 0 }] = shop.variants;
  const [{ id: location } = { id: 0 }] = shop.locations;
  await api.inventory_levels.set({ body: { variant_id: variant, location_id: location, quantity: 77 } });
  assert.deepEqual(
    (await walk(overlapBefore(newest))).map(({ id }) => id),
    [product_id],
  );
  // Half a day on from there nothing has changed yet: the window is really read.
  assert.deepEqual(await walk(overlapBefore(newest, -12)), []);
});
