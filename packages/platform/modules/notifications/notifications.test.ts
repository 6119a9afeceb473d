import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type NotificationKind, type OperationResponse, operations } from "@souk/contract";
import { eventually, type SeededStore, seedStore, type TestPlatform, testPlatform } from "@souk/testkit";
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";
import { type MailServer, startMailServer } from "../../infrastructure/mail/testing/mail-server.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { maxEmails } from "./email-limits.ts";

type Template = OperationResponse<typeof operations.getNotificationTemplate>["notification_template"];

let mailServer: MailServer;
let testing: TestPlatform;
let seededStore: SeededStore;

before(async () => {
  mailServer = await startMailServer();
  testing = await testPlatform({ config: { mail: mailServer.mail } });
  seededStore = await seedStore(testing);
  const email = "hello@kedai.test";
  const settings = { store: { name: "Kedai Mei", email } };
  const answer = await seededStore.owner.browser.call(
    "PUT",
    `${seededStore.host_url}/api/3.0/store.json`,
    settings,
  );
  assert.equal(answer.status, 200, answer.text);
});
after(async () => {
  await testing.stop();
  await mailServer.stop();
});

function call(method: string, path: string, fields?: object, target = seededStore) {
  const body = fields === undefined ? undefined : { notification_template: fields };
  return target.owner.browser.call(
    method,
    `${target.host_url}/api/console/notification_templates${path}`,
    body,
  );
}

