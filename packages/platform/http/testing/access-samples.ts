import type { operations } from "@souk/contract";
import { type HttpResponse, installApp, loadInstallationId, registerApp, seedStore } from "@souk/testkit";
import type { AccessFixture } from "./access-fixture.ts";
import { balanceSamples } from "./access-samples-of-balances.ts";
import { collectionSamples } from "./access-samples-of-collections.ts";
import { customerSamples } from "./access-samples-of-customers.ts";
import { customizationSamples } from "./access-samples-of-customization.ts";
import { fulfillmentSamples } from "./access-samples-of-fulfillment.ts";
import { jobSamples } from "./access-samples-of-jobs.ts";
import { logSamples } from "./access-samples-of-logs.ts";
import { memberSamples } from "./access-samples-of-members.ts";
import { notificationSamples } from "./access-samples-of-notifications.ts";
import { orderSamples } from "./access-samples-of-orders.ts";
import { privacySamples } from "./access-samples-of-privacy.ts";
import { productSamples } from "./access-samples-of-products.ts";
import { purchasingSamples } from "./access-samples-of-purchasing.ts";
import { returnSamples } from "./access-samples-of-returns.ts";
import { staffSamples } from "./access-samples-of-staff.ts";
import { storeSamples } from "./access-samples-of-store.ts";

type OperationId = (typeof operations)[keyof typeof operations]["id"];

/** A sample call without the caller's credentials. */
export interface Sample {
  params?: Readonly<Record<string, string | number>>;
  query?: string;
  body?: unknown;
  /** The file to send as the body. */
  upload?: { type: string; text: string };
}

type Sampler = (fixture: AccessFixture) => Sample | Promise<Sample>;

async function awaitJson<T>(response: Promise<HttpResponse>): Promise<T> {
  const { status, text, json } = await response;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json<T>();
}

function getProductParams({ store }: AccessFixture): { product_id: number } {
  return { product_id: store.variants[0]?.product_id ?? 0 };
}

function getLevel({ store }: AccessFixture): { variant_id: number; location_id: number } {
  return { variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[0]?.id ?? 0 };
}

/** Create a product image for one call, without a stored file. */
async function createImageSample(
  fixture: AccessFixture,
): Promise<{ params: { product_id: number; id: number } }> {
  const { product_id } = getProductParams(fixture);
  const row = await fixture.testPlatform.database.maybeOne<{ id: number }>(
    `insert into product_images (store_id, product_id, path, position, width, height)
     values ($1, $2, '/demo/sample.png', 1, 8, 8) returning id`,
    [fixture.store.id, product_id],
  );
  return { params: { product_id, id: row?.id ?? 0 } };
}

/** Create a webhook subscription of the app for one call. */
async function createWebhookSample(fixture: AccessFixture): Promise<Sample> {
  const { testPlatform, store, tokens, receiver } = fixture;
  const json = { webhook: { topic: `order/create ${performance.now()}`, url: `${receiver.url}/hooks` } };
  const response = testPlatform.request(`${store.origin}/api/3.0/webhooks.json`, {
    method: "POST",
    token: tokens.full,
    json,
  });
  return { params: { id: (await awaitJson<{ id: number }>(response)).id } };
}

/** Install an app for one call. */
async function createInstallationSample(fixture: AccessFixture): Promise<Sample> {
  const app = await registerApp(fixture.testPlatform, fixture.receiver.url);
  await installApp(fixture.testPlatform, { store: fixture.store, app, scopes: ["read_products"] });
  return { params: { id: await loadInstallationId(fixture.store, app) } };
}

function getAppSample({ app }: AccessFixture): Sample {
  return { params: { id: app.id } };
}

async function getInstallationSample({ app, store }: AccessFixture): Promise<Sample> {
  return { params: { id: app.id, installation_id: await loadInstallationId(store, app) } };
}

/** Return the parameters of a delivery to the app's installation; the delivery need not exist. */
async function getDeliverySample(fixture: AccessFixture): Promise<Sample> {
  const { params } = await getInstallationSample(fixture);
  return { params: { ...params, delivery_id: 1 } };
}

/** Find the partner of an app. */
async function findPartnerSample({ testPlatform }: AccessFixture, app: { id: number }): Promise<Sample> {
  const text = "select partner_id as id from apps where id = $1";
  const row = await testPlatform.database.maybeOne<{ id: number }>(text, [app.id]);
  return { params: { id: row?.id ?? 0 } };
}

const reasonBody = { body: { reason: "a sample" } };

function rotateSecret({ testPlatform, app }: AccessFixture): Promise<{ secret: { id: number } }> {
  const url = `${testPlatform.addresses.partnersOrigin}/api/console/apps/${app.id}/secrets.json`;
  return awaitJson(app.partner.browser.call("POST", url));
}

