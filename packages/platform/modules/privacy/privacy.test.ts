import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type OperationResponse, operations, scopeNames } from "@souk/contract";
import {
  eventually,
  installApp,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";
import { followRequests } from "./follow-requests.ts";

type Asked = OperationResponse<typeof operations.getPrivacyRequest>["privacy_request"];

let testing: TestPlatform;
let receiver: RecordingReceiver;
let store: SeededStore;
let token: string;
/** Four apps: listening subscribes to both topics, deaf to neither, off is disabled, blind has no scope. */
const apps = {} as Record<"listening" | "deaf" | "off" | "blind", SeededApp>;

before(async () => {
  [testing, receiver] = await Promise.all([testPlatform(), recordingReceiver()]);
  store = await seedStore(testing);
  for (const name of ["listening", "deaf", "off", "blind"] as const) {
    apps[name] = await registerApp(testing, receiver.url);
    const scopes = name === "blind" ? (["read_products"] as const) : undefined;
    const grant = await installApp(testing, { store, app: apps[name], ...(scopes ? { scopes } : {}) });
    if (name === "listening") token = grant.token;
    if (name === "deaf") continue;
    for (const topic of ["customer/data_request", "customer/erase", "customer/create"])
      await api(
        "POST",
        "/3.0/webhooks.json",
        { topic, url: `${receiver.url}/${name}/${topic}` },
        grant.token,
      );
  }
  const { apps: installed } = (await people("GET", "/apps.json")).json<{
    apps: { id: number; client_id: string }[];
  }>();
  const off = installed.find(({ client_id }) => client_id === apps.off.client_id)?.id;
  await people("POST", `/apps/${off}/disable.json`);
});
after(async () => {
  await testing.stop();
  await receiver.stop();
});

async function api(method: string, path: string, json?: object, by = token) {
  const body = json ? { json } : {};
  const answer = await testing.request(`${store.origin}/api${path}`, { method, token: by, ...body });
  assert.equal(answer.status, 200, `${method} ${path}: ${answer.text}`);
  return answer;
}

async function people(method: string, path: string, json?: object) {
  const answer = await store.owner.browser.call(method, `${store.host_url}/api/console${path}`, json);
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

async function customer(email: string): Promise<number> {
  const made = await api("POST", "/3.0/customers.json", {
    customer: { first_name: "Mei", email, phone: "", note: `knows ${email}` },
  });
  const { id } = made.json<{ customer: { id: number } }>().customer;
  const metafield = { namespace: "loyalty", key: "card", value: `card of ${email}`, value_type: "String" };
  await api("POST", `/3.0/customers/${id}/metafields.json`, { metafield });
  await api("PUT", `/3.0/customers/${id}/credits/adjust.json`, {
    adjustment_amount: "5",
    description: "gift",
  });
  return id;
}

/** Run an import of one wrong row, so that its error contains the email address. */
async function importedBadly(email: string): Promise<void> {
  const url = `${store.origin}/api/4.0/imports.json?resource=customers`;
  const headers = { "content-type": "text/csv" };
  const body = `email,gender\n${email},odd\n`;
  const sent = await testing.request(url, { method: "POST", token, headers, body });
  const { id } = sent.json<{ import: { id: number } }>().import;
  await eventually(async () => {
    const { import: report } = (await api("GET", `/4.0/imports/${id}.json`)).json<{
      import: { status: string; check: { errors: number } | null };
    }>();
    return report.status === "checked" && report.check?.errors === 1;
  });
}

async function ask(id: number, kind: "data_request" | "erase"): Promise<Asked> {
  const answer = await people("POST", `/customers/${id}/${kind}.json`);
  assert.ok(Check(operations.eraseCustomer.response, answer.json()), answer.text);
  return answer.json<{ privacy_request: Asked }>().privacy_request;
}

/** Wait until a request waits for no app, and return it. */
function completed({ id }: Asked): Promise<Asked> {
  return eventually(async () => {
    await followRequests(testing.database);
    const { privacy_request } = (await people("GET", `/privacy_requests/${id}.json`)).json<{
      privacy_request: Asked;
    }>();
    return privacy_request.is_completed ? privacy_request : null;
  });
}

function toStates({ apps: appStates }: Asked): Record<string, string> {
  const byClient = new Map(appStates.map(({ client_id, state }) => [client_id, state]));
  return Object.fromEntries(
    Object.entries(apps).map(([name, app]) => [name, byClient.get(app.client_id) ?? "missing"]),
  );
}

function bodyTo(path: string): unknown {
  const request = receiver.requests.findLast((received) => received.path === path);
  return JSON.parse(request?.body.toString() ?? "null");
}

test("all data about a customer is returned as one JSON document", async () => {
  const id = await customer("data@kedai.test");
  const answer = await people("GET", `/customers/${id}/data.json`);
  assert.ok(Check(operations.getCustomerData.response, answer.json()), answer.text);
  const { customer_data } = answer.json<OperationResponse<typeof operations.getCustomerData>>();
  assert.equal(customer_data.customer["email"], "data@kedai.test");
  assert.equal(customer_data.credits[0]?.["description"], "gift");
  assert.equal(customer_data.metafields[0]?.["value"], "card of data@kedai.test");
});

test("a data request is sent to every subscribed app, and shows which have responded", async () => {
  const id = await customer("asks@kedai.test");
  const asked = await ask(id, "data_request");
  assert.deepEqual(toStates(asked), {
    listening: "waiting",
    deaf: "not_subscribed",
    off: "not_reached",
    blind: "waiting",
  });
  const completedRequest = await completed(asked);
  assert.deepEqual(toStates(completedRequest), {
    listening: "answered",
    deaf: "not_subscribed",
    off: "not_reached",
    blind: "answered",
  });
  assert.deepEqual(bodyTo("/listening/customer/data_request"), {
    customer: { id, email: "asks@kedai.test", phone: "" },
  });
  assert.deepEqual(bodyTo("/blind/customer/data_request"), { customer: { id } });
  assert.equal((await api("GET", `/3.0/customers/${id}.json`)).status, 200);
});

/** Pause the listening app's history of a topic until the returned function is called. */
async function holdHistory(topic: string): Promise<() => Promise<void>> {
  const hook = "webhook_subscriptions where app_id = $1 and topic = $2";
  const values = [apps.listening.id, topic];
  const begin = `update webhook_subscriptions set history_after =
    (select last_sequence from event_heads where store_id = webhook_subscriptions.store_id) where app_id = $1 and topic = $2`;
  for (;;) {
    await testing.database.query(begin, values);
    const [locked, release] = [Promise.withResolvers<boolean>(), Promise.withResolvers<void>()];
    const holding = testing.database.transaction(async (tx) => {
      const row = await tx.maybeOne<{ there: boolean }>(
        `select history_after is not null as there from ${hook} for no key update`,
        values,
      );
      locked.resolve(row?.there ?? false);
      await release.promise;
    });
    const free = async () => {
      release.resolve();
      await holding;
    };
    if (await locked.promise) return free;
    // It was over before it could be held.
    await free();
  }
}

test("a request waits for an app whose history has not reached it yet", async () => {
  const release = await holdHistory("customer/data_request");
  const asked = await ask(await customer("late@kedai.test"), "data_request");
  const now = async (): Promise<Asked> => {
    await followRequests(testing.database);
    const shown = await people("GET", `/privacy_requests/${asked.id}.json`);
    return shown.json<{ privacy_request: Asked }>().privacy_request;
  };
  await eventually(async () => toStates(await now())["blind"] === "answered");
  assert.equal(toStates(await now())["listening"], "waiting");
  await release();
  assert.equal(toStates(await completed(asked))["listening"], "answered");
  assert.match(JSON.stringify(bodyTo("/listening/customer/data_request")), /late@kedai\.test/);
});

test("an erasure deletes the customer, notifies the apps and leaves nothing to find", async () => {
  const email = "erased@kedai.test";
  const id = await customer(email);
  await api("PUT", `/3.0/customers/${id}.json`, { customer: { note: `rings ${email}` } });
  const kept = await api("GET", `/3.0/customers/${id}/metafields.json`);
  const [card] = kept.json<{ metafields: { id: number }[] }>().metafields;
  const metafield = { value: `another card of ${email}` };
  await api("PUT", `/3.0/customers/${id}/metafields/${card?.id}.json`, { metafield });
  await importedBadly(email);
  await eventually(() => receiver.requests.some(({ body }) => body.toString().includes(email)));
  const completedRequest = await completed(await ask(id, "erase"));
  assert.equal(toStates(completedRequest)["listening"], "answered");
  assert.deepEqual(bodyTo("/listening/customer/erase"), { customer: { id, email, phone: "" } });
  const response = await testing.request(`${store.origin}/api/3.0/customers/${id}.json`, { token });
  assert.equal(response.status, 404);
  const rows = await testing.database.many<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  for (const { name } of rows) {
    const found = await testing.database.query(`select from ${name} r where r::text like '%' || $1 || '%'`, [
      email,
    ]);
    assert.equal(found.rowCount, 0, name);
  }
});

test("an unknown customer, and staff without the permission, are rejected", async () => {
  const url = (path: string) => `${store.host_url}/api/console${path}`;
  const { browser } = store.owner;
  const missing = await browser.call("POST", url("/customers/999999/erase.json"));
  assert.deepEqual([missing.status, readError(missing).code], [404, "not_found"]);
  const id = await customer("kept@kedai.test");
  const change = "update memberships set role = $2, scopes = $3 where store_id = $1";
  await testing.database.query(change, [store.id, "staff", scopeNames]);
  for (const [method, path] of [
    ["POST", "/erase"],
    ["POST", "/data_request"],
    ["GET", "/data"],
  ] as const) {
    const rejected = await browser.call(method, url(`/customers/${id}${path}.json`));
    assert.deepEqual([rejected.status, readError(rejected).code], [403, "not_allowed"], path);
  }
  await testing.database.query(change, [store.id, "owner", []]);
  assert.equal((await api("GET", `/3.0/customers/${id}.json`)).status, 200);
});
