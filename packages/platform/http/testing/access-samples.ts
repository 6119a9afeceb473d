import type { operations } from "@souk/contract";
import { type Answer, installApp, loadInstallationId, registerApp, seedStore } from "@souk/testkit";
import type { AccessFixture } from "./access-fixture.ts";
import { balanceSamples } from "./access-samples-of-balances.ts";
import { customerSamples } from "./access-samples-of-customers.ts";
import { customizationSamples } from "./access-samples-of-customization.ts";
import { fulfillmentSamples } from "./access-samples-of-fulfillment.ts";
import { groupSamples } from "./access-samples-of-groups.ts";
import { longWorkSamples } from "./access-samples-of-jobs.ts";
import { memberSamples } from "./access-samples-of-members.ts";
import { notificationSamples } from "./access-samples-of-notifications.ts";
import { orderSamples } from "./access-samples-of-orders.ts";
import { privacySamples } from "./access-samples-of-privacy.ts";
import { productSamples } from "./access-samples-of-products.ts";
import { purchasingSamples } from "./access-samples-of-purchasing.ts";
import { returnSamples } from "./access-samples-of-returns.ts";
import { storeSamples } from "./access-samples-of-store.ts";

type OperationId = (typeof operations)[keyof typeof operations]["id"];

/** The parts of a call beside its caller's credentials. */
export interface Sample {
  params?: Readonly<Record<string, string | number>>;
  query?: string;
  body?: unknown;
  /** The file that is sent as the body. */
  upload?: { type: string; text: string };
}

type Sampler = (fixture: AccessFixture) => Sample | Promise<Sample>;

async function done<T>(answer: Promise<Answer>): Promise<T> {
  const { status, text, json } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json<T>();
}

function product({ store }: AccessFixture): { product_id: number } {
  return { product_id: store.variants[0]?.product_id ?? 0 };
}

function level({ store }: AccessFixture): { variant_id: number; location_id: number } {
  return { variant_id: store.variants[0]?.id ?? 0, location_id: store.locations[0]?.id ?? 0 };
}

/** Create an image's record for one call. */
async function image(fixture: AccessFixture): Promise<{ params: { product_id: number; id: number } }> {
  const { product_id } = product(fixture);
  const row = await fixture.testing.database.maybeOne<{ id: number }>(
    `insert into product_images (store_id, product_id, path, position, width, height)
     values ($1, $2, '/demo/sample.png', 1, 8, 8) returning id`,
    [fixture.store.id, product_id],
  );
  return { params: { product_id, id: row?.id ?? 0 } };
}

/** Create a subscription of the app for one call. */
async function webhook({ testing, store, tokens, receiver }: AccessFixture): Promise<Sample> {
  const json = { webhook: { topic: `order/create ${performance.now()}`, url: `${receiver.url}/hooks` } };
  const made = testing.request(`${store.origin}/api/3.0/webhooks.json`, {
    method: "POST",
    token: tokens.full,
    json,
  });
  return { params: { id: (await done<{ id: number }>(made)).id } };
}

/** Install an app for one call. */
async function installation(fixture: AccessFixture): Promise<Sample> {
  const app = await registerApp(fixture.testing, fixture.receiver.url);
  await installApp(fixture.testing, { store: fixture.store, app, scopes: ["read_products"] });
  return { params: { id: await loadInstallationId(fixture.store, app) } };
}

function ownApp({ app }: AccessFixture): Sample {
  return { params: { id: app.id } };
}

async function ownInstallation(fixture: AccessFixture): Promise<Sample> {
  const { app } = fixture;
  return { params: { id: app.id, installation_id: await loadInstallationId(fixture.store, app) } };
}

/** Create a delivery to an installation of the app. */
async function ownDelivery(fixture: AccessFixture): Promise<Sample> {
  const { params } = await ownInstallation(fixture);
  return { params: { ...params, delivery_id: 1 } };
}

/** Return the partner of an app. */
async function findPartner({ testing }: AccessFixture, app: { id: number }): Promise<Sample> {
  const text = "select partner_id as id from apps where id = $1";
  const row = await testing.database.maybeOne<{ id: number }>(text, [app.id]);
  return { params: { id: row?.id ?? 0 } };
}

const reason = { body: { reason: "a sample" } };

function rotate({ testing, app }: AccessFixture): Promise<{ secret: { id: number } }> {
  const url = `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}/secrets.json`;
  return done(app.partner.browser.call("POST", url));
}