/** Create a second secret of the app for one call, or use the second secret that an earlier call created. */
async function createSecretSample(fixture: AccessFixture): Promise<Sample> {
  const { testPlatform, app } = fixture;
  await rotateSecret(fixture).catch(() => undefined);
  const url = `${testPlatform.addresses.partnersOrigin}/api/console/apps/${app.id}.json`;
  const { app: appDetails } = await awaitJson<{ app: { secrets: { id: number; state: string }[] } }>(
    app.partner.browser.call("GET", url),
  );
  const nextSecret = appDetails.secrets.find(({ state }) => state === "next");
  return { params: { id: app.id, secret_id: nextSecret?.id ?? 0 } };
}

async function createCustomAppSample({ testPlatform, store }: AccessFixture): Promise<Sample> {
  const url = `${testPlatform.addresses.adminOrigin}/${store.handle}/api/console/custom_apps.json`;
  const json = { name: `Sheet ${performance.now()}`, scopes: ["read_products"] };
  const { custom_app } = await awaitJson<{ custom_app: { id: number } }>(
    store.owner.browser.call("POST", url, json),
  );
  return { params: { id: custom_app.id } };
}

const accountBody = { email: "sample@matrix.test", password: "a password for a sample" };

function buildAppBody({ receiver }: AccessFixture): Record<string, unknown> {
  return { name: "Sample", app_url: `${receiver.url}/app`, redirection_urls: [`${receiver.url}/callback`] };
}

/**
 * A sample call of each operation. Its ids are always ids of the store that is called, so that a response can leak only data
 * of this store.
 */
