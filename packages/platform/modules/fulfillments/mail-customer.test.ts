import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  eventually,
  installApp,
  registerApp,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { type MailServer, startMailServer } from "../../mail/testing/mail-server.ts";

let mailServer: MailServer;
let testing: TestPlatform;
let shop: SeededShop;
let token: string;

before(async () => {
  mailServer = await startMailServer();
  testing = await testPlatform({ config: { mail: mailServer.mail } });
  shop = await seedShop(testing);
  const app = await registerApp(testing, "http://localhost:1");
  ({ token } = await installApp(testing, { shop, app }));
});
after(async () => {
  await testing.stop();
  await mailServer.stop();
});

async function call<T>(method: string, path: string, json: object, key?: string): Promise<T> {
  const headers = key === undefined ? {} : { "idempotency-key": key };
  const url = `${shop.origin}/api/3.0${path}`;
  const answer = await testing.request(url, { method, token, json, headers });
  assert.equal(answer.status, 200, answer.text);
  return answer.json<T>();
}

async function place(order: object): Promise<string> {
  const line_items = [{ name: "Rattan tray", price: "45.00", quantity: 2 }];
  const made = await call<{ order: { id: number } }>("POST", "/orders.json", {
    order: { line_items, ...order },
  });
  return `/orders/${made.order.id}/fulfillments`;
}

async function mails(recipient: string): Promise<string[]> {
  const text = "select kind from mails where recipient = $1 order by id";
  const { rows } = await testing.database.query<{ kind: string }>(text, [recipient]);
  return rows.map(({ kind }) => kind);
}

function received(recipient: string, subject: RegExp): Promise<string> {
  const found = () =>
    mailServer.received.find(({ to, message }) => to === recipient && subject.test(message))?.message ?? null;
  return eventually(found);
}

const tracked = {
  tracking_company: "Pos Laju",
  tracking_number: "EN1",
  tracking_url: "https://track.test/?parcel=EN1",
};

test("ORD-6: with is_mail 1 the customer gets the mail over SMTP, once for one Idempotency-Key", async () => {
  const to = "mei@guests.test";
  const path = await place({ email: to, shipping_address: { first_name: "Mei", last_name: "Tan" } });
  const parcel = { fulfillment: { ...tracked, is_mail: 1 } };
  const made = await call<{ fulfillment: { id: number } }>("POST", `${path}.json`, parcel, "parcel-1");
  assert.deepEqual(await call("POST", `${path}.json`, parcel, "parcel-1"), made);
  const message = await received(to, /EN1/);
  assert.match(message, /Mei Tan/);
  assert.match(message, /2 x Rattan tray/);
  assert.match(message, /https:\/\/track\.test/);
  assert.deepEqual(await mails(to), ["shipping_confirmation"]);

  const one = `${path}/${made.fulfillment.id}.json`;
  await call("PUT", one, { fulfillment: { tracking_number: "EN2" } });
  await call("PUT", one, { fulfillment: { tracking_number: "EN3", is_mail: 0 } });
  assert.deepEqual(await mails(to), ["shipping_confirmation"]);
  await call("PUT", one, { fulfillment: { is_mail: 1 } });
  assert.match(await received(to, /EN3/), /EN3/);
  assert.deepEqual(await mails(to), ["shipping_confirmation", "shipping_update"]);
});

test("an order without an address of its own mails its customer, and without any nobody", async () => {
  const email = "siti@guests.test";
  const { customer } = await call<{ customer: { id: number } }>("POST", "/customers.json", {
    customer: { first_name: "Siti", email },
  });
  const path = await place({ customer_id: customer.id, email: "" });
  await call("POST", `${path}.json`, { fulfillment: { is_mail: 1 } });
  assert.deepEqual(await mails(email), ["shipping_confirmation"]);
  await call("POST", `${await place({})}.json`, { fulfillment: { is_mail: 1 } });
  assert.deepEqual(await mails(""), []);
});

test("a customer without a name is called as the parcel is addressed, or else as the bill is", async () => {
  for (const [email, address, first_name] of [
    ["nameless@guests.test", "shipping_address", "Aminah"],
    ["billed@guests.test", "billing_address", "Farid"],
  ] as const) {
    const { customer } = await call<{ customer: { id: number } }>("POST", "/customers.json", {
      customer: { email },
    });
    const path = await place({ customer_id: customer.id, [address]: { first_name } });
    await call("POST", `${path}.json`, { fulfillment: { is_mail: 1 } });
    assert.match(await received(email, new RegExp(`Hello ${first_name}`)), /2 x Rattan tray/);
  }
});

test("a fulfillment that is refused mails nobody", async () => {
  const to = "refused@guests.test";
  const path = await place({ email: to });
  const json = { fulfillment: { is_mail: 1, line_items: [{ id: 1, quantity: 9 }] } };
  const url = `${shop.origin}/api/3.0${path}.json`;
  const answer = await testing.request(url, { method: "POST", token, json });
  assert.equal(answer.status, 422, answer.text);
  assert.deepEqual(await mails(to), []);
});

test("who asks for a mail that is not sent is told why, and nobody is where it is sent", async () => {
  const warned = async (method: string, path: string, fulfillment: object): Promise<unknown> => {
    const url = `${shop.origin}/api/3.0${path}.json`;
    const answer = await testing.request(url, { method, token, json: { fulfillment } });
    assert.equal(answer.status, 200, answer.text);
    return answer.headers["service-warning"];
  };
  const nobody = await place({});
  assert.equal(
    await warned("POST", nobody, { is_mail: 1 }),
    'ignored "is_mail": the order has no e-mail address',
  );
  assert.equal(await warned("POST", await place({}), { is_mail: 0 }), undefined);
  const path = await place({ email: "warned@guests.test" });
  assert.equal(await warned("POST", path, { is_mail: 1 }), undefined);
  const [{ id } = { id: 0 }] = (
    await testing.database.query<{ id: number }>("select max(id) as id from fulfillments")
  ).rows;
  const fill = `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at)
    select $1, order_id, 'shipping_update', 'other@guests.test', '', '', '', '', 'sent', now()
    from fulfillments, generate_series(1, 19) where id = $2`;
  await testing.database.query(fill, [shop.id, id]);
  const full = 'ignored "is_mail": the order has had 20 mails within 24 hours';
  assert.equal(await warned("PUT", `${path}/${id}`, { message: "Soon", is_mail: 1 }), full);
  const off = { notification_template: { is_enabled: false } };
  const console = `${shop.host_url}/api/console/notification_templates/shipping_update.json`;
  assert.equal((await shop.owner.browser.call("PUT", console, off)).status, 200);
  const switchedOff = 'ignored "is_mail": the shop has switched this mail off';
  assert.equal(await warned("PUT", `${path}/${id}`, { is_mail: 1 }), switchedOff);
  // Whoever lost the answer and sends it again is told as well.
  const unnamed = await place({});
  for (const replay of [undefined, "true"]) {
    const again = await testing.request(`${shop.origin}/api/3.0${unnamed}.json`, {
      method: "POST",
      token,
      headers: { "idempotency-key": "warned" },
      json: { fulfillment: { is_mail: 1 } },
    });
    const { "service-warning": warning, "idempotent-replay": replayed } = again.headers;
    assert.deepEqual([warning, replayed], ['ignored "is_mail": the order has no e-mail address', replay]);
  }
});
