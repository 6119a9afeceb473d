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
  type Browser,
  chooseForRun,
  createFakeClock,
  createSeededRandom,
  type FakeClock,
  getProofSeed,
  type HttpResponse,
  installApp,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import type { TSchema } from "typebox";
import { Check, Errors } from "typebox/value";
import { type FuzzedRequest, makeRequest } from "./request-maker.ts";
import { createChance, type GetKnownValue } from "./value-maker.ts";

let clock: FakeClock;
let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let app: SeededApp;
let token: string;
/** The credentials that a legitimate caller of each origin sends. */
let sessionHeaders: { admin: Record<string, string>; partners: Record<string, string> };

before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock });
  receiver = await startRecordingReceiver();
  store = await seedStore(testPlatform, { products: 4, locations: 2 });
  app = await registerApp(testPlatform, receiver.url);
  ({ token } = await installApp(testPlatform, { store, app }));
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  sessionHeaders = {
    admin: await buildSessionHeaders(store.owner.browser, adminOrigin),
    partners: await buildSessionHeaders(app.partner.browser, partnersOrigin),
  };
  for (const _ of firstIds) await placeOrder();
});

after(async () => {
  await receiver.stop();
  // This throws if the platform has logged an internal error.
  await testPlatform.stop();
});

/** Create a partly paid and partly fulfilled order with a refund and a return, because most requests about orders need one. */
async function placeOrder(): Promise<void> {
  const post = async (path: string, json: object): Promise<{ id: number; line_items: { id: number }[] }> => {
    const response = await testPlatform.request(`${store.origin}/api${path}`, {
      method: "POST",
      token,
      json,
    });
    assert.equal(response.status, 200, response.text);
    const [record] = Object.values(
      response.json<Record<string, { id: number; line_items: { id: number }[] }>>(),
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

async function buildSessionHeaders(browser: Browser, origin: string): Promise<Record<string, string>> {
  const response = await browser.call("GET", `${origin}/api/console/session.json`);
  const { session } = response.json<{ session: { csrf_token: string } }>();
  const cookie = browser.getCookieHeader(new URL(origin).host) ?? assert.fail();
  return { cookie, "x-csrf-token": session.csrf_token, "sec-fetch-site": "same-origin" };
}

// These operations would end the sessions on which the whole run depends.
const excludedOperationIds: readonly string[] = ["admin.sign_out", "partner.sign_out"];
const fuzzedOperations: readonly Operation[] = Object.values(operations).filter(
  ({ id }) => !excludedOperationIds.includes(id),
);

/** Likely ids of existing records, because the records of each kind are numbered from 1. */
const firstIds = [1, 2, 3, 4, 5, 6];

/** Create installations that requests may delete. @returns the ids of all installations except that of `app` */
async function createSpareInstallations(): Promise<number[]> {
  for (let index = 0; index < 3; index++) {
    const spareApp = await registerApp(testPlatform, receiver.url);
    await installApp(testPlatform, { store, app: spareApp, scopes: ["read_products"] });
  }
  const url = `${testPlatform.addresses.adminOrigin}/${store.handle}/api/console/apps.json`;
  const { apps } = (await store.owner.browser.call("GET", url)).json<{
    apps: { id: number; client_id: string }[];
  }>();
  return apps.filter(({ client_id }) => client_id !== app.client_id).map(({ id }) => id);
}

/** Return existing values, by the name of the field or resource that can contain them. */
function buildPools(spareInstallationIds: readonly number[]): Readonly<Record<string, readonly unknown[]>> {
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
    custom_apps: spareInstallationIds,
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
 * Create the function that picks an existing value for a field of an operation. In the partner console, the id of an app in
 * a path is the app's own id. Elsewhere it is the id of the app's installation.
 */
function createKnownValueGetter(
  { surface }: Operation,
  spareInstallationIds: readonly number[],
): GetKnownValue {
  const pools = {
    ...buildPools(spareInstallationIds),
    apps: surface === "partner_console" ? [app.id] : spareInstallationIds,
  };
  return (name, chance) => {
    const pool = (pools as Readonly<Record<string, readonly unknown[]>>)[name];
    if (pool !== undefined) return chance.pick(pool);
    return /_ids?$/.test(name) ? chance.pick(firstIds) : undefined;
  };
}

function getHost({ operation, isByMerchant }: FuzzedRequest): "partners" | "admin" | "store" {
  if (operation.surface === "partner_console") return "partners";
  return isByMerchant || operation.surface.endsWith("console") ? "admin" : "store";
}

function send(request: FuzzedRequest): Promise<HttpResponse> {
  const { operation, path, headers, body } = request;
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const host = getHost(request);
  const origin = { partners: partnersOrigin, admin: adminOrigin, store: store.origin }[host];
  const credentials = host === "store" ? { "service-access-token": token } : sessionHeaders[host];
  const { cookie: _, ...cookielessHeaders } = credentials as Record<string, string>;
  return testPlatform.request(`${origin}${path.replace(":store", store.handle)}`, {
    method: operation.method,
    // Signing up or in with a session would replace that session.
    headers: { ...(operation.auth === "anyone" ? cookielessHeaders : credentials), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

interface ErrorBody {
  code: ErrorCode;
  message: string;
  request_id: string;
  fields?: { path: string; code: string; message: string }[];
}

/** Build the schema that a response must match. If the query has `fields`, no field is required, but each one keeps its type. */
function buildResponseSchema({ operation, path }: FuzzedRequest): TSchema {
  if (!path.includes("fields=")) return operation.response;
  return JSON.parse(
    JSON.stringify(operation.response, (key, value) => (key === "required" ? undefined : value)),
  );
}

/** Return what is wrong with a response, or null. */
function findViolation(request: FuzzedRequest, { status, headers, text }: HttpResponse): string | null {
  if (status >= 500) return "a server error";
  if (!String(headers["content-type"]).startsWith("application/json"))
    return `a content type of ${headers["content-type"]} instead of JSON`;
  const response = JSON.parse(text) as { error?: ErrorBody };
  if (status === 200) {
    const schema = buildResponseSchema(request);
    if (Check(schema, response)) return null;
    const [error] = Errors(schema, response);
    return `a response that does not match its schema: ${error?.instancePath} ${error?.message}`;
  }
  const { error } = response;
  if (!error || errors[error.code]?.status !== status) return "an error that is not in the catalog";
  if (error.message === "" || error.request_id !== headers["x-request-id"])
    return "an error without a message or its request id";
  const allowedKeys = [
    "code",
    "message",
    "request_id",
    "fields",
    "required_scope",
    "required_right",
    "current",
  ];
  const unexpectedKeys = Object.keys(error).filter((key) => !allowedKeys.includes(key));
  if (unexpectedKeys.length > 0 || Object.keys(response).length > 1) return "an error with unexpected fields";
  const areFieldsValid =
    error.fields?.every(
      ({ path, code, message }) =>
        typeof path === "string" && Object.hasOwn(fieldErrorCodes, code) && message !== "",
    ) ?? true;
  return areFieldsValid ? null : "a field error without a path, a known code or a message";
}

function formatExchange(
  { operation, path, headers, body }: FuzzedRequest,
  { status, text }: HttpResponse,
): string {
  const formattedRequest = `${operation.method} ${path.slice(0, 500)} ${JSON.stringify(headers)} ${body?.slice(0, 1_000) ?? ""}`;
  return `${operation.id}\n  ${formattedRequest}\n  ${status} ${text.slice(0, 1_000)}`;
}

test("P37: random requests get a valid response or a documented error, never a 5xx", async () => {
  const count = chooseForRun({ inTests: 5_000, inProof: 100_000 });
  const seed = getProofSeed();
  const spareInstallationIds = await createSpareInstallations();
  const statuses = new Map<number, number>();
  const violations: string[] = [];
  let sentCount = 0;
  const sendRequests = async (): Promise<void> => {
    while (sentCount < count && violations.length < 5) {
      const requestIndex = sentCount++;
      const operation = fuzzedOperations[requestIndex % fuzzedOperations.length] ?? assert.fail();
      // Each request has its own seed, so it does not depend on the order in which earlier requests finished.
      const chance = createChance(createSeededRandom(seed + requestIndex));
      // Without this step of the clock, operations with a limit per IP address would respond almost only with 429.
      if (operation.throttle) clock.advance(4_000);
      const getKnownValue = createKnownValueGetter(operation, spareInstallationIds);
      const request = makeRequest(operation, chance, getKnownValue);
      const response = await send(request);
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const violation = findViolation(request, response);
      if (violation !== null)
        violations.push(`request ${requestIndex}: ${violation}: ${formatExchange(request, response)}`);
    }
  };
  await Promise.all(Array.from({ length: 6 }, sendRequests));
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
  console.log(`${sentCount} requests, ${counts.join(", ")}`);
  assert.deepEqual(violations, []);
  // If almost all requests are rejected, the run proves little. In a longer run, a smaller share succeeds, because records get deleted.
  assert.ok(
    (statuses.get(200) ?? 0) > sentCount / chooseForRun({ inTests: 5, inProof: 8 }),
    counts.join(", "),
  );
});