export const samples: Readonly<Record<OperationId, Sampler>> = {
  "oauth.access_token": ({ app }) => ({
    body: { code: "unknown", client_id: app.client_id, client_secret: app.client_secret },
  }),
  "products.list": () => ({}),
  "products.count": () => ({}),
  "products.get": (fixture) => ({ params: { id: getProductParams(fixture).product_id } }),
  ...productSamples,
  "variants.list": (fixture) => ({ params: getProductParams(fixture) }),
  "variants.count": (fixture) => ({ params: getProductParams(fixture) }),
  "variants.get": (fixture) => ({
    params: { ...getProductParams(fixture), id: getLevel(fixture).variant_id },
  }),
  "variants.update_many": (fixture) => ({
    params: getProductParams(fixture),
    body: { variants: [{ id: getLevel(fixture).variant_id, sku: "sample" }] },
  }),
  "images.create": (fixture) => ({
    params: getProductParams(fixture),
    body: { images: [`${fixture.receiver.url}/picture.png`] },
  }),
  "images.list": (fixture) => ({ params: getProductParams(fixture) }),
  "images.count": (fixture) => ({ params: getProductParams(fixture) }),
  "images.get": createImageSample,
  "images.update": async (fixture) => ({ ...(await createImageSample(fixture)), body: { title: "Sample" } }),
  "images.delete": async (fixture) => {
    const { params } = await createImageSample(fixture);
    return { params: { product_id: params.product_id }, body: { image_ids: String(params.id) } };
  },
  "locations.list": () => ({}),
  "locations.count": () => ({}),
  "locations.get": (fixture) => ({ params: { id: getLevel(fixture).location_id } }),
  "locations.get_by_code": () => ({ params: { code: "main" } }),
  "locations.create": () => ({ body: { name: "Sample outlet" } }),
  "locations.update": (fixture) => ({
    params: { id: getLevel(fixture).location_id },
    body: { phone: "+60 4-261 0000" },
  }),
  "locations.delete": async ({ testPlatform, store, tokens }) => {
    const url = `${store.origin}/api/3.0/locations.json`;
    const json = { name: `Sample ${performance.now()}` };
    const response = testPlatform.request(url, { method: "POST", token: tokens.full, json });
    return { params: { id: (await awaitJson<{ location: { id: number } }>(response)).location.id } };
  },
  "inventory_levels.list": (fixture) => ({ query: `variant_ids=${getLevel(fixture).variant_id}` }),
  "inventory_levels.count": (fixture) => ({ query: `location_ids=${getLevel(fixture).location_id}` }),
  "inventory_levels.set": (fixture) => ({ body: { ...getLevel(fixture), quantity: 5 } }),
  "inventory_levels.adjust": (fixture) => ({ body: { ...getLevel(fixture), adjustment_quantity: 1 } }),
  "inventory_levels.reserve": (fixture) => ({ body: { ...getLevel(fixture), reserved_quantity: 1 } }),
  "inventory_levels.batch": (fixture) => ({
    body: { inventory_levels: [{ ...getLevel(fixture), adjustment_quantity: 1 }] },
  }),
  "inventory_movements.list": (fixture) => ({ query: `variant_ids=${getLevel(fixture).variant_id}` }),
  "inventory_movements.count": () => ({}),
  ...collectionSamples,
  ...customerSamples,
  ...customizationSamples,
  ...jobSamples,
  ...purchasingSamples,
  ...orderSamples,
  ...returnSamples,
  ...balanceSamples,
  ...storeSamples,
  "webhooks.create": ({ receiver }) => ({ body: { topic: "order/paid", url: `${receiver.url}/hooks` } }),
  "webhooks.list": () => ({}),
  "webhooks.count": () => ({}),
  "webhooks.get": createWebhookSample,
  "webhooks.update": async (fixture) => ({
    ...(await createWebhookSample(fixture)),
    body: { url: `${fixture.receiver.url}/elsewhere` },
  }),
  "webhooks.delete": createWebhookSample,
  "events.list": () => ({ query: "after=0" }),
  "admin.sign_up": () => ({ body: accountBody }),
  "admin.sign_in": ({ store }) => ({ body: { email: store.owner.email, password: "not this" } }),
  "admin.session": () => ({}),
  "admin.sign_out": () => ({}),
  "partner.sign_up": () => ({ body: { ...accountBody, email: "partner@matrix.test" } }),
  "partner.sign_in": ({ app }) => ({ body: { email: app.partner.email, password: "not this" } }),
  "partner.session": () => ({}),
  "partner.sign_out": () => ({}),
  "accounts.create": () => ({ body: { ...accountBody, email: "merchant@matrix.test" } }),
  "accounts.remove_factors": () => ({ body: { email: "nobody@shops.test" } }),
  "accounts.set_password": ({ store }) => ({ body: { email: store.owner.email, password: "short" } }),
  "staff.create": () => ({ body: { ...accountBody, email: "staff@matrix.test" } }),
  "secret_key_rotations.create": () => ({ body: { max_records: 0 } }),
  "stores.list": () => ({}),
  "stores.create": () => ({ body: { name: "Sample", handle: "matrix-sample" } }),
  "apps.list": () => ({}),
  "apps.register": (fixture) => ({ body: buildAppBody(fixture) }),
  "apps.get": getAppSample,
  "apps.update": (fixture) => ({ ...getAppSample(fixture), body: { embedded: true } }),
  "apps.rotate_secret": getAppSample,
  "apps.switch_secret": createSecretSample,
  "apps.revoke_secret": createSecretSample,
  "apps.installations": getAppSample,
  "apps.install_link": getAppSample,
  "installs.start": ({ app }) => ({ body: { app: app.client_id } }),
  "installs.list": () => ({}),
  "installs.available": () => ({}),
  "installs.get": createInstallationSample,
  "installs.open": createInstallationSample,
  "installs.session_token": createInstallationSample,
  "installs.disable": createInstallationSample,
  "installs.enable": createInstallationSample,
  "installs.uninstall": createInstallationSample,
  "partners.own": () => ({}),
  "app_summaries.list": () => ({}),
  "app_installations.get": getInstallationSample,
  "app_installations.webhooks": getInstallationSample,
  "app_installations.deliveries": getInstallationSample,
  "app_installations.delivery_hours": getInstallationSample,
  "app_installations.replay_delivery": getDeliverySample,
  "app_installations.replay_failed": async (fixture) => ({
    ...(await getInstallationSample(fixture)),
    body: { since: "2026-11-20T00:00:00Z" },
  }),
  "staff_partners.list": () => ({}),
  "staff_partners.get": (fixture) => findPartnerSample(fixture, fixture.app),
  // Each suspend call gets a new partner, app or store, because the other calls cannot use a suspended one.
  "staff_partners.suspend": async (fixture) => ({
    ...(await findPartnerSample(fixture, await registerApp(fixture.testPlatform, fixture.receiver.url))),
    ...reasonBody,
  }),
  "staff_partners.lift": async (fixture) => ({
    ...(await findPartnerSample(fixture, fixture.app)),
    ...reasonBody,
  }),
  "staff_apps.list": () => ({}),
  "staff_apps.get": getAppSample,
  "staff_apps.suspend": async ({ testPlatform, receiver }) => ({
    params: { id: (await registerApp(testPlatform, receiver.url)).id },
    ...reasonBody,
  }),
  "staff_apps.lift": (fixture) => ({ ...getAppSample(fixture), ...reasonBody }),
  "staff_apps.set_fulfillment_url": (fixture) => ({
    ...getAppSample(fixture),
    body: { topic: "fulfillment/single", url: `${fixture.receiver.url}/fulfill`, reason: "They asked." },
  }),
  "staff_stores.list": () => ({}),
  "staff_stores.get": ({ store }) => ({ params: { id: store.id } }),
  "staff_stores.suspend": async ({ testPlatform }) => ({
    params: { id: (await seedStore(testPlatform)).id },
    ...reasonBody,
  }),
  "staff_stores.lift": ({ store }) => ({ params: { id: store.id }, ...reasonBody }),
  ...staffSamples,
  ...memberSamples,
  ...privacySamples,
  "shipping_rates.list": (fixture) => ({
    body: {
      destination: { country_code: "MY" },
      origin_location_id: getLevel(fixture).location_id,
      items: [{ variant_id: getLevel(fixture).variant_id, quantity: 1 }],
    },
  }),
  ...notificationSamples,
  ...fulfillmentSamples,
  ...logSamples,
  "custom_apps.create": () => ({ body: { name: "Sheet", scopes: ["read_products"] } }),
  "custom_apps.regenerate_token": createCustomAppSample,
};
