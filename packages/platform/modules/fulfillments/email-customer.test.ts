import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  eventually,
  installApp,
  registerApp,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { type MailServer, startMailServer } from "../../infrastructure/mail/testing/mail-server.ts";

let mailServer: MailServer;
let testPlatform: TestPlatform;
let store: SeededStore;
let token: string;

before(async () => {
  mailServer = await startMailServer();
  testPlatform = await startTestPlatform({ config: { mail: mailServer.mail } });
  store = await seedStore(testPlatform);
  const app = await registerApp(testPlatform, "http://localhost:1");
  ({ token } = await installApp(testPlatform, { store, app }));
});
after(async () => {
  await testPlatform.stop();
  await mailServer.stop();
});

async function call<T>(method: string, path: string, json: object, idempotencyKey?: string): Promise<T> {
  const headers = idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey };
  const url = `${store.origin}/api/3.0${path}`;
  const response = await testPlatform.request(url, { method, token, json, headers });
  assert.equal(response.status, 200, response.text);
  return response.json<T>();
}

/** Place an order and return the path of its fulfillments. */
async function placeOrder(order: object): Promise<string> {
  const line_items = [{ name: "Rattan tray", price: "45.00", quantity: 2 }];
  const body = await call<{ order: { id: number } }>("POST", "/orders.json", {
    order: { line_items, ...order },
  });
  return `/orders/${body.order.id}/fulfillments`;
}

async function listEmailKinds(recipient: string): Promise<string[]> {
  const text = "select kind from mails where recipient = $1 order by id";
  const rows = await testPlatform.database.many<{ kind: string }>(text, [recipient]);
  return rows.map(({ kind }) => kind);
}

function waitForEmail(recipient: string, pattern: RegExp): Promise<string> {
  const findMessage = () =>
    mailServer.received.find(({ to, message }) => to === recipient && pattern.test(message))?.message ?? null;
  return eventually(findMessage);
}

const trackingDetails = {
  tracking_company: "Pos Laju",
  tracking_number: "EN1",
  tracking_url: "https://track.test/?parcel=EN1",
};

test("ORD-6: a fulfillment with is_mail 1 sends the customer one email per Idempotency-Key", async () => {
  const recipient = "mei@guests.test";
  const path = await placeOrder({
    email: recipient,
    shipping_address: { first_name: "Mei", last_name: "Tan" },
  });
  const body = { fulfillment: { ...trackingDetails, is_mail: 1 } };
  const response = await call<{ fulfillment: { id: number } }>("POST", `${path}.json`, body, "parcel-1");
  assert.deepEqual(await call("POST", `${path}.json`, body, "parcel-1"), response);
  const message = await waitForEmail(recipient, /EN1/);
  assert.match(message, /Mei Tan/);
  assert.match(message, /2 x Rattan tray/);
  assert.match(message, /https:\/\/track\.test/);
  assert.deepEqual(await listEmailKinds(recipient), ["shipping_confirmation"]);

  const fulfillmentPath = `${path}/${response.fulfillment.id}.json`;
  await call("PUT", fulfillmentPath, { fulfillment: { tracking_number: "EN2" } });
  await call("PUT", fulfillmentPath, { fulfillment: { tracking_number: "EN3", is_mail: 0 } });
  assert.deepEqual(await listEmailKinds(recipient), ["shipping_confirmation"]);
  await call("PUT", fulfillmentPath, { fulfillment: { is_mail: 1 } });
  assert.match(await waitForEmail(recipient, /EN3/), /EN3/);
  assert.deepEqual(await listEmailKinds(recipient), ["shipping_confirmation", "shipping_update"]);
});

test("if an order has no email address, its emails go to the customer's email address", async () => {
  const email = "siti@guests.test";
  const { customer } = await call<{ customer: { id: number } }>("POST", "/customers.json", {
    customer: { first_name: "Siti", email },
  });
  const path = await placeOrder({ customer_id: customer.id, email: "" });
  await call("POST", `${path}.json`, { fulfillment: { is_mail: 1 } });
  assert.deepEqual(await listEmailKinds(email), ["shipping_confirmation"]);
  await call("POST", `${await placeOrder({})}.json`, { fulfillment: { is_mail: 1 } });
  assert.deepEqual(await listEmailKinds(""), []);
});

