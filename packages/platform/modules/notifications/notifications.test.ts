import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type NotificationKind, type OperationResponse, operations } from "@souk/contract";
import { eventually, type SeededStore, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { Check } from "typebox/value";
import { readError } from "../../http/testing/store-api.ts";
import { type MailServer, startMailServer } from "../../infrastructure/mail/testing/mail-server.ts";
import type { Store } from "../../infrastructure/routing/call.ts";

type Template = OperationResponse<typeof operations.getNotificationTemplate>["notification_template"];

let mailServer: MailServer;
let testPlatform: TestPlatform;
let seededStore: SeededStore;

before(async () => {
  mailServer = await startMailServer();
  testPlatform = await startTestPlatform({ config: { mail: mailServer.mail } });
  seededStore = await seedStore(testPlatform);
  const email = "hello@kedai.test";
  const settings = { store: { name: "Kedai Mei", email } };
  const response = await seededStore.owner.browser.call(
    "PUT",
    `${seededStore.host_url}/api/3.0/store.json`,
    settings,
  );
  assert.equal(response.status, 200, response.text);
});
after(async () => {
  await testPlatform.stop();
  await mailServer.stop();
});

function callTemplates(method: string, path: string, fields?: object, store = seededStore) {
  const body = fields === undefined ? undefined : { notification_template: fields };
  return store.owner.browser.call(
    method,
    `${store.host_url}/api/console/notification_templates${path}`,
    body,
  );
}

/** Await a call, assert that it succeeds, and return the template in its response. */
async function readTemplate(call: ReturnType<typeof callTemplates>): Promise<Template> {
  const { status, text, json } = await call;
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

/**
 * Queue an email to a customer in a transaction, as a module that ships an order does.
 * @param fail a function that throws before the transaction commits
 * @returns whether the email was queued
 */
function notify(to: string, kind: NotificationKind = "shipping_confirmation", fail?: () => never) {
  return notifyAboutOrder(1, { to, kind }, fail);
}

/** Queue an email about an order in a transaction. @returns whether it was queued */
function notifyAboutOrder(
  order_id: number,
  { to, kind = "shipping_update" }: { to: string; kind?: NotificationKind },
  fail?: () => never,
) {
  const store = { id: seededStore.id, timezone: "UTC", domain: "kedai.souk.test" } as Store;
  return testPlatform.database.transaction(async (tx) => {
    const notification = { kind, order_id, to, data };
    const { notifier } = testPlatform.platform.modules;
    const isQueued = (await notifier.notifyCustomer(tx, store, notification)) === null;
    fail?.();
    return isQueued;
  });
}

function awaitEmailTo(recipient: string): Promise<string> {
  return eventually(() => mailServer.received.find(({ to }) => to === recipient)?.message ?? null);
}

async function countEmails(recipient: string): Promise<number> {
  const text = "select id from mails where recipient = $1";
  return (await testPlatform.database.query(text, [recipient])).rowCount;
}

test("a customer gets the default email, with the store's name and reply address", async () => {
  assert.equal(await notify("mei@guests.test"), true);
  const message = await awaitEmailTo("mei@guests.test");
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

test("no email is sent to a customer after a rollback, or if the order has no email address", async () => {
  const failedNotification = notify("rolled-back@guests.test", "shipping_confirmation", () => {
    throw new Error("the order could not be shipped");
  });
  await assert.rejects(failedNotification, /could not be shipped/);
  assert.equal(await countEmails("rolled-back@guests.test"), 0);
  assert.equal(await notify(""), false);
});

test("an email template can be edited and reset, and the edit is in the audit log", async () => {
  const path = "/shipping_update.json";
  const originalTemplate = await readTemplate(callTemplates("GET", path));
  assert.deepEqual(
    [originalTemplate.is_edited, originalTemplate.is_enabled, originalTemplate.updated_at],
    [false, true, null],
  );
  const subject = "{{ shop.name }}: {{ order.order_number | replace: '#', 'No. ' }}";
  const editedTemplate = await readTemplate(callTemplates("PUT", path, { subject }));
  assert.deepEqual(
    { ...editedTemplate, updated_at: null },
    { ...originalTemplate, subject, is_edited: true },
  );
  await notify("edited@guests.test", "shipping_update");
  assert.match(await awaitEmailTo("edited@guests.test"), /^Subject: Kedai Mei: No\. 1001\r$/m);

  const url = `${seededStore.host_url}/api/console/audit_entries.json?resource=notification_template`;
  const audit = (await seededStore.owner.browser.call("GET", url)).json<
    OperationResponse<typeof operations.listAuditEntries>
  >();
  assert.deepEqual(
    audit.audit_entries.map(({ action, label, after }) => [action, label, after?.subject]),
    [["create", "shipping_update", subject]],
  );

  assert.deepEqual(await readTemplate(callTemplates("DELETE", path)), originalTemplate);
  assert.deepEqual(await readTemplate(callTemplates("GET", path)), originalTemplate);
  assert.deepEqual(await readTemplate(callTemplates("DELETE", path)), originalTemplate);
});

test("simultaneous edits of different texts of an email template are all saved", async () => {
  const path = "/shipping_update.json";
  await Promise.all([
    readTemplate(callTemplates("PUT", path, { subject: "Own subject" })),
    readTemplate(callTemplates("PUT", path, { body_text: "" })),
    readTemplate(callTemplates("PUT", path, { body_html: "<p>Own</p>" })),
  ]);
  const { subject, body_text, body_html } = await readTemplate(callTemplates("GET", path));
  assert.deepEqual([subject, body_text, body_html], ["Own subject", "", "<p>Own</p>"]);
  await notify("own@guests.test", "shipping_update");
  assert.match(await awaitEmailTo("own@guests.test"), /^Own\r$/m);
  await readTemplate(callTemplates("DELETE", path));
});

test("an email that is turned off is not sent, and its template is not marked as edited", async () => {
  const path = "/shipping_update.json";
  const disabledTemplate = await readTemplate(callTemplates("PUT", path, { is_enabled: false }));
  assert.deepEqual([disabledTemplate.is_enabled, disabledTemplate.is_edited], [false, false]);
  assert.equal(await notify("off@guests.test", "shipping_update"), false);
  assert.equal(await countEmails("off@guests.test"), 0);
  await readTemplate(callTemplates("PUT", path, { is_enabled: true }));
  assert.equal(await notify("off@guests.test", "shipping_update"), true);
});

test("an invalid email template is not saved, and the error names the line", async () => {
  const path = "/shipping_confirmation.json";
  const originalTemplate = await readTemplate(callTemplates("GET", path));
  const invalidTexts = {
    subject: "New",
    body_html: "<p>\n{% for x in y %}",
    body_text: "{{ shop.name | shout }}",
  };
  const [code, params] = ["invalid_format", { format: "liquid" }];
  for (const [method, callPath] of [
    ["PUT", path],
    ["POST", "/shipping_confirmation/preview.json"],
    ["POST", "/shipping_confirmation/test.json"],
  ] as const) {
    const response = await callTemplates(method, callPath, invalidTexts);
    assert.equal(response.status, 422, response.text);
    const [unclosedTag, unknownFilter] = [
      "Line 2: tag {% for x in y %} not closed.",
      "Line 1: undefined filter: shout.",
    ];
    assert.deepEqual(readError(response).fields, [
      { path: "body_html", code, message: unclosedTag, template: unclosedTag, params },
      { path: "body_text", code, message: unknownFilter, template: unknownFilter, params },
    ]);
  }
  assert.deepEqual(await readTemplate(callTemplates("GET", path)), originalTemplate);
  const blankSubject = await callTemplates("PUT", path, { subject: "  " });
  assert.deepEqual([blankSubject.status, readError(blankSubject).fields?.[0]?.path], [422, "subject"]);
  const longBody = await callTemplates("PUT", path, { body_html: "x".repeat(50_001) });
  assert.deepEqual([longBody.status, readError(longBody).fields?.[0]?.path], [422, "body_html"]);
});

test("unsaved email texts can be previewed with an example order and emailed to the caller", async () => {
  const unsavedTexts = {
    subject: "Try {{ order.order_number }}",
    body_html: "<p>{{ fulfillment.tracking_number }}</p>",
  };
  const response = await callTemplates("POST", "/shipping_confirmation/preview.json", unsavedTexts);
  assert.ok(Check(operations.previewNotificationTemplate.response, response.json()), response.text);
  const { preview } = response.json<OperationResponse<typeof operations.previewNotificationTemplate>>();
  assert.deepEqual([preview.subject, preview.html], ["Try #1001", "<p>EN123456789MY</p>"]);
  const testResponse = await callTemplates("POST", "/shipping_confirmation/test.json", unsavedTexts);
  const { test: testEmail } =
    testResponse.json<OperationResponse<typeof operations.testNotificationTemplate>>();
  assert.equal(testEmail.is_mailed, true);
  await eventually(() =>
    mailServer.received.some(
      ({ to, message }) => to === testEmail.recipient && /^Subject: Try #1001\r$/m.test(message),
    ),
  );
  assert.equal((await readTemplate(callTemplates("GET", "/shipping_confirmation.json"))).is_edited, false);
});

test("a store's email templates are not shown to another store", async () => {
  const otherStore = await seedStore(testPlatform);
  await readTemplate(callTemplates("PUT", "/shipping_confirmation.json", { subject: "Mine" }, otherStore));
  const response = await callTemplates("GET", ".json");
  assert.ok(Check(operations.listNotificationTemplates.response, response.json()), response.text);
  assert.doesNotMatch(response.text, /"Mine"/);
});

test("updating an email template requires settings.edit", async () => {
  const otherStore = await seedStore(testPlatform);
  const updateText = "update memberships set role = 'custom', rights = '{settings.view}' where store_id = $1";
  await testPlatform.database.query(updateText, [otherStore.id]);
  assert.equal((await callTemplates("GET", ".json", undefined, otherStore)).status, 200);
  const updateResponse = await callTemplates(
    "PUT",
    "/shipping_confirmation.json",
    { subject: "Not mine" },
    otherStore,
  );
  assert.deepEqual([updateResponse.status, readError(updateResponse).required_right], [403, "settings.edit"]);
});

test("erasing a customer deletes the emails to the customer", async () => {
  const url = `${seededStore.host_url}/api/3.0/customers.json`;
  const fields = { customer: { first_name: "Ah", email: "erased@guests.test" } };
  const createResponse = await seededStore.owner.browser.call("POST", url, fields);
  const { id } = createResponse.json<{ customer: { id: number } }>().customer;
  await notify("Erased@guests.test");
  assert.equal(await countEmails("Erased@guests.test"), 1);
  const eraseUrl = `${seededStore.host_url}/api/console/customers/${id}/erase.json`;
  assert.equal((await seededStore.owner.browser.call("POST", eraseUrl)).status, 200);
  assert.equal(await countEmails("Erased@guests.test"), 0);
});
