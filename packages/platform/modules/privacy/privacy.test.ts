import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assignableRights, type OperationResponse, operations } from "@souk/contract";
import {
  eventually,
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
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";
import { processPrivacyRequests } from "./process-requests.ts";

type PrivacyRequest = OperationResponse<typeof operations.getPrivacyRequest>["privacy_request"];

let testPlatform: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let token: string;
/** Four apps: `unsubscribed` has no subscriptions, `disabled` is disabled, `scopeless` lacks the customer scopes. */
const apps = {} as Record<"subscribed" | "unsubscribed" | "disabled" | "scopeless", SeededApp>;

before(async () => {
  [testPlatform, receiver] = await Promise.all([startTestPlatform(), startRecordingReceiver()]);
  store = await seedStore(testPlatform);
  for (const name of ["subscribed", "unsubscribed", "disabled", "scopeless"] as const) {
    apps[name] = await registerApp(testPlatform, receiver.url);
    const scopes = name === "scopeless" ? (["read_products"] as const) : undefined;
    const grant = await installApp(testPlatform, { store, app: apps[name], ...(scopes ? { scopes } : {}) });
    if (name === "subscribed") token = grant.token;
    if (name === "unsubscribed") continue;
    for (const topic of ["customer/data_request", "customer/erase", "customer/create"])
      await callApi(
        "POST",
        "/3.0/webhooks.json",
        { topic, url: `${receiver.url}/${name}/${topic}` },
        grant.token,
      );
  }
  const { apps: installedApps } = (await callConsole("GET", "/apps.json")).json<{
    apps: { id: number; client_id: string }[];
  }>();
  const disabledId = installedApps.find(({ client_id }) => client_id === apps.disabled.client_id)?.id;
  await callConsole("POST", `/apps/${disabledId}/disable.json`);
});
after(async () => {
  await testPlatform.stop();
  await receiver.stop();
});

async function callApi(method: string, path: string, json?: object, accessToken = token) {
  const body = json ? { json } : {};
  const response = await testPlatform.request(`${store.origin}/api${path}`, {
    method,
    token: accessToken,
    ...body,
  });
  assert.equal(response.status, 200, `${method} ${path}: ${response.text}`);
  return response;
}

async function callConsole(method: string, path: string, json?: object) {
  const response = await store.owner.browser.call(method, `${store.host_url}/api/console${path}`, json);
  assert.equal(response.status, 200, response.text);
  return response;
}

async function createCustomer(email: string): Promise<number> {
  const createResponse = await callApi("POST", "/3.0/customers.json", {
    customer: { first_name: "Mei", email, phone: "", note: `knows ${email}` },
  });
  const { id } = createResponse.json<{ customer: { id: number } }>().customer;
  const metafield = { namespace: "loyalty", key: "card", value: `card of ${email}`, value_type: "String" };
  await callApi("POST", `/3.0/customers/${id}/metafields.json`, { metafield });
  await callApi("PUT", `/3.0/customers/${id}/credits/adjust.json`, {
    adjustment_amount: "5",
    description: "gift",
  });
  return id;
}

/** Run an import with one invalid row, whose error contains the email address. */
async function importInvalidRow(email: string): Promise<void> {
  const url = `${store.origin}/api/4.0/imports.json?resource=customers`;
  const headers = { "content-type": "text/csv" };
  const body = `email,gender\n${email},odd\n`;
  const response = await testPlatform.request(url, { method: "POST", token, headers, body });
  const { id } = response.json<{ import: { id: number } }>().import;
  await eventually(async () => {
    const { import: report } = (await callApi("GET", `/4.0/imports/${id}.json`)).json<{
      import: { status: string; check: { errors: number } | null };
    }>();
    return report.status === "checked" && report.check?.errors === 1;
  });
}

async function createRequest(id: number, kind: "data_request" | "erase"): Promise<PrivacyRequest> {
  const response = await callConsole("POST", `/customers/${id}/${kind}.json`);
  assert.ok(Check(operations.eraseCustomer.response, response.json()), response.text);
  return response.json<{ privacy_request: PrivacyRequest }>().privacy_request;
}

/** Wait until a privacy request is completed, and return it. */
function awaitCompletion({ id }: PrivacyRequest): Promise<PrivacyRequest> {
  return eventually(async () => {
    await processPrivacyRequests(testPlatform.database);
    const { privacy_request } = (await callConsole("GET", `/privacy_requests/${id}.json`)).json<{
      privacy_request: PrivacyRequest;
    }>();
    return privacy_request.is_completed ? privacy_request : null;
  });
}

/** Return the state of each app by its name in `apps`. */
function getAppStates({ apps: appStates }: PrivacyRequest): Record<string, string> {
  const stateByClientId = new Map(appStates.map(({ client_id, state }) => [client_id, state]));
  return Object.fromEntries(
    Object.entries(apps).map(([name, app]) => [name, stateByClientId.get(app.client_id) ?? "missing"]),
  );
}

/** Return the JSON body of the last webhook that was sent to a path. */
function getLastBody(path: string): unknown {
  const request = receiver.requests.findLast((received) => received.path === path);
  return JSON.parse(request?.body.toString() ?? "null");
}

test("all data about a customer is returned in one JSON response", async () => {
  const id = await createCustomer("data@kedai.test");
  const response = await callConsole("GET", `/customers/${id}/data.json`);
  assert.ok(Check(operations.getCustomerData.response, response.json()), response.text);
  const { customer_data } = response.json<OperationResponse<typeof operations.getCustomerData>>();
  assert.equal(customer_data.customer["email"], "data@kedai.test");
  assert.equal(customer_data.credits[0]?.["description"], "gift");
  assert.equal(customer_data.metafields[0]?.["value"], "card of data@kedai.test");
});

test("a data request is sent to every subscribed app, and shows which apps have responded", async () => {
  const id = await createCustomer("asks@kedai.test");
  const request = await createRequest(id, "data_request");
  assert.deepEqual(getAppStates(request), {
    subscribed: "waiting",
    unsubscribed: "not_subscribed",
    disabled: "not_reached",
    scopeless: "waiting",
  });
  const completedRequest = await awaitCompletion(request);
  assert.deepEqual(getAppStates(completedRequest), {
    subscribed: "answered",
    unsubscribed: "not_subscribed",
    disabled: "not_reached",
    scopeless: "answered",
  });
  assert.deepEqual(getLastBody("/subscribed/customer/data_request"), {
    customer: { id, email: "asks@kedai.test", phone: "" },
  });
  assert.deepEqual(getLastBody("/scopeless/customer/data_request"), { customer: { id } });
  assert.equal((await callApi("GET", `/3.0/customers/${id}.json`)).status, 200);
});

/**
 * Begin to send the past events of a topic to the app `subscribed`, and pause the sending by a lock.
 * @returns the function that releases the lock
 */
async function pauseHistory(topic: string): Promise<() => Promise<void>> {
  const subscription = "webhook_subscriptions where app_id = $1 and topic = $2";
  const values = [apps.subscribed.id, topic];
  const startHistoryText = `update webhook_subscriptions set history_after =
    (select last_sequence from event_heads where store_id = webhook_subscriptions.store_id) where app_id = $1 and topic = $2`;
  for (;;) {
    await testPlatform.database.query(startHistoryText, values);
    const [isPaused, release] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
    const lockTransaction = testPlatform.database.transaction(async (tx) => {
      const row = await tx.maybeOne<{ has_history: boolean }>(
        `select history_after is not null as has_history from ${subscription} for no key update`,
        values,
      );
      isPaused.resolve(row?.has_history ?? false);
      await release.promise;
    });
    const releaseLock = async () => {
      release.resolve();
      await lockTransaction;
    };
    if (await isPaused.promise) return releaseLock;
    // All past events were sent before the lock was taken, so try again.
    await releaseLock();
  }
}

test("a privacy request waits for an app that is still receiving earlier events", async () => {
  const releaseHistory = await pauseHistory("customer/data_request");
  const { id } = await createRequest(await createCustomer("late@kedai.test"), "data_request");
  const loadRequest = async (): Promise<PrivacyRequest> => {
    await processPrivacyRequests(testPlatform.database);
    const response = await callConsole("GET", `/privacy_requests/${id}.json`);
    return response.json<{ privacy_request: PrivacyRequest }>().privacy_request;
  };
  await eventually(async () => getAppStates(await loadRequest())["scopeless"] === "answered");
  assert.equal(getAppStates(await loadRequest())["subscribed"], "waiting");
  await releaseHistory();
  assert.equal(getAppStates(await awaitCompletion(await loadRequest()))["subscribed"], "answered");
  assert.match(JSON.stringify(getLastBody("/subscribed/customer/data_request")), /late@kedai\.test/);
});

test("an erasure deletes the customer, notifies apps and leaves the email in no table", async () => {
  const email = "erased@kedai.test";
  const id = await createCustomer(email);
  await callApi("PUT", `/3.0/customers/${id}.json`, { customer: { note: `rings ${email}` } });
  const list = await callApi("GET", `/3.0/customers/${id}/metafields.json`);
  const [cardMetafield] = list.json<{ metafields: { id: number }[] }>().metafields;
  const metafield = { value: `another card of ${email}` };
  await callApi("PUT", `/3.0/customers/${id}/metafields/${cardMetafield?.id}.json`, { metafield });
  await importInvalidRow(email);
  await eventually(() => receiver.requests.some(({ body }) => body.toString().includes(email)));
  const completedRequest = await awaitCompletion(await createRequest(id, "erase"));
  assert.equal(getAppStates(completedRequest)["subscribed"], "answered");
  assert.deepEqual(getLastBody("/subscribed/customer/erase"), { customer: { id, email, phone: "" } });
  const response = await testPlatform.request(`${store.origin}/api/3.0/customers/${id}.json`, { token });
  assert.equal(response.status, 404);
  const rows = await testPlatform.database.many<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  for (const { name } of rows) {
    const text = `select from ${name} r where r::text like '%' || $1 || '%'`;
    const { rowCount } = await testPlatform.database.query(text, [email]);
    assert.equal(rowCount, 0, name);
  }
});

test("privacy requests about an unknown customer, or by a member without the right, are rejected", async () => {
  const url = (path: string) => `${store.host_url}/api/console${path}`;
  const { browser } = store.owner;
  const response = await browser.call("POST", url("/customers/999999/erase.json"));
  assert.deepEqual([response.status, readError(response).code], [404, "not_found"]);
  const id = await createCustomer("kept@kedai.test");
  const setRoleText = "update memberships set role = $2, rights = $3 where store_id = $1";
  await testPlatform.database.query(setRoleText, [
    store.id,
    "custom",
    assignableRights.filter((right) => right !== "customers.privacy"),
  ]);
  for (const [method, path] of [
    ["POST", "/erase"],
    ["POST", "/data_request"],
    ["GET", "/data"],
  ] as const) {
    const privacyResponse = await browser.call(method, url(`/customers/${id}${path}.json`));
    const { required_right } = readError(privacyResponse);
    assert.deepEqual([privacyResponse.status, required_right], [403, "customers.privacy"], path);
  }
  await testPlatform.database.query(setRoleText, [store.id, "owner", []]);
  assert.equal((await callApi("GET", `/3.0/customers/${id}.json`)).status, 200);
});