test("an email greets a customer without a name by the name in the shipping or billing address", async () => {
  for (const [email, address, first_name] of [
    ["nameless@guests.test", "shipping_address", "Aminah"],
    ["billed@guests.test", "billing_address", "Farid"],
  ] as const) {
    const { customer } = await call<{ customer: { id: number } }>("POST", "/customers.json", {
      customer: { email },
    });
    const path = await placeOrder({ customer_id: customer.id, [address]: { first_name } });
    await call("POST", `${path}.json`, { fulfillment: { is_mail: 1 } });
    assert.match(await waitForEmail(email, new RegExp(`Hello ${first_name}`)), /2 x Rattan tray/);
  }
});

test("a rejected fulfillment sends no email", async () => {
  const recipient = "rejected@guests.test";
  const path = await placeOrder({ email: recipient });
  const json = { fulfillment: { is_mail: 1, line_items: [{ id: 1, quantity: 9 }] } };
  const url = `${store.origin}/api/3.0${path}.json`;
  const response = await testPlatform.request(url, { method: "POST", token, json });
  assert.equal(response.status, 422, response.text);
  assert.deepEqual(await listEmailKinds(recipient), []);
});

test("the response has a warning that says why the requested email about a fulfillment was not sent", async () => {
  const sendAndGetWarning = async (method: string, path: string, fulfillment: object): Promise<unknown> => {
    const url = `${store.origin}/api/3.0${path}.json`;
    const response = await testPlatform.request(url, { method, token, json: { fulfillment } });
    assert.equal(response.status, 200, response.text);
    return response.headers["service-warning"];
  };
  const pathWithoutEmail = await placeOrder({});
  assert.equal(
    await sendAndGetWarning("POST", pathWithoutEmail, { is_mail: 1 }),
    'ignored "is_mail": the order has no email address',
  );
  assert.equal(await sendAndGetWarning("POST", await placeOrder({}), { is_mail: 0 }), undefined);
  const path = await placeOrder({ email: "warned@guests.test" });
  assert.equal(await sendAndGetWarning("POST", path, { is_mail: 1 }), undefined);
  const [{ id } = { id: 0 }] = await testPlatform.database.many<{ id: number }>(
    "select max(id) as id from fulfillments",
  );
  const insertEmailsText = `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at, scheduled_at)
    select $1, order_id, 'shipping_update', 'other@guests.test', '', '', '', '', 'sent', now(), now() + interval '1 day'
    from fulfillments, generate_series(1, 50) where id = $2`;
  await testPlatform.database.query(insertEmailsText, [store.id, id]);
  const limitWarning = 'ignored "is_mail": 50 emails about the order are waiting to be sent';
  assert.equal(
    await sendAndGetWarning("PUT", `${path}/${id}`, { message: "Soon", is_mail: 1 }),
    limitWarning,
  );
  const disabledTemplate = { notification_template: { is_enabled: false } };
  const templateUrl = `${store.host_url}/api/console/notification_templates/shipping_update.json`;
  assert.equal((await store.owner.browser.call("PUT", templateUrl, disabledTemplate)).status, 200);
  const turnedOffWarning = 'ignored "is_mail": the store has turned this email off';
  assert.equal(await sendAndGetWarning("PUT", `${path}/${id}`, { is_mail: 1 }), turnedOffWarning);
  // A client that did not receive the response and repeats the request also gets the warning.
  const otherPathWithoutEmail = await placeOrder({});
  for (const replay of [undefined, "true"]) {
    const response = await testPlatform.request(`${store.origin}/api/3.0${otherPathWithoutEmail}.json`, {
      method: "POST",
      token,
      headers: { "idempotency-key": "warned" },
      json: { fulfillment: { is_mail: 1 } },
    });
    const { "service-warning": warning, "idempotent-replay": replayed } = response.headers;
    assert.deepEqual([warning, replayed], ['ignored "is_mail": the order has no email address', replay]);
  }
});
