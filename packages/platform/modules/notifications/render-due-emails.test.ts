import assert from "node:assert/strict";
import { after, before, mock, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import { eventually, type SeededStore, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { Liquid } from "liquidjs";
import type { Store } from "../../infrastructure/routing/call.ts";

type Template = OperationResponse<typeof operations.getNotificationTemplate>["notification_template"];

let testPlatform: TestPlatform;
let seededStore: SeededStore;

before(async () => {
  testPlatform = await startTestPlatform();
  seededStore = await seedStore(testPlatform);
});
after(() => testPlatform.stop());

function callTemplate(method: string, action: string, fields?: object) {
  const url = `${seededStore.host_url}/api/console/notification_templates/shipping_confirmation${action}.json`;
  const body = fields === undefined ? undefined : { notification_template: fields };
  return seededStore.owner.browser.call(method, url, body);
}

async function readTemplate(): Promise<Template> {
  return (await callTemplate("GET", "")).json<{ notification_template: Template }>().notification_template;
}

/** Queue an email to a customer as a shipment does, and return its subject once it is rendered. */
async function renderEmailTo(to: string): Promise<string> {
  const store = { id: seededStore.id, domain: "kedai.souk.test", timezone: "UTC" } as Store;
  const order = { order_number: "#1001", customer_name: "Mei", line_items: [] };
  const fulfillment = { tracking_company: "", tracking_number: "", tracking_url: "", line_items: [] };
  await testPlatform.database.transaction((tx) =>
    testPlatform.platform.modules.notifier.notifyCustomer(tx, store, {
      kind: "shipping_confirmation",
      order_id: 1,
      to,
      data: { order, fulfillment },
    }),
  );
  return eventually(async () => {
    const text = "select subject from mails where recipient = $1 and state = 'queued'";
    return (await testPlatform.database.maybeOne<{ subject: string }>(text, [to]))?.subject ?? null;
  });
}

test("no email template is parsed or rendered in the process that serves requests", async (t) => {
  const parse = mock.method(Liquid.prototype, "parse");
  t.after(() => parse.mock.restore());
  const costly = "{% for a in (1..2000) %}{% assign b = a | plus: 1 %}{% endfor %}x";
  for (const [method, action] of [
    ["POST", "/preview"],
    ["POST", "/test"],
    ["PUT", ""],
  ] as const) {
    const response = await callTemplate(method, action, { subject: "Own", body_html: costly });
    assert.equal(response.status, 200, response.text);
  }
  assert.equal(await renderEmailTo("mei@guests.test"), "Own");
  assert.equal(parse.mock.callCount(), 0);
});

test("if a saved email text can no longer be rendered, the default is sent and the error is shown", async () => {
  const insertText = `insert into notification_templates as t (store_id, kind, subject, body_html)
    values ($1, 'shipping_confirmation', 'Broken', '{% for i in (1..9999999) %}x{% endfor %}')
    on conflict (store_id, kind) do update set subject = excluded.subject, body_html = excluded.body_html`;
  await testPlatform.database.query(insertText, [seededStore.id]);
  assert.equal(await renderEmailTo("fallback@guests.test"), "Your order #1001 is on its way");
  const failedTemplate = await readTemplate();
  assert.equal(failedTemplate.render_error, "Line 1: rendering takes too much time or memory.");
  assert.notEqual(failedTemplate.render_failed_at, null);
  // If only the subject cannot be rendered, only the subject is replaced by the default.
  const updateText =
    "update notification_templates set subject = ' ', body_html = '<p>Own</p>' where store_id = $1";
  await testPlatform.database.query(updateText, [seededStore.id]);
  assert.equal(await renderEmailTo("subjectless@guests.test"), "Your order #1001 is on its way");
  assert.match((await readTemplate()).render_error ?? "", /^The rendered subject is empty\./);
  assert.match(JSON.stringify(testPlatform.log), /sent with the default template/);
  assert.match(JSON.stringify(testPlatform.log), /sent with the default subject/);
});

test("the rendering error of an email template stays until one of its texts is changed", async () => {
  assert.equal((await callTemplate("PUT", "", { is_enabled: true })).status, 200);
  assert.notEqual((await readTemplate()).render_error, null);
  assert.equal((await callTemplate("PUT", "", { subject: "Mended" })).status, 200);
  const mended = await readTemplate();
  assert.deepEqual([mended.render_error, mended.render_failed_at], [null, null]);
  assert.equal(await renderEmailTo("mended@guests.test"), "Mended");
  assert.equal((await readTemplate()).render_error, null);
});
