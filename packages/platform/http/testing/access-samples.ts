import type { operations } from "@souk/contract";
import { type Answer, installApp, installationOf, registerApp, seedShop } from "@souk/testkit";
import type { Ground } from "./access-callers.ts";
import { balanceSamples } from "./access-samples-of-balances.ts";
import { customerSamples } from "./access-samples-of-customers.ts";
import { customisationSamples } from "./access-samples-of-customisation.ts";
import { fulfillmentSamples } from "./access-samples-of-fulfillment.ts";
import { groupSamples } from "./access-samples-of-groups.ts";
import { longWorkSamples } from "./access-samples-of-long-work.ts";
import { memberSamples } from "./access-samples-of-members.ts";
import { notificationSamples } from "./access-samples-of-notifications.ts";
import { orderSamples } from "./access-samples-of-orders.ts";
import { privacySamples } from "./access-samples-of-privacy.ts";
import { productSamples } from "./access-samples-of-products.ts";
import { purchasingSamples } from "./access-samples-of-purchasing.ts";
import { returnSamples } from "./access-samples-of-returns.ts";
import { storeSamples } from "./access-samples-of-store.ts";

type OperationId = (typeof operations)[keyof typeof operations]["id"];

/** What a call sends beside its caller's proof. */
export interface Sample {
  params?: Readonly<Record<string, string | number>>;
  query?: string;
  body?: unknown;
  /** A file that is sent as the body. */
  upload?: { type: string; text: string };
}

type Sampler = (ground: Ground) => Sample | Promise<Sample>;

async function done<T>(answer: Promise<Answer>): Promise<T> {
  const { status, text, json } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return json<T>();
}

function product({ shop }: Ground): { product_id: number } {
  return { product_id: shop.variants[0]?.product_id ?? 0 };
}

function level({ shop }: Ground): { variant_id: number; location_id: number } {
  return { variant_id: shop.variants[0]?.id ?? 0, location_id: shop.locations[0]?.id ?? 0 };
}

/** A picture's record, made for one call. */
async function image(ground: Ground): Promise<{ params: { product_id: number; id: number } }> {
  const { product_id } = product(ground);
  const { rows } = await ground.testing.database.query<{ id: number }>(
    `insert into product_images (store_id, product_id, path, position, width, height)
     values ($1, $2, '/demo/sample.png', 1, 8, 8) returning id`,
    [ground.shop.id, product_id],
  );
  return { params: { product_id, id: rows[0]?.id ?? 0 } };
}

/** A subscription of the app, made for one call. */
async function webhook({ testing, shop, tokens, receiver }: Ground): Promise<Sample> {
  const json = { webhook: { topic: `order/create ${performance.now()}`, url: `${receiver.url}/hooks` } };
  const made = testing.request(`${shop.origin}/api/3.0/webhooks.json`, {
    method: "POST",
    token: tokens.full,
    json,
  });
  return { params: { id: (await done<{ id: number }>(made)).id } };
}

/** An app installed for one call. */
async function installation(ground: Ground): Promise<Sample> {
  const app = await registerApp(ground.testing, ground.receiver.url);
  await installApp(ground.testing, { shop: ground.shop, app, scopes: ["read_products"] });
  return { params: { id: await installationOf(ground.shop, app) } };
}

function ownApp({ app }: Ground): Sample {
  return { params: { id: app.id } };
}

async function ownInstallation(ground: Ground): Promise<Sample> {
  const { app } = ground;
  return { params: { id: app.id, installation_id: await installationOf(ground.shop, app) } };
}

/** A delivery to an installation of the app. */
async function ownDelivery(ground: Ground): Promise<Sample> {
  const { params } = await ownInstallation(ground);
  return { params: { ...params, delivery_id: 1 } };
}

/** The partner of an app. */
async function partnerOf({ testing }: Ground, app: { id: number }): Promise<Sample> {
  const text = "select partner_id as id from apps where id = $1";
  const { rows } = await testing.database.query<{ id: number }>(text, [app.id]);
  return { params: { id: rows[0]?.id ?? 0 } };
}

const reason = { body: { reason: "a sample" } };

function rotate({ testing, app }: Ground): Promise<{ secret: { id: number } }> {
  const url = `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}/secrets.json`;
  return done(app.partner.browser.call("POST", url));
}

/** A second secret made for one call; one that is there already serves as well. */
async function rotated(ground: Ground): Promise<Sample> {
  const { testing, app } = ground;
  await rotate(ground).catch(() => undefined);
  const url = `${testing.addresses.partnersOrigin}/api/console/apps/${app.id}.json`;
  const { app: shown } = await done<{ app: { secrets: { id: number; state: string }[] } }>(
    app.partner.browser.call("GET", url),
  );
  const next = shown.secrets.find(({ state }) => state === "next");
  return { params: { id: app.id, secret_id: next?.id ?? 0 } };
}

async function customApp({ testing, shop }: Ground): Promise<Sample> {
  const url = `${testing.addresses.adminOrigin}/${shop.handle}/api/console/custom_apps.json`;
  const json = { name: `Sheet ${performance.now()}`, scopes: ["read_products"] };
  const { custom_app } = await done<{ custom_app: { id: number } }>(
    shop.owner.browser.call("POST", url, json),
  );
  return { params: { id: custom_app.id } };
}

const account = { email: "sample@matrix.test", password: "a password for a sample" };

function registration({ receiver }: Ground): Record<string, unknown> {
  return { name: "Sample", app_url: `${receiver.url}/app`, redirection_urls: [`${receiver.url}/callback`] };
}