/** Create a second secret for one call; an existing one serves as well. */
async function rotated(fixture: AccessFixture): Promise<Sample> {
  const { testing, app } = fixture;
  await rotate(fixture).catch(() => undefined);
  const url = `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}.json`;
  const { app: shown } = await done<{ app: { secrets: { id: number; state: string }[] } }>(
    app.partner.browser.call("GET", url),
  );
  const next = shown.secrets.find(({ state }) => state === "next");
  return { params: { id: app.id, secret_id: next?.id ?? 0 } };
}

async function customApp({ testing, store }: AccessFixture): Promise<Sample> {
  const url = `${testing.addresses.adminOrigin}/${store.handle}/api/console/custom_apps.json`;
  const json = { name: `Sheet ${performance.now()}`, scopes: ["read_products"] };
  const { custom_app } = await done<{ custom_app: { id: number } }>(
    store.owner.browser.call("POST", url, json),
  );
  return { params: { id: custom_app.id } };
}

const account = { email: "sample@matrix.test", password: "a password for a sample" };

function registration({ receiver }: AccessFixture): Record<string, unknown> {
  return { name: "Sample", app_url: `${receiver.url}/app`, redirection_urls: [`${receiver.url}/callback`] };
}

/**
 * Sample calls of each operation, always with ids of the store that is called, so that any leak comes from
 * there.
 */
