import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type AnswerOf, type NotificationKind, operations } from "@souk/contract";
import { eventually, type SeededShop, seedShop, type TestPlatform, testPlatform } from "@souk/testkit";
import { Check } from "typebox/value";
import { errorOf } from "../../http/testing/shop-api.ts";
import { type MailServer, startMailServer } from "../../mail/testing/mail-server.ts";
import type { Store } from "../../routing/call.ts";
import { mostMails } from "./mail-bounds.ts";

type Template = AnswerOf<typeof operations.getNotificationTemplate>["notification_template"];

let mailServer: MailServer;
let testing: TestPlatform;
let shop: SeededShop;

before(async () => {
  mailServer = await startMailServer();
  testing = await testPlatform({ config: { mail: mailServer.mail } });
  shop = await seedShop(testing);
  const email = "hello@kedai.test";
  const settings = { store: { name: "Kedai Mei", email } };
  const answer = await shop.owner.browser.call("PUT", `${shop.host_url}/api/3.0/store.json`, settings);
  assert.equal(answer.status, 200, answer.text);
});
after(async () => {
  await testing.stop();
  await mailServer.stop();
});

function call(method: string, path: string, fields?: object, of = shop) {
  const body = fields === undefined ? undefined : { notification_template: fields };
  return of.owner.browser.call(method, `${of.host_url}/api/console/notification_templates${path}`, body);
}

async function templateIn(answer: ReturnType<typeof call>): Promise<Template> {
  const { status, text, json } = await answer;
  assert.equal(status, 200, text);
  assert.ok(Check(operations.getNotificationTemplate.answer, json()), text);
  return json<{ notification_template: Template }>().notification_template;
}

const data = {
  order: { order_number: "#1001", customer_name: "Mei & Co", line_items: [{ name: "Basket", quantity: 2 }] },
  fulfillment: {
    tracking_company: "Pos Laju",
    tracking_number: "EN1",
    tracking_url: "https://track.test/?parcel=EN1&go=1",
    line_items: [{ name: "Basket <Large>", quantity: 1 }],
  },
};

/** Tells somebody within a transaction, as a module that ships an order does. */
function notify(to: string, kind: NotificationKind = "shipping_confirmation", then?: () => never) {
  return notifyAbout(1, { to, kind }, then);
}

/** The same, of an order. */
function notifyAbout(
  order_id: number,
  { to, kind = "shipping_update" }: { to: string; kind?: NotificationKind },
  then?: () => never,
) {
  const store = { id: shop.id, timezone: "UTC", domain: "kedai.souk.test" } as Store;
  return testing.database.transaction(async (tx) => {
    const mail = { kind, order_id, to, data };
    const isSent = (await testing.platform.modules.notifier.notifyCustomer(tx, store, mail)) === null;
    then?.();
    return isSent;
  });
}

function mailTo(recipient: string): Promise<string> {
  return eventually(() => mailServer.received.find(({ to }) => to === recipient)?.message ?? null);
}

async function countMails(recipient: string): Promise<number> {
  const text = "select id from mails where recipient = $1";
  return (await testing.database.query(text, [recipient])).rowCount;
}

