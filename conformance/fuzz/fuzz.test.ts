import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type ErrorCode, errors, type Operation, operations, scopeNames, topics } from "@souk/contract";
import {
  type Answer,
  type Browser,
  type FakeClock,
  fakeClock,
  installApp,
  proofSeed,
  proofSize,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededShop,
  seededRandom,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import type { TSchema } from "typebox";
import { Check, Errors } from "typebox/value";
import { type FuzzedRequest, makeRequest } from "./request-maker.ts";
import { chanceOf, type Known } from "./value-maker.ts";

let clock: FakeClock;
let testing: TestPlatform;
let receiver: RecordingReceiver;
let shop: SeededShop;
let app: SeededApp;
let token: string;
/** What a rightful caller of each origin sends. */
let sessions: { admin: Record<string, string>; partners: Record<string, string> };

before(async () => {
  clock = fakeClock();
  testing = await testPlatform({ clock });
  receiver = await recordingReceiver();
  shop = await seedShop(testing, { products: 4, locations: 2 });
  app = await registerApp(testing, receiver.url);
  ({ token } = await installApp(testing, { shop, app }));
  const { adminOrigin, partnersOrigin } = testing.addresses;
  sessions = {
    admin: await headersOf(shop.owner.browser, adminOrigin),
    partners: await headersOf(app.partner.browser, partnersOrigin),
  };
  for (const _ of firstIds) await placeOrder();
});

after(async () => {
  await receiver.stop();
  // It throws when the platform has logged an error of its own.
  await testing.stop();
});

/** An order that is paid and sent in part, with a refund and a return: what most requests about orders ask for. */
async function placeOrder(): Promise<void> {
  const post = async (path: string, json: object): Promise<{ id: number; line_items: { id: number }[] }> => {
    const answer = await testing.request(`${shop.origin}/api${path}`, { method: "POST", token, json });
    assert.equal(answer.status, 200, answer.text);
    const [record] = Object.values(
      answer.json<Record<string, { id: number; line_items: { id: number }[] }>>(),
    );
    return record ?? assert.fail(path);
  };
  const { id, line_items } = await post("/3.0/orders.json", {
    line_items: [{ name: "Gift wrap", price: "5.00", quantity: 9 }],
    transactions: [
      { kind: "sale", amount: "20.00" },
      { kind: "authorization", amount: "9.00" },
    ],
  });
  const line_item_id = line_items[0]?.id;
  await post(`/3.0/orders/${id}/fulfillments.json`, { line_items: [{ id: line_item_id, quantity: 4 }] });
  await post(`/3.0/orders/${id}/refund.json`, { amount: "1.00" });
  await post(`/4.0/orders/${id}/returns.json`, { return_line_items: [{ line_item_id, quantity: 1 }] });
}

async function headersOf(browser: Browser, origin: string): Promise<Record<string, string>> {
  const answer = await browser.call("GET", `${origin}/api/console/session.json`);
  const { session } = answer.json<{ session: { csrf_token: string } }>();
  const cookie = browser.cookies(new URL(origin).host) ?? assert.fail();
  return { cookie, "x-csrf-token": session.csrf_token, "sec-fetch-site": "same-origin" };
}

// They end what the whole run depends on.
const left: readonly string[] = ["admin.sign_out", "partner.sign_out"];
const fuzzed: readonly Operation[] = Object.values(operations).filter(({ id }) => !left.includes(id));

/** Of what the requests themselves make, the ids begin at 1. */
const firstIds = [1, 2, 3, 4, 5, 6];

/** Installations that may be lost: the app that calls is none of them. */
async function spareInstallations(): Promise<number[]> {
  for (let spare = 0; spare < 3; spare++) {
    const other = await registerApp(testing, receiver.url);
    await installApp(testing, { shop, app: other, scopes: ["read_products"] });
  }
  const url = `${testing.addresses.adminOrigin}/${shop.handle}/api/console/apps.json`;
  const { apps } = (await shop.owner.browser.call("GET", url)).json<{
    apps: { id: number; client_id: string }[];
  }>();
  return apps.filter(({ client_id }) => client_id !== app.client_id).map(({ id }) => id);
}

/** Things that are there, by the name of the field or the resource that holds them. */
function poolsOf(spares: readonly number[]): Readonly<Record<string, readonly unknown[]>> {
  const variantIds = shop.variants.map(({ id }) => id);
  const productIds = shop.variants.map(({ product_id }) => product_id);
  const locationIds = shop.locations.map(({ id }) => id);
  return {
    variant_id: variantIds,
    variant_ids: variantIds,
    variants: variantIds,
    product_id: productIds,
    products: productIds,
    location_id: locationIds,
    location_ids: locationIds,
    locations: locationIds,
    from_location_id: locationIds,
    to_location_id: locationIds,
    product_ids: productIds,
    resource_ids: productIds,
    id: [...variantIds, ...productIds],
    custom_apps: spares,
    topic: Object.keys(topics),
    url: [`${receiver.url}/hooks`, "https://hooks.souk-app.dev/"],
    app_url: [`${receiver.url}/app`],
    redirection_urls: [`${receiver.url}/callback`],
    scopes: scopeNames,
    app: [app.client_id, app.handle],
    client_id: [app.client_id],
    client_secret: [app.client_secret],
    email: [shop.owner.email, "fuzz@fuzz.test"],
    currency_code: ["MYR", "JPY"],
    currencies: ["MYR", "JPY", "SGD", 1, 2, 3],
    code: ["MYR", "JPY", "SGD"],
    timezone: ["Asia/Kuala_Lumpur", "UTC"],
  };
}

/** For a partner an app's id is the app's, for a merchant it is the installation's. */
function knownTo({ surface }: Operation, spares: readonly number[]): Known {
  const pools = { ...poolsOf(spares), apps: surface === "partner_console" ? [app.id] : spares };
  return (name, chance) => {
    const pool = (pools as Readonly<Record<string, readonly unknown[]>>)[name];
    if (pool !== undefined) return chance.pick(pool);
    return /_ids?$/.test(name) ? chance.pick(firstIds) : undefined;
  };
}

function send({ operation, byMerchant, path, headers, body }: FuzzedRequest): Promise<Answer> {
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const host =
    operation.surface === "partner_console"
      ? "partners"
      : byMerchant || operation.surface.endsWith("console")
        ? "admin"
        : "shop";
  const origin = host === "shop" ? shop.origin : host === "admin" ? adminOrigin : partnersOrigin;
  const proof = host === "shop" ? { "service-access-token": token } : sessions[host];
  const { cookie: _, ...browserOnly } = proof as Record<string, string>;
  return testing.request(`${origin}${path.replace(":store", shop.handle)}`, {
    method: operation.method,
    // Signing up or in with a session would put another in its place.
    headers: { ...(operation.caller === "anyone" ? browserOnly : proof), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

interface ErrorBody {
  code: ErrorCode;
  message: string;
  request_id: string;
  fields?: { path: string; message: string }[];
}

/** `fields=` leaves out what was not asked for; what is there still has its type. */
function answerSchema({ operation, path }: FuzzedRequest): TSchema {
  if (!path.includes("fields=")) return operation.answer;
  return JSON.parse(
    JSON.stringify(operation.answer, (key, value) => (key === "required" ? undefined : value)),
  );
}

/** What is wrong with an answer, or null. */
function faultOf(request: FuzzedRequest, { status, headers, text }: Answer): string | null {
  if (status >= 500) return "a server error";
  if (!String(headers["content-type"]).startsWith("application/json"))
    return `no JSON but ${headers["content-type"]}`;
  const answer = JSON.parse(text) as { error?: ErrorBody };
  if (status === 200) {
    const schema = answerSchema(request);
    if (Check(schema, answer)) return null;
    const [error] = Errors(schema, answer);
    return `an answer that is not of its schema: ${error?.instancePath} ${error?.message}`;
  }
  const { error } = answer;
  if (!error || errors[error.code]?.status !== status) return "an error that is not of the catalogue";
  if (error.message === "" || error.request_id !== headers["x-request-id"])
    return "an error without its parts";
  const parts = ["code", "message", "request_id", "fields", "required_scope", "current"];
  const strange = Object.keys(error).filter((key) => !parts.includes(key));
  if (strange.length > 0 || Object.keys(answer).length > 1) return "an error of another shape";
  const named =
    error.fields?.every(({ path, message }) => typeof path === "string" && message !== "") ?? true;
  return named ? null : "a field without a name or a sentence";
}

function tell({ operation, path, headers, body }: FuzzedRequest, { status, text }: Answer): string {
  const sent = `${operation.method} ${path.slice(0, 500)} ${JSON.stringify(headers)} ${body?.slice(0, 1_000) ?? ""}`;
  return `${operation.id}\n  ${sent}\n  ${status} ${text.slice(0, 1_000)}`;
}

test("P37: requests made from the contract get an answer of its schema or an error of the one shape, never a 5xx", async () => {
  const count = proofSize({ ci: 5_000, full: 100_000 });
  const seed = proofSeed();
  const spares = await spareInstallations();
  const statuses = new Map<number, number>();
  const faults: string[] = [];
  let made = 0;
  const work = async (): Promise<void> => {
    while (made < count && faults.length < 5) {
      const at = made++;
      const operation = fuzzed[at % fuzzed.length] ?? assert.fail();
      // Each request has a seed of its own: it is the same whichever of those before it were answered first.
      const chance = chanceOf(seededRandom(seed + at));
      // What is guarded by address would answer little else than 429.
      if (operation.guarded) clock.advance(4_000);
      const request = makeRequest(operation, chance, knownTo(operation, spares));
      const answer = await send(request);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const fault = faultOf(request, answer);
      if (fault !== null) faults.push(`request ${at}: ${fault}: ${tell(request, answer)}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  const told = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  console.log(`${made} requests, ${told.join(", ")}`);
  assert.deepEqual(faults, []);
  // A run that is refused everything has proven little. The longer it is, the more of what it knows of it has deleted.
  assert.ok((statuses.get(200) ?? 0) > made / proofSize({ ci: 5, full: 8 }), told.join(", "));
});
