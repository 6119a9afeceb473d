import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type ErrorCode,
  errors,
  fieldErrorCodes,
  type Operation,
  operations,
  scopeNames,
  topics,
} from "@souk/contract";
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
  type SeededStore,
  seededRandom,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import type { TSchema } from "typebox";
import { Check, Errors } from "typebox/value";
import { type FuzzedRequest, makeRequest } from "./request-maker.ts";
import { createChance, type Known } from "./value-maker.ts";

let clock: FakeClock;
let testing: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let token: string;
/** The credentials that a legitimate caller of each origin sends. */
let sessions: { admin: Record<string, string>; partners: Record<string, string> };

before(async () => {
  clock = fakeClock();
  testing = await testPlatform({ clock });
  receiver = await recordingReceiver();
  store = await seedStore(testing, { products: 4, locations: 2 });
  app = await registerApp(testing, receiver.url);
  ({ token } = await installApp(testing, { store, app }));
  const { adminOrigin, partnersOrigin } = testing.addresses;
  sessions = {
    admin: await buildHeaders(store.owner.browser, adminOrigin),
    partners: await buildHeaders(app.partner.browser, partnersOrigin),
  };
  for (const _ of firstIds) await placeOrder();
});

after(async () => {
  await receiver.stop();
  // It throws when the platform has logged an error of its own.
  await testing.stop();
});

/**
 * Place an order that is paid and shipped in part, with a refund and a return, as most order requests need.
 */
async function placeOrder(): Promise<void> {
  const post = async (path: string, json: object): Promise<{ id: number; line_items: { id: number }[] }> => {
    const answer = await testing.request(`${store.origin}/api${path}`, { method: "POST", token, json });
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

async function buildHeaders(browser: Browser, origin: string): Promise<Record<string, string>> {
  const answer = await browser.call("GET", `${origin}/api/console/session.json`);
  const { session } = answer.json<{ session: { csrf_token: string } }>();
  const cookie = browser.cookies(new URL(origin).host) ?? assert.fail();
  return { cookie, "x-csrf-token": session.csrf_token, "sec-fetch-site": "same-origin" };
}

// They end what the whole run depends on.
const left: readonly string[] = ["admin.sign_out", "partner.sign_out"];
const fuzzed: readonly Operation[] = Object.values(operations).filter(({ id }) => !left.includes(id));

/** The first ids of records that the requests themselves create. */
const firstIds = [1, 2, 3, 4, 5, 6];

/** Return installations that may be deleted; the calling app is not among them. */
async function spareInstallations(): Promise<number[]> {
  for (let spare = 0; spare < 3; spare++) {
    const other = await registerApp(testing, receiver.url);
    await installApp(testing, { store, app: other, scopes: ["read_products"] });
  }
  const url = `${testing.addresses.adminOrigin}/${store.handle}/api/console/apps.json`;
  const { apps } = (await store.owner.browser.call("GET", url)).json<{
    apps: { id: number; client_id: string }[];
  }>();
  return apps.filter(({ client_id }) => client_id !== app.client_id).map(({ id }) => id);
}

/** Return existing records, by the name of the field or the resource that holds them. */
function buildPools(spares: readonly number[]): Readonly<Record<string, readonly unknown[]>> {
  const variantIds = store.variants.map(({ id }) => id);
  const productIds = store.variants.map(({ product_id }) => product_id);
  const locationIds = store.locations.map(({ id }) => id);
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
    email: [store.owner.email, "fuzz@fuzz.test"],
    currency_code: ["MYR", "JPY"],
    currencies: ["MYR", "JPY", "SGD", 1, 2, 3],
    code: ["MYR", "JPY", "SGD"],
    timezone: ["Asia/Kuala_Lumpur", "UTC"],
  };
}

/**
 * Return the known values of an operation: for a partner an app's id is the app's, for a merchant it is the
 * installation's.
 */
function knownTo({ surface }: Operation, spares: readonly number[]): Known {
  const pools = { ...buildPools(spares), apps: surface === "partner_console" ? [app.id] : spares };
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
        : "store";
  const origin = host === "store" ? store.origin : host === "admin" ? adminOrigin : partnersOrigin;
  const proof = host === "store" ? { "service-access-token": token } : sessions[host];
  const { cookie: _, ...browserOnly } = proof as Record<string, string>;
  return testing.request(`${origin}${path.replace(":store", store.handle)}`, {
    method: operation.method,
    // Signing up or in with a session would put another in its place.
    headers: { ...(operation.auth === "anyone" ? browserOnly : proof), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

interface ErrorBody {
  code: ErrorCode;
  message: string;
  request_id: string;
  fields?: { path: string; code: string; message: string }[];
}

/** Return the schema of the response: `fields=` omits fields, and those present still have their type. */
function answerSchema({ operation, path }: FuzzedRequest): TSchema {
  if (!path.includes("fields=")) return operation.response;
  return JSON.parse(
    JSON.stringify(operation.response, (key, value) => (key === "required" ? undefined : value)),
  );
}

/** Return the error in a response, or null. */
function findViolation(request: FuzzedRequest, { status, headers, text }: Answer): string | null {
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
  if (!error || errors[error.code]?.status !== status) return "an error that is not of the catalog";
  if (error.message === "" || error.request_id !== headers["x-request-id"])
    return "an error without its parts";
  const parts = ["code", "message", "request_id", "fields", "required_scope", "current"];
  const strange = Object.keys(error).filter((key) => !parts.includes(key));
  if (strange.length > 0 || Object.keys(answer).length > 1) return "an error of another shape";
  const named =
    error.fields?.every(
      ({ path, code, message }) =>
        typeof path === "string" && Object.hasOwn(fieldErrorCodes, code) && message !== "",
    ) ?? true;
  return named ? null : "a field without a path, a code of the list or a sentence";
}

function formatExchange({ operation, path, headers, body }: FuzzedRequest, { status, text }: Answer): string {
  const sent = `${operation.method} ${path.slice(0, 500)} ${JSON.stringify(headers)} ${body?.slice(0, 1_000) ?? ""}`;
  return `${operation.id}\n  ${sent}\n  ${status} ${text.slice(0, 1_000)}`;
}

test("P37: contract-based requests get a schema response or a standard error, never a 5xx", async () => {
  const count = proofSize({ ci: 5_000, full: 100_000 });
  const seed = proofSeed();
  const spares = await spareInstallations();
  const statuses = new Map<number, number>();
  const violations: string[] = [];
  let made = 0;
  const work = async (): Promise<void> => {
    while (made < count && violations.length < 5) {
      const at = made++;
      const operation = fuzzed[at % fuzzed.length] ?? assert.fail();
      // Each request has a seed of its own: it is the same whichever of those before it were answered first.
      const chance = createChance(seededRandom(seed + at));
      // What is guarded by address would answer little else than 429.
      if (operation.throttle) clock.advance(4_000);
      const request = makeRequest(operation, chance, knownTo(operation, spares));
      const answer = await send(request);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const violation = findViolation(request, answer);
      if (violation !== null)
        violations.push(`request ${at}: ${violation}: ${formatExchange(request, answer)}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, work));
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  console.log(`${made} requests, ${counts.join(", ")}`);
  assert.deepEqual(violations, []);
  // A run whose requests are all rejected proves little. The longer the run, the more of its known records it has deleted.
  assert.ok((statuses.get(200) ?? 0) > made / proofSize({ ci: 5, full: 8 }), counts.join(", "));
});