test("a customer gets the default mail, from the shop's name and with answers to the shop", async () => {
  assert.equal(await notify("mei@guests.test"), true);
  const message = await mailTo("mei@guests.test");
  assert.match(message, /^From: Kedai Mei <no-reply@souk\.localhost>\r$/m);
  assert.match(message, /^Reply-To: hello@kedai\.test\r$/m);
  assert.match(message, /^Subject: Your order #1001 is on its way\r$/m);
  assert.match(message, /^Content-Type: multipart\/alternative/m);
  assert.match(message, /Hello Mei & Co,/);
  assert.match(message, /Hello Mei &amp; Co,/);
  assert.match(message, /1 x Basket <Large>/);
  assert.match(message, />Basket &lt;Large&gt;</);
  assert.match(message, /href="https:\/\/track\.test\/\?parcel=EN1&amp;go=1"/);
});

test("a mail whose transaction is rolled back is never sent, and nobody is told at no address", async () => {
  const failed = notify("rolled-back@guests.test", "shipping_confirmation", () => {
    throw new Error("the order could not be shipped");
  });
  await assert.rejects(failed, /could not be shipped/);
  assert.equal(await countMails("rolled-back@guests.test"), 0);
  assert.equal(await notify(""), false);
});

test("a customer gets 20 mails about an order in a day and 100 about all; the rest is logged", async () => {
  const { database } = testing;
  const fill = `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at, created_at)
    select $1, $2, 'shipping_update', $3, '', '', '', '', 'sent', now(), now() - $5::interval from generate_series(1, $4::int)`;
  const put = (order: number, to: string, count: number, ago = "1 hour") =>
    database.query(fill, [shop.id, order, to, count, ago]);
  const told = (order: number, to = "Looped@guests.test") => notifyAbout(order, { to });
  await put(901, "looped@guests.test", 19);
  await put(901, "looped@guests.test", 50, "25 hours");
  assert.deepEqual(
    [await told(901), await told(901), await told(901, "other@guests.test")],
    [true, false, false],
  );
  assert.equal(await told(902), true);
  await put(903, "looped@guests.test", 79);
  assert.equal(await told(904), false, "the address has had a hundred");
  assert.equal(await told(904, "third@guests.test"), true);
  const place = { store_id: shop.id, order_id: 904, recipient: "third@guests.test" };
  const counts = await testing.platform.mail.post.countLately(database, place, {
    ...mostMails,
    of_shop: 101,
  });
  assert.deepEqual(
    counts,
    { of_order: 1, to_recipient: 1, of_shop: 101 },
    "no more is counted than asked for",
  );
  const bounds = testing.log.lines.flatMap((line) => /"bound":"(\w+)"/.exec(JSON.stringify(line))?.[1] ?? []);
  assert.deepEqual(bounds, ["of_order", "of_order", "to_recipient"]);
  await database.query("delete from mails where store_id = $1 and order_id > 900", [shop.id]);
});

test("a shop's own text is sent, is told in the audit log, and is reset to the default", async () => {
  const path = "/shipping_update.json";
  const before = await templateIn(call("GET", path));
  assert.deepEqual([before.is_edited, before.is_enabled, before.updated_at], [false, true, null]);
  const subject = "{{ shop.name }}: {{ order.order_number | replace: '#', 'No. ' }}";
  const edited = await templateIn(call("PUT", path, { subject }));
  assert.deepEqual({ ...edited, updated_at: null }, { ...before, subject, is_edited: true });
  await notify("edited@guests.test", "shipping_update");
  assert.match(await mailTo("edited@guests.test"), /^Subject: Kedai Mei: No\. 1001\r$/m);

  const url = `${shop.host_url}/api/console/audit_entries.json?resource=notification_template`;
  const told = (await shop.owner.browser.call("GET", url)).json<
    AnswerOf<typeof operations.listAuditEntries>
  >();
  assert.deepEqual(
    told.audit_entries.map(({ action, label, after }) => [action, label, after?.subject]),
    [["create", "shipping_update", subject]],
  );

  assert.deepEqual(await templateIn(call("DELETE", path)), before);
  assert.deepEqual(await templateIn(call("GET", path)), before);
  assert.deepEqual(await templateIn(call("DELETE", path)), before);
});

test("two people who edit different texts at once both keep theirs", async () => {
  const path = "/shipping_update.json";
  await Promise.all([
    templateIn(call("PUT", path, { subject: "Own subject" })),
    templateIn(call("PUT", path, { body_text: "" })),
    templateIn(call("PUT", path, { body_html: "<p>Own</p>" })),
  ]);
  const { subject, body_text, body_html } = await templateIn(call("GET", path));
  assert.deepEqual([subject, body_text, body_html], ["Own subject", "", "<p>Own</p>"]);
  await notify("own@guests.test", "shipping_update");
  assert.match(await mailTo("own@guests.test"), /^Own\r$/m);
  await templateIn(call("DELETE", path));
});

test("a mail that is switched off is not sent, and its texts stay the default's", async () => {
  const path = "/shipping_update.json";
  const off = await templateIn(call("PUT", path, { is_enabled: false }));
  assert.deepEqual([off.is_enabled, off.is_edited], [false, false]);
  assert.equal(await notify("off@guests.test", "shipping_update"), false);
  assert.equal(await countMails("off@guests.test"), 0);
  await templateIn(call("PUT", path, { is_enabled: true }));
  assert.equal(await notify("off@guests.test", "shipping_update"), true);
});

test("a text that is no template is refused with its line, and nothing is changed", async () => {
  const path = "/shipping_confirmation.json";
  const before = await templateIn(call("GET", path));
  const wrong = { subject: "New", body_html: "<p>\n{% for x in y %}", body_text: "{{ shop.name | shout }}" };
  for (const [method, at] of [
    ["PUT", path],
    ["POST", "/shipping_confirmation/preview.json"],
    ["POST", "/shipping_confirmation/test.json"],
  ] as const) {
    const refused = await call(method, at, wrong);
    assert.equal(refused.status, 422, refused.text);
    assert.deepEqual(errorOf(refused).fields, [
      { path: "body_html", message: "Line 2: tag {% for x in y %} not closed." },
      { path: "body_text", message: "Line 1: undefined filter: shout." },
    ]);
  }
  assert.deepEqual(await templateIn(call("GET", path)), before);
  const empty = await call("PUT", path, { subject: "  " });
  assert.deepEqual([empty.status, errorOf(empty).fields?.[0]?.path], [422, "subject"]);
  const tooLong = await call("PUT", path, { body_html: "x".repeat(50_001) });
  assert.deepEqual([tooLong.status, errorOf(tooLong).fields?.[0]?.path], [422, "body_html"]);
});

test("a text that is kept but can no longer be rendered gives way to the default, and it is logged", async () => {
  const text = `insert into notification_templates (store_id, kind, subject, body_html)
    values ($1, 'shipping_confirmation', 'Broken', '{% for i in (1..9999999) %}x{% endfor %}')`;
  await testing.database.query(text, [shop.id]);
  assert.equal(await notify("fallback@guests.test"), true);
  // A subject at fault alone is all that the default takes the place of.
  const own = "update notification_templates set subject = ' ', body_html = '<p>Own</p>' where store_id = $1";
  await testing.database.query(own, [shop.id]);
  assert.equal(await notify("subjectless@guests.test"), true);
  assert.match(
    await mailTo("subjectless@guests.test"),
    /^Subject: Your order #1001 is on its way\r$.*<p>Own<\/p>/ms,
  );
  assert.match(await mailTo("fallback@guests.test"), /^Subject: Your order #1001 is on its way\r$/m);
  assert.match(JSON.stringify(testing.log), /its default was sent/);
  // Something else of it can be changed all the same.
  await templateIn(call("PUT", "/shipping_confirmation.json", { is_enabled: false }));
  await templateIn(call("DELETE", "/shipping_confirmation.json"));
});

test("a preview shows unsaved text with an example, and a test mails it to whoever asks", async () => {
  const trial = {
    subject: "Try {{ order.order_number }}",
    body_html: "<p>{{ fulfillment.tracking_number }}</p>",
  };
  const answer = await call("POST", "/shipping_confirmation/preview.json", trial);
  assert.ok(Check(operations.previewNotificationTemplate.answer, answer.json()), answer.text);
  const { preview } = answer.json<AnswerOf<typeof operations.previewNotificationTemplate>>();
  assert.deepEqual([preview.subject, preview.html], ["Try #1001", "<p>EN123456789MY</p>"]);
  const sent = await call("POST", "/shipping_confirmation/test.json", trial);
  const { test: tested } = sent.json<AnswerOf<typeof operations.testNotificationTemplate>>();
  assert.equal(tested.is_mailed, true);
  assert.match(await mailTo(tested.recipient), /^Subject: Try #1001\r$/m);
  assert.equal((await templateIn(call("GET", "/shipping_confirmation.json"))).is_edited, false);
});

test("another shop's templates are its own, and staff without the settings see and change none", async () => {
  const other = await seedShop(testing);
  await templateIn(call("PUT", "/shipping_confirmation.json", { subject: "Mine" }, other));
  const answer = await call("GET", ".json");
  assert.ok(Check(operations.listNotificationTemplates.answer, answer.json()), answer.text);
  assert.doesNotMatch(answer.text, /"Mine"/);
  const narrow = "update memberships set role = 'staff', scopes = '{read_store}' where store_id = $1";
  await testing.database.query(narrow, [other.id]);
  assert.equal((await call("GET", ".json", undefined, other)).status, 200);
  const refused = await call("PUT", "/shipping_confirmation.json", { subject: "Not mine" }, other);
  assert.deepEqual([refused.status, errorOf(refused).required_scope], [403, "write_store"]);
});

test("the mail of a customer who is erased is gone with them", async () => {
  const url = `${shop.host_url}/api/3.0/customers.json`;
  const fields = { customer: { first_name: "Ah", email: "erased@guests.test" } };
  const made = await shop.owner.browser.call("POST", url, fields);
  const { id } = made.json<{ customer: { id: number } }>().customer;
  await notify("Erased@guests.test");
  assert.equal(await countMails("Erased@guests.test"), 1);
  const erase = `${shop.host_url}/api/console/customers/${id}/erase.json`;
  assert.equal((await shop.owner.browser.call("POST", erase)).status, 200);
  assert.equal(await countMails("Erased@guests.test"), 0);
});
