import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  consoleCall,
  eventually,
  loadInstallationId,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { updatedSinceWithOverlap, walkPages } from "./index.ts";
import { type AppFixture, install, signedAppUrl, startAppFixture, visit } from "./testing/app-fixture.ts";
import type { Webhook } from "./webhooks/webhook.ts";

let testing: TestPlatform;
let fixture: AppFixture;
const receivedStock: Webhook<"inventory_level/inventory_quantity_update">[] = [];

before(async () => {
  testing = await testPlatform();
  fixture = await startAppFixture(testing);
});
after(async () => {
  await fixture.stop();
  await testing.stop();
});

const getHostname = (store: SeededStore): string => new URL(store.origin).hostname;

async function installStore(): Promise<SeededStore> {
  const store = await seedStore(testing, { products: 1 });
  assert.equal((await install(store, fixture)).status, 302);
  return store;
}

test("WHK-11 the handler receives a store's change by type and can call the store", async () => {
  const app = fixture.release({
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
  const store = await installStore();
  const [variant, location] = [store.variants[0]!.id, store.locations[0]!.id];
  const body = { variant_id: variant, location_id: location, quantity: 41 };
  await app.shop(getHostname(store)).inventory_levels.set({ body });
  const [webhook] = await eventually(() => receivedStock.length > 0 && receivedStock);
  assert.deepEqual(
    [webhook?.shop, webhook?.payload.inventory_quantity, webhook?.attempt, webhook?.trigger_by_app],
    [getHostname(store), 41, 1, fixture.registered.handle],
  );
  assert.deepEqual(fixture.errors, []);
});

/** Create a new secret, with which the platform signs from now on. */
async function rotatedSecret(
  during: (next: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const { id, partner } = fixture.registered;
  const place = `${testing.addresses.partnersOrigin}/api/console/apps/${id}`;
  const { secret } = await consoleCall<{ secret: { client_secret: string } }>(partner.browser, [
    "POST",
    `${place}/secrets.json`,
  ]);
  await during(secret.client_secret);
  await consoleCall(partner.browser, ["POST", `${place}/secrets/switch.json`]);
  return secret.client_secret;
}

test("an app works with its old and its new secret during a rotation", async () => {
  await rotatedSecret(async (next) => {
    fixture.release({ clientSecret: [fixture.registered.client_secret, next] });
    await installStore();
  });
  // The old one is gone now and still the first in the app's list.
  const store = await installStore();
  assert.equal((await visit(await signedAppUrl(store, fixture))).status, 200);
  assert.deepEqual(fixture.errors, []);
});

test("the admin's session token identifies the person and the store to the app", async () => {
  const store = await seedStore(testing);
  const app = fixture.release({});
  const client_secret = await rotatedSecret();
  const switched = fixture.release({ clientSecret: client_secret });
  await install(store, fixture);
  const id = await loadInstallationId(store, fixture.registered);
  const { session_token } = await consoleCall<{ session_token: string }>(store.owner.browser, [
    "POST",
    `${store.host_url}/api/console/apps/${id}/session_token.json`,
  ]);
  const headers = { authorization: `Bearer ${session_token}` };
  const session = await switched.authenticate({ headers });
  assert.ok(session.ok, JSON.stringify(session));
  assert.deepEqual([session.shop, session.host_url], [getHostname(store), store.host_url]);
  assert.equal((await session.api.webhooks.count()).count, 1);
  // Signed with a secret that this one does not have.
  assert.equal((await app.authenticate({ headers })).ok, false);
});

test("WHK-12 a reconciliation finds all later changes in a store far from UTC", async () => {
  const store = await installStore();
  await testing.database.query("update stores set timezone = 'America/Los_Angeles' where id = $1", [
    store.id,
  ]);
  const api = fixture.app.shop(getHostname(store));
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
  const [{ id: variant, product_id } = { id: 0, product_id: 0 }] = store.variants;
  const [{ id: location } = { id: 0 }] = store.locations;
  await api.inventory_levels.set({ body: { variant_id: variant, location_id: location, quantity: 77 } });
  assert.deepEqual(
    (await walk(updatedSinceWithOverlap(newest))).map(({ id }) => id),
    [product_id],
  );
  // Half a day on from there nothing has changed yet: the window is really read.
  assert.deepEqual(await walk(updatedSinceWithOverlap(newest, -12)), []);
});