async function templateIn(answer: ReturnType<typeof call>): Promise<Template> {
  const { status, text, json } = await answer;
  assert.equal(status, 200, text);
  assert.ok(Check(operations.getNotificationTemplate.response, json()), text);
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

/** Queue an email to a customer within a transaction, as a module that ships an order does. */
function notify(to: string, kind: NotificationKind = "shipping_confirmation", then?: () => never) {
  return notifyAbout(1, { to, kind }, then);
}

/** Queue an email about an order within a transaction. */
function notifyAbout(
  order_id: number,
  { to, kind = "shipping_update" }: { to: string; kind?: NotificationKind },
  then?: () => never,
) {
  const store = { id: seededStore.id, timezone: "UTC", domain: "kedai.souk.test" } as Store;
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

async function countEmails(recipient: string): Promise<number> {
  const text = "select id from mails where recipient = $1";
  return (await testing.database.query(text, [recipient])).rowCount;
}

test("a customer gets the default email, with the store's name and reply address", async () => {
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

test("an email of a rolled-back transaction is never sent, nor one without an address", async () => {
  const failed = notify("rolled-back@guests.test", "shipping_confirmation", () => {
    throw new Error("the order could not be shipped");
  });
  await assert.rejects(failed, /could not be shipped/);
  assert.equal(await countEmails("rolled-back@guests.test"), 0);
  assert.equal(await notify(""), false);
});

test("a customer gets 20 emails about an order a day and 100 in all; others are logged", async () => {
  const { database } = testing;
  const fill = `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at, created_at)
    select $1, $2, 'shipping_update', $3, '', '', '', '', 'sent', now(), now() - $5::interval from generate_series(1, $4::int)`;
  const put = (order: number, to: string, count: number, ago = "1 hour") =>
    database.query(fill, [seededStore.id, order, to, count, ago]);
  const notifyOrder = (order: number, to = "Looped@guests.test") => notifyAbout(order, { to });
  await put(901, "looped@guests.test", 19);
  await put(901, "looped@guests.test", 50, "25 hours");
  assert.deepEqual(
    [await notifyOrder(901), await notifyOrder(901), await notifyOrder(901, "other@guests.test")],
    [true, false, false],
  );
  assert.equal(await notifyOrder(902), true);
  await put(903, "looped@guests.test", 79);
  assert.equal(await notifyOrder(904), false, "the address has had a hundred");
  assert.equal(await notifyOrder(904, "third@guests.test"), true);
  const place = { store_id: seededStore.id, order_id: 904, recipient: "third@guests.test" };
  const counts = await testing.platform.mail.post.countLately(database, place, {
    ...maxEmails,
    of_store: 101,
  });
  assert.deepEqual(
    counts,
    { of_order: 1, to_recipient: 1, of_store: 101 },
    "no more is counted than asked for",
  );
  const bounds = testing.log.lines.flatMap((line) => /"bound":"(\w+)"/.exec(JSON.stringify(line))?.[1] ?? []);
  assert.deepEqual(bounds, ["of_order", "of_order", "to_recipient"]);
  await database.query("delete from mails where store_id = $1 and order_id > 900", [seededStore.id]);
});

test("a store's own text is sent, appears in the audit log, and can be reset", async () => {
  const path = "/shipping_update.json";
  const before = await templateIn(call("GET", path));
  assert.deepEqual([before.is_edited, before.is_enabled, before.updated_at], [false, true, null]);
  const subject = "{{ shop.name }}: {{ order.order_number | replace: '#', 'No. ' }}";
  const edited = await templateIn(call("PUT", path, { subject }));
  assert.deepEqual({ ...edited, updated_at: null }, { ...before, subject, is_edited: true });
  await notify("edited@guests.test", "shipping_update");
  assert.match(await mailTo("edited@guests.test"), /^Subject: Kedai Mei: No\. 1001\r$/m);

  const url = `${seededStore.host_url}/api/console/audit_entries.json?resource=notification_template`;
  const audit = (await seededStore.owner.browser.call("GET", url)).json<
    OperationResponse<typeof operations.listAuditEntries>
  >();
  assert.deepEqual(
    audit.audit_entries.map(({ action, label, after }) => [action, label, after?.subject]),
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

test("an email that is switched off is not sent, and its texts stay the default's", async () => {
  const path = "/shipping_update.json";
  const off = await templateIn(call("PUT", path, { is_enabled: false }));
  assert.deepEqual([off.is_enabled, off.is_edited], [false, false]);
  assert.equal(await notify("off@guests.test", "shipping_update"), false);
  assert.equal(await countEmails("off@guests.test"), 0);
  await templateIn(call("PUT", path, { is_enabled: true }));
  assert.equal(await notify("off@guests.test", "shipping_update"), true);
});

test("an invalid template is rejected with the line of the error, and nothing changes", async () => {
  const path = "/shipping_confirmation.json";
  const before = await templateIn(call("GET", path));
  const wrong = { subject: "New", body_html: "<p>\n{% for x in y %}", body_text: "{{ shop.name | shout }}" };
  const [code, params] = ["invalid_format", { format: "liquid" }];
  for (const [method, at] of [
    ["PUT", path],
    ["POST", "/shipping_confirmation/preview.json"],
    ["POST", "/shipping_confirmation/test.json"],
  ] as const) {
    const rejected = await call(method, at, wrong);
    assert.equal(rejected.status, 422, rejected.text);
    const [unclosed, unknown] = [
      "Line 2: tag {% for x in y %} not closed.",
      "Line 1: undefined filter: shout.",
    ];
    assert.deepEqual(readError(rejected).fields, [
      { path: "body_html", code, message: unclosed, template: unclosed, params },
      { path: "body_text", code, message: unknown, template: unknown, params },
    ]);
  }
  assert.deepEqual(await templateIn(call("GET", path)), before);
  const empty = await call("PUT", path, { subject: "  " });
  assert.deepEqual([empty.status, readError(empty).fields?.[0]?.path], [422, "subject"]);
  const tooLong = await call("PUT", path, { body_html: "x".repeat(50_001) });
  assert.deepEqual([tooLong.status, readError(tooLong).fields?.[0]?.path], [422, "body_html"]);
});

test("a stored text that cannot be rendered any more gives way to the default", async () => {
  const text = `insert into notification_templates (store_id, kind, subject, body_html)
    values ($1, 'shipping_confirmation', 'Broken', '{% for i in (1..9999999) %}x{% endfor %}')`;
  await testing.database.query(text, [seededStore.id]);
  assert.equal(await notify("fallback@guests.test"), true);
  // A subject at fault alone is all that the default takes the place of.
  const own = "update notification_templates set subject = ' ', body_html = '<p>Own</p>' where store_id = $1";
  await testing.database.query(own, [seededStore.id]);
  assert.equal(await notify("subjectless@guests.test"), true);
  assert.match(
    await mailTo("subjectless@guests.test"),
    /^Subject: Your order #1001 is on its way\r$.*<p>Own<\/p>/ms,
  );
  assert.match(await mailTo("fallback@guests.test"), /^Subject: Your order #1001 is on its way\r$/m);
  assert.match(JSON.stringify(testing.log), /The default template was sent/);
  // Something else of it can be changed all the same.
  await templateIn(call("PUT", "/shipping_confirmation.json", { is_enabled: false }));
  await templateIn(call("DELETE", "/shipping_confirmation.json"));
});

test("a preview shows unsaved text with an example, and a test emails it to the caller", async () => {
  const trial = {
    subject: "Try {{ order.order_number }}",
    body_html: "<p>{{ fulfillment.tracking_number }}</p>",
  };
  const answer = await call("POST", "/shipping_confirmation/preview.json", trial);
  assert.ok(Check(operations.previewNotificationTemplate.response, answer.json()), answer.text);
  const { preview } = answer.json<OperationResponse<typeof operations.previewNotificationTemplate>>();
  assert.deepEqual([preview.subject, preview.html], ["Try #1001", "<p>EN123456789MY</p>"]);
  const sent = await call("POST", "/shipping_confirmation/test.json", trial);
  const { test: tested } = sent.json<OperationResponse<typeof operations.testNotificationTemplate>>();
  assert.equal(tested.is_mailed, true);
  assert.match(await mailTo(tested.recipient), /^Subject: Try #1001\r$/m);
  assert.equal((await templateIn(call("GET", "/shipping_confirmation.json"))).is_edited, false);
});

test("a store has its own templates, and staff without write_store cannot change them", async () => {
  const other = await seedStore(testing);
  await templateIn(call("PUT", "/shipping_confirmation.json", { subject: "Mine" }, other));
  const answer = await call("GET", ".json");
  assert.ok(Check(operations.listNotificationTemplates.response, answer.json()), answer.text);
  assert.doesNotMatch(answer.text, /"Mine"/);
  const narrow = "update memberships set role = 'staff', scopes = '{read_store}' where store_id = $1";
  await testing.database.query(narrow, [other.id]);
  assert.equal((await call("GET", ".json", undefined, other)).status, 200);
  const rejected = await call("PUT", "/shipping_confirmation.json", { subject: "Not mine" }, other);
  assert.deepEqual([rejected.status, readError(rejected).required_scope], [403, "write_store"]);
});

test("the email of an erased customer is deleted with them", async () => {
  const url = `${seededStore.host_url}/api/3.0/customers.json`;
  const fields = { customer: { first_name: "Ah", email: "erased@guests.test" } };
  const made = await seededStore.owner.browser.call("POST", url, fields);
  const { id } = made.json<{ customer: { id: number } }>().customer;
  await notify("Erased@guests.test");
  assert.equal(await countEmails("Erased@guests.test"), 1);
  const erase = `${seededStore.host_url}/api/console/customers/${id}/erase.json`;
  assert.equal((await seededStore.owner.browser.call("POST", erase)).status, 200);
  assert.equal(await countEmails("Erased@guests.test"), 0);
});
