import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";
import { waitUntilSettled } from "./wait-until-settled.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform);
});
after(() => fixture.close());

function openNotificationPage(path = "") {
  return openPage(fixture, store.owner.browser, `${store.host_url}/settings/notifications${path}`);
}

/** Find the frame with the preview of the email. */
function findPreview(page: Page) {
  return page.frameLocator("iframe[title='Email preview']");
}

/** Return a computed style of an element in the preview. */
async function readComputedStyle(page: Page, selector: string, name: string): Promise<string> {
  const [frame] = page.mainFrame().childFrames();
  return String(await frame?.evaluate(`getComputedStyle(document.querySelector("${selector}")).${name}`));
}

function findHtmlField(page: Page) {
  return page.getByRole("textbox", { name: "HTML body" });
}

test("an email template can be edited with a preview, tested, saved and reset", async () => {
  const { page, closePage } = await openNotificationPage();
  await page.getByRole("link", { name: /Shipping confirmation/ }).click();
  await page.getByRole("heading", { level: 1, name: "Shipping confirmation" }).waitFor();
  await findPreview(page).getByRole("heading", { name: "Your order is on its way" }).waitFor();
  // The preview applies style attributes.
  assert.equal(await readComputedStyle(page, "a", "backgroundColor"), "rgb(31, 95, 91)");

  await page.getByRole("textbox", { name: "Subject" }).fill("Order {{ order.order_number }} has shipped");
  await findHtmlField(page).fill("<h1>On its way</h1>\n{% if shop.name %}<p>{{ order.customer_name }}");
  await page.getByText("Line 2: tag {% if shop.name %} not closed.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Not saved. Check the highlighted fields.").waitFor();
  assert.ok(await findHtmlField(page).evaluate((element) => element.matches(":focus")));
  await findHtmlField(page).fill("<h1>On its way</h1>\n<p>{{ order.customer_name }}</p>");
  await findPreview(page).getByRole("heading", { name: "On its way" }).waitFor();
  await page.getByText("Order #1001 has shipped").waitFor();

  await page.getByRole("button", { name: "Send test email" }).click();
  await page.getByText(/saved but not sent: this platform doesn't send email/).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Email saved").waitFor();
  await page.reload();
  await findPreview(page).getByText("Mei Tan").waitFor();

  const mailbox = await page.context().newPage();
  await mailbox.goto(`${fixture.testPlatform.addresses.adminOrigin}/mail`);
  await mailbox.getByRole("heading", { name: "Order #1001 has shipped" }).waitFor();
  await mailbox.getByText("As HTML").first().click();
  await mailbox.frameLocator("iframe").getByRole("heading", { name: "On its way" }).waitFor();
  await mailbox.close();

  await page.getByRole("button", { name: "Reset to default" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await page.getByText("Template reset to default").waitFor();
  await findPreview(page).getByRole("heading", { name: "Your order is on its way" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Reset to default" }).count(), 0);
  await closePage();
});

test("scripts, forms and redirects in the preview of a template do not affect the admin", async () => {
  const { page, closePage } = await openNotificationPage("/shipping_update");
  await findPreview(page).getByRole("heading", { name: "Your tracking information has changed" }).waitFor();
  const hostileHtml = [
    "<h1 style='color: rgb(1, 2, 3)'>Hostile</h1>",
    "<script>parent.document.title = 'changed'</script>",
    "<p onclick=\"top.location = 'https://elsewhere.test'\">Click me</p>",
    "<meta http-equiv='refresh' content='0;url=https://elsewhere.test'>",
    "<form action='https://elsewhere.test'><button>Send</button></form>",
  ];
  await findHtmlField(page).fill(hostileHtml.join("\n"));
  const heading = findPreview(page).getByRole("heading", { name: "Hostile" });
  await heading.waitFor();
  assert.equal(await readComputedStyle(page, "h1", "color"), "rgb(1, 2, 3)");
  await findPreview(page).getByText("Click me").click();
  await findPreview(page).getByRole("button", { name: "Send" }).click();
  await waitUntilSettled(page);
  await heading.waitFor();
  assert.match(await page.title(), /^Shipping update/);
  assert.ok(page.url().startsWith(store.host_url));
  await page.getByRole("button", { name: "Discard" }).click();
  // The browser reports what it blocked in the frame.
  await closePage(/sandbox|Content Security Policy|script/i);
});

test("an email can be turned off even while its template has an error", async () => {
  const { page, closePage } = await openNotificationPage("/shipping_update");
  await findHtmlField(page).fill("{{ order.order_number");
  await page.getByText(/^Line 1: output/).waitFor();
  await page.getByLabel("Send this email").setChecked(false);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Email turned off. Your template changes aren't saved yet.").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page
    .getByRole("navigation", { name: "Breadcrumbs" })
    .getByRole("link", { name: "Notifications" })
    .click();
  await page
    .getByRole("row", { name: /Shipping update/ })
    .getByText("Off", { exact: true })
    .waitFor();
  await page.goto(`${store.host_url}/settings/notifications/nothing`);
  await page.getByRole("heading", { level: 1, name: "Email not found" }).waitFor();
  await closePage(/404|422/);
});

test("the notification pages show why a template failed to render, until the template is changed", async () => {
  const error = "Line 3: rendering takes too much time or memory.";
  await fixture.testPlatform.database.query(
    `insert into notification_templates (store_id, kind, subject, render_error, render_failed_at)
     values ($1, 'shipping_update', 'Costly', $2, now())
     on conflict (store_id, kind) do update set render_error = $2, render_failed_at = now()`,
    [store.id, error],
  );
  const { page, closePage } = await openNotificationPage();
  const row = page.getByRole("row", { name: /Shipping update/ });
  await row.getByText("Can't be rendered").waitFor();
  await page.getByRole("link", { name: /Shipping update/ }).click();
  const alert = page.getByRole("alert").filter({ hasText: "This template couldn't be rendered" });
  await alert.getByText(error).waitFor();
  await takeScreenshot(page, "notification_render_error");
  await page.setViewportSize({ width: 390, height: 800 });
  await waitUntilSettled(page);
  await takeScreenshot(page, "notification_render_error_narrow");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("textbox", { name: "Subject" }).fill("Mended");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Email saved").waitFor();
  await alert.waitFor({ state: "detached" });
  await closePage();
});

test("the notification pages are accessible in all display modes, even with long words", async () => {
  const longWord = "supercalifragilistic".repeat(12);
  const { page, closePage } = await openNotificationPage("/shipping_confirmation");
  await findPreview(page).getByRole("heading", { name: "Your order is on its way" }).waitFor();
  await assertNoViolations(page, "notification");
  await page.getByRole("textbox", { name: "Subject" }).fill(longWord.slice(0, 255));
  await findHtmlField(page).fill(`<p>${longWord}</p>{{ order.order_number`);
  await page.getByText(/^Line 1: output/).waitFor();
  await assertNoViolations(page, "notification_with_error");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${store.host_url}/settings/notifications`);
  await page.getByRole("link", { name: /Shipping update/ }).waitFor();
  await assertNoViolations(page, "notifications");
  // axe sends a message to the frame, which does not respond.
  await closePage(/postMessage/);
});

async function assertNoViolations(page: Page, name: string): Promise<void> {
  await waitUntilSettled(page);
  assert.deepEqual(
    await findViolationsInAllModes(page, (mode) => takeScreenshot(page, `${name}_${mode}`)),
    [],
  );
}

test("the notification page says which email limits are reached, in all display modes", async () => {
  // 50 emails with the store's own texts were sent today, which is the limit, and 3 emails are scheduled for tomorrow.
  const insertEmailsSql = `insert into mails (store_id, order_id, kind, recipient, subject, key_id, data_key, ciphertext, state, due_at, scheduled_at, is_own_text)
    select $1, case when n > 50 then 1 end, 'shipping_update', n || '@guests.test', '', '', '', '', 'sent', now(),
      now() + case when n > 50 then interval '1 day' else interval '-1 hour' end, n <= 50
    from generate_series(1, 53) n`;
  await fixture.testPlatform.database.query(insertEmailsSql, [store.id]);
  const { page, closePage } = await openNotificationPage();
  await page.getByText("The 24-hour limit for emails with custom texts is reached").waitFor();
  await page
    .getByText(
      "All stores of the same owner together can send up to 50 emails with custom texts within 24 hours",
    )
    .waitFor();
  await page.getByText("3 customer emails are waiting").waitFor();
  await waitUntilSettled(page);
  assert.deepEqual(
    await findViolationsInAllModes(page, (mode) => takeScreenshot(page, `notification limits ${mode}`)),
    [],
  );
  await fixture.testPlatform.database.query("delete from mails where store_id = $1", [store.id]);
  await closePage();
});
