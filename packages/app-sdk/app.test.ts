import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  callConsole,
  eventually,
  loadInstallationId,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { updatedSinceWithOverlap, walkPages } from "./index.ts";
import {
  type AppFixture,
  createSignedAppUrl,
  install,
  startAppFixture,
  visit,
} from "./testing/app-fixture.ts";
import type { Webhook } from "./webhooks/webhook.ts";

let platform: TestPlatform;
let fixture: AppFixture;
const receivedWebhooks: Webhook<"inventory_level/inventory_quantity_update">[] = [];

before(async () => {
  platform = await startTestPlatform();
  fixture = await startAppFixture(platform);
});
after(async () => {
  await fixture.stop();
  await platform.stop();
});

const getHostname = (store: SeededStore): string => new URL(store.origin).hostname;

async function installStore(): Promise<SeededStore> {
  const store = await seedStore(platform, { products: 1 });
  assert.equal((await install(store, fixture)).status, 302);
  return store;
}

test("WHK-11 a webhook handler receives a typed payload and can call the store's API", async () => {
  const app = fixture.deployRelease({
    webhooks: {
      "inventory_level/inventory_quantity_update": async (webhook) => {
        const { variant_id, location_id } = webhook.payload;
        const query = { variant_ids: [variant_id], location_ids: [location_id] };
        const { inventory_levels } = await webhook.api.inventory_levels.list({ query });
        assert.equal(inventory_levels[0]?.inventory_quantity, webhook.payload.inventory_quantity);
        receivedWebhooks.push(webhook);
      },
    },
  });
  const store = await installStore();
  const [variant, location] = [store.variants[0]!, store.locations[0]!];
  const body = { variant_id: variant.id, location_id: location.id, quantity: 41 };
  await app.shop(getHostname(store)).inventory_levels.set({ body });
  const [webhook] = await eventually(() => receivedWebhooks.length > 0 && receivedWebhooks);
  assert.deepEqual(
    [webhook?.shop, webhook?.payload.inventory_quantity, webhook?.attempt, webhook?.trigger_by_app],
    [getHostname(store), 41, 1, fixture.registeredApp.handle],
  );
  assert.deepEqual(fixture.errors, []);
});

/** Create a new client secret and switch the platform to signing with it. @returns the new secret */
async function rotateSecret(
  beforeSwitch: (newSecret: string) => Promise<void> = async () => undefined,
): Promise<string> {
  const { id, partner } = fixture.registeredApp;
  const appUrl = `${platform.addresses.partnersOrigin}/api/console/apps/${id}`;
  const { secret } = await callConsole<{ secret: { client_secret: string } }>(partner.browser, [
    "POST",
    `${appUrl}/secrets.json`,
  ]);
  await beforeSwitch(secret.client_secret);
  await callConsole(partner.browser, ["POST", `${appUrl}/secrets/switch.json`]);
  return secret.client_secret;
}

test("an app works with its old and its new secret during a rotation", async () => {
  await rotateSecret(async (newSecret) => {
    fixture.deployRelease({ clientSecret: [fixture.registeredApp.client_secret, newSecret] });
    await installStore();
  });
  // The old secret is no longer used, but it is still the first in the app's list.
  const store = await installStore();
  assert.equal((await visit(await createSignedAppUrl(store, fixture))).status, 200);
  assert.deepEqual(fixture.errors, []);
});

test("the admin's session token is signed with the new secret and identifies the store", async () => {
  const store = await seedStore(platform);
  const appWithOldSecret = fixture.deployRelease({});
  const clientSecret = await rotateSecret();
  const appWithNewSecret = fixture.deployRelease({ clientSecret });
  await install(store, fixture);
  const id = await loadInstallationId(store, fixture.registeredApp);
  const { session_token } = await callConsole<{ session_token: string }>(store.owner.browser, [
    "POST",
    `${store.host_url}/api/console/apps/${id}/session_token.json`,
  ]);
  const headers = { authorization: `Bearer ${session_token}` };
  const session = await appWithNewSecret.authenticate({ headers });
  assert.ok(session.ok, JSON.stringify(session));
  assert.deepEqual([session.shop, session.host_url], [getHostname(store), store.host_url]);
  assert.equal((await session.api.webhooks.count()).count, 1);
  // The token is signed with the new secret.
  assert.equal((await appWithOldSecret.authenticate({ headers })).ok, false);
});

test("WHK-12 in a time zone far from UTC, a reconciliation finds all changes since the previous one", async () => {
  const store = await installStore();
  await platform.database.query("update stores set timezone = 'America/Los_Angeles' where id = $1", [
    store.id,
  ]);
  const api = fixture.app.shop(getHostname(store));
  const listChangedSince = async (since: string | undefined) => {
    const changedProducts: { id: number; updated_at: string }[] = [];
    const query = { sort: "id.asc", ...(since === undefined ? {} : { updated_at_min: since }) };
    for await (const { products } of walkPages((page) => api.products.list({ query: { ...query, page } })))
      changedProducts.push(...products);
    return changedProducts;
  };
  const newestUpdatedAt =
    (await listChangedSince(undefined))
      .map(({ updated_at }) => updated_at)
      .sort()
      .at(-1) ?? null;
  assert.match(newestUpdatedAt ?? "", /-0[78]:00$/);
  const [variant, location] = [store.variants[0]!, store.locations[0]!];
  const body = { variant_id: variant.id, location_id: location.id, quantity: 77 };
  await api.inventory_levels.set({ body });
  assert.deepEqual(
    (await listChangedSince(updatedSinceWithOverlap(newestUpdatedAt))).map(({ id }) => id),
    [variant.product_id],
  );
  // This period begins half a day after the newest change, so it has no changes. This shows that `updated_at_min` is
  // respected.
  assert.deepEqual(await listChangedSince(updatedSinceWithOverlap(newestUpdatedAt, -12)), []);
});