export const samples: Readonly<Record<OperationId, Sampler>> = {
  "oauth.access_token": ({ app }) => ({
    body: { code: "unknown", client_id: app.client_id, client_secret: app.client_secret },
  }),
  "products.list": () => ({}),
  "products.count": () => ({}),
  "products.get": (fixture) => ({ params: { id: product(fixture).product_id } }),
  ...productSamples,
  "variants.list": (fixture) => ({ params: product(fixture) }),
  "variants.count": (fixture) => ({ params: product(fixture) }),
  "variants.get": (fixture) => ({ params: { ...product(fixture), id: level(fixture).variant_id } }),
  "variants.update_many": (fixture) => ({
    params: product(fixture),
    body: { variants: [{ id: level(fixture).variant_id, sku: "sample" }] },
  }),
  "images.create": (fixture) => ({
    params: product(fixture),
    body: { images: [`${fixture.receiver.url}/picture.png`] },
  }),
  "images.list": (fixture) => ({ params: product(fixture) }),
  "images.count": (fixture) => ({ params: product(fixture) }),
  "images.get": image,
  "images.update": async (fixture) => ({ ...(await image(fixture)), body: { title: "Sample" } }),
  "images.delete": async (fixture) => {
    const { params } = await image(fixture);
    return { params: { product_id: params.product_id }, body: { image_ids: String(params.id) } };
  },
  "locations.list": () => ({}),
  "locations.count": () => ({}),
  "locations.get": (fixture) => ({ params: { id: level(fixture).location_id } }),
  "locations.get_by_code": () => ({ params: { code: "main" } }),
  "locations.create": () => ({ body: { name: "Sample outlet" } }),
  "locations.update": (fixture) => ({
    params: { id: level(fixture).location_id },
    body: { phone: "+60 4-261 0000" },
  }),
  "locations.delete": async ({ testing, store, tokens }) => {
    const url = `${store.origin}/api/3.0/locations.json`;
    const json = { name: `Sample ${performance.now()}` };
    const made = testing.request(url, { method: "POST", token: tokens.full, json });
    return { params: { id: (await done<{ location: { id: number } }>(made)).location.id } };
  },
  "inventory_levels.list": (fixture) => ({ query: `variant_ids=${level(fixture).variant_id}` }),
  "inventory_levels.count": (fixture) => ({ query: `location_ids=${level(fixture).location_id}` }),
  "inventory_levels.set": (fixture) => ({ body: { ...level(fixture), quantity: 5 } }),
  "inventory_levels.adjust": (fixture) => ({ body: { ...level(fixture), adjustment_quantity: 1 } }),
  "inventory_levels.reserve": (fixture) => ({ body: { ...level(fixture), reserved_quantity: 1 } }),
  "inventory_levels.batch": (fixture) => ({
    body: { inventory_levels: [{ ...level(fixture), adjustment_quantity: 1 }] },
  }),
  "inventory_movements.list": (fixture) => ({ query: `variant_ids=${level(fixture).variant_id}` }),
  "inventory_movements.count": () => ({}),
  ...groupSamples,
  ...customerSamples,
  ...customizationSamples,
  ...longWorkSamples,
  ...purchasingSamples,
  ...orderSamples,
  ...returnSamples,
  ...balanceSamples,
  ...storeSamples,
  "webhooks.create": ({ receiver }) => ({ body: { topic: "order/paid", url: `${receiver.url}/hooks` } }),
  "webhooks.list": () => ({}),
  "webhooks.count": () => ({}),
  "webhooks.get": webhook,
  "webhooks.update": async (fixture) => ({
    ...(await webhook(fixture)),
    body: { url: `${fixture.receiver.url}/elsewhere` },
  }),
  "webhooks.delete": webhook,
  "events.list": () => ({ query: "after=0" }),
  "admin.sign_up": () => ({ body: account }),
  "admin.sign_in": ({ store }) => ({ body: { email: store.owner.email, password: "not this" } }),
  "admin.session": () => ({}),
  "admin.sign_out": () => ({}),
  "partner.sign_up": () => ({ body: { ...account, email: "partner@matrix.test" } }),
  "partner.sign_in": ({ app }) => ({ body: { email: app.partner.email, password: "not this" } }),
  "partner.session": () => ({}),
  "partner.sign_out": () => ({}),
  "staff.create": () => ({ body: { ...account, email: "staff@matrix.test" } }),
  "stores.list": () => ({}),
  "stores.create": () => ({ body: { name: "Sample", handle: "matrix-sample" } }),
  "apps.list": () => ({}),
  "apps.register": (fixture) => ({ body: registration(fixture) }),
  "apps.get": ownApp,
  "apps.update": (fixture) => ({ ...ownApp(fixture), body: { embedded: true } }),
  "apps.rotate_secret": ownApp,
  "apps.switch_secret": rotated,
  "apps.revoke_secret": rotated,
  "apps.installations": ownApp,
  "apps.install_link": ownApp,
  "installs.start": ({ app }) => ({ body: { app: app.client_id } }),
  "installs.list": () => ({}),
  "installs.available": () => ({}),
  "installs.get": installation,
  "installs.open": installation,
  "installs.session_token": installation,
  "installs.disable": installation,
  "installs.enable": installation,
  "installs.uninstall": installation,
  "partners.own": () => ({}),
  "app_summaries.list": () => ({}),
  "app_installations.get": ownInstallation,
  "app_installations.webhooks": ownInstallation,
  "app_installations.deliveries": ownInstallation,
  "app_installations.delivery_hours": ownInstallation,
  "app_installations.replay_delivery": ownDelivery,
  "app_installations.replay_failed": async (fixture) => ({
    ...(await ownInstallation(fixture)),
    body: { since: "2026-11-20T00:00:00Z" },
  }),
  "staff_partners.list": () => ({}),
  "staff_partners.get": (fixture) => findPartner(fixture, fixture.app),
  // Something of its own each time: what is suspended is of no use to the other calls.
  "staff_partners.suspend": async (fixture) => ({
    ...(await findPartner(fixture, await registerApp(fixture.testing, fixture.receiver.url))),
    ...reason,
  }),
  "staff_partners.lift": async (fixture) => ({ ...(await findPartner(fixture, fixture.app)), ...reason }),
  "staff_apps.list": () => ({}),
  "staff_apps.get": ownApp,
  "staff_apps.suspend": async ({ testing, receiver }) => ({
    params: { id: (await registerApp(testing, receiver.url)).id },
    ...reason,
  }),
  "staff_apps.lift": (fixture) => ({ ...ownApp(fixture), ...reason }),
  "staff_apps.set_fulfillment_url": (fixture) => ({
    ...ownApp(fixture),
    body: { topic: "fulfillment/single", url: `${fixture.receiver.url}/fulfill`, reason: "They asked." },
  }),
  "staff_stores.list": () => ({}),
  "staff_stores.get": ({ store }) => ({ params: { id: store.id } }),
  "staff_stores.suspend": async ({ testing }) => ({
    params: { id: (await seedStore(testing)).id },
    ...reason,
  }),
  "staff_stores.lift": ({ store }) => ({ params: { id: store.id }, ...reason }),
  "staff_actions.list": () => ({}),
  ...memberSamples,
  ...privacySamples,
  "shipping_rates.list": (fixture) => ({
    body: {
      destination: { country_code: "MY" },
      origin_location_id: level(fixture).location_id,
      items: [{ variant_id: level(fixture).variant_id, quantity: 1 }],
    },
  }),
  ...notificationSamples,
  ...fulfillmentSamples,
  "activity.get": () => ({}),
  "audit_entries.list": () => ({}),
  "audit_entries.count": () => ({}),
  "custom_apps.create": () => ({ body: { name: "Sheet", scopes: ["read_products"] } }),
  "custom_apps.regenerate_token": customApp,
};