/** How each operation is called, always with ids of the shop that is called: what leaks, leaks from there. */
export const samples: Readonly<Record<OperationId, Sampler>> = {
  "oauth.access_token": ({ app }) => ({
    body: { code: "unknown", client_id: app.client_id, client_secret: app.client_secret },
  }),
  "products.list": () => ({}),
  "products.count": () => ({}),
  "products.get": (ground) => ({ params: { id: product(ground).product_id } }),
  ...productSamples,
  "variants.list": (ground) => ({ params: product(ground) }),
  "variants.count": (ground) => ({ params: product(ground) }),
  "variants.get": (ground) => ({ params: { ...product(ground), id: level(ground).variant_id } }),
  "variants.update_many": (ground) => ({
    params: product(ground),
    body: { variants: [{ id: level(ground).variant_id, sku: "sample" }] },
  }),
  "images.create": (ground) => ({
    params: product(ground),
    body: { images: [`${ground.receiver.url}/picture.png`] },
  }),
  "images.list": (ground) => ({ params: product(ground) }),
  "images.count": (ground) => ({ params: product(ground) }),
  "images.get": image,
  "images.update": async (ground) => ({ ...(await image(ground)), body: { title: "Sample" } }),
  "images.delete": async (ground) => {
    const { params } = await image(ground);
    return { params: { product_id: params.product_id }, body: { image_ids: String(params.id) } };
  },
  "locations.list": () => ({}),
  "locations.count": () => ({}),
  "locations.get": (ground) => ({ params: { id: level(ground).location_id } }),
  "locations.get_by_code": () => ({ params: { code: "main" } }),
  "locations.create": () => ({ body: { name: "Sample outlet" } }),
  "locations.update": (ground) => ({
    params: { id: level(ground).location_id },
    body: { phone: "+60 4-261 0000" },
  }),
  "locations.delete": async ({ testing, shop, tokens }) => {
    const url = `${shop.origin}/api/3.0/locations.json`;
    const json = { name: `Sample ${performance.now()}` };
    const made = testing.request(url, { method: "POST", token: tokens.full, json });
    return { params: { id: (await done<{ location: { id: number } }>(made)).location.id } };
  },
  "inventory_levels.list": (ground) => ({ query: `variant_ids=${level(ground).variant_id}` }),
  "inventory_levels.count": (ground) => ({ query: `location_ids=${level(ground).location_id}` }),
  "inventory_levels.set": (ground) => ({ body: { ...level(ground), quantity: 5 } }),
  "inventory_levels.adjust": (ground) => ({ body: { ...level(ground), adjustment_quantity: 1 } }),
  "inventory_levels.reserve": (ground) => ({ body: { ...level(ground), reserved_quantity: 1 } }),
  "inventory_levels.batch": (ground) => ({
    body: { inventory_levels: [{ ...level(ground), adjustment_quantity: 1 }] },
  }),
  "inventory_movements.list": (ground) => ({ query: `variant_ids=${level(ground).variant_id}` }),
  "inventory_movements.count": () => ({}),
  ...groupSamples,
  ...customerSamples,
  ...customisationSamples,
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
  "webhooks.update": async (ground) => ({
    ...(await webhook(ground)),
    body: { url: `${ground.receiver.url}/elsewhere` },
  }),
  "webhooks.delete": webhook,
  "events.list": () => ({ query: "after=0" }),
  "admin.sign_up": () => ({ body: account }),
  "admin.sign_in": ({ shop }) => ({ body: { email: shop.owner.email, password: "not this" } }),
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
  "apps.register": (ground) => ({ body: registration(ground) }),
  "apps.get": ownApp,
  "apps.update": (ground) => ({ ...ownApp(ground), body: { embedded: true } }),
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
  "app_installations.replay_failed": async (ground) => ({
    ...(await ownInstallation(ground)),
    body: { since: "2026-11-20T00:00:00Z" },
  }),
  "staff_partners.list": () => ({}),
  "staff_partners.get": (ground) => partnerOf(ground, ground.app),
  // Something of its own each time: what is suspended is of no use to the other calls.
  "staff_partners.suspend": async (ground) => ({
    ...(await partnerOf(ground, await registerApp(ground.testing, ground.receiver.url))),
    ...reason,
  }),
  "staff_partners.lift": async (ground) => ({ ...(await partnerOf(ground, ground.app)), ...reason }),
  "staff_apps.list": () => ({}),
  "staff_apps.get": ownApp,
  "staff_apps.suspend": async ({ testing, receiver }) => ({
    params: { id: (await registerApp(testing, receiver.url)).id },
    ...reason,
  }),
  "staff_apps.lift": (ground) => ({ ...ownApp(ground), ...reason }),
  "staff_apps.set_fulfillment_url": (ground) => ({
    ...ownApp(ground),
    body: { topic: "fulfillment/single", url: `${ground.receiver.url}/fulfil`, reason: "They asked." },
  }),
  "staff_stores.list": () => ({}),
  "staff_stores.get": ({ shop }) => ({ params: { id: shop.id } }),
  "staff_stores.suspend": async ({ testing }) => ({
    params: { id: (await seedShop(testing)).id },
    ...reason,
  }),
  "staff_stores.lift": ({ shop }) => ({ params: { id: shop.id }, ...reason }),
  "staff_actions.list": () => ({}),
  ...memberSamples,
  ...privacySamples,
  "shipping_rates.list": (ground) => ({
    body: {
      destination: { country_code: "MY" },
      origin_location_id: level(ground).location_id,
      items: [{ variant_id: level(ground).variant_id, quantity: 1 }],
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
