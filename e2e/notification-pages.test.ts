import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore } from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";
import { settled } from "./settled.ts";

let fixture: E2eFixture;
let store: SeededStore;

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testing);
});
after(() => fixture.close());

function opened(path = "") {
  return openPage(fixture, store.owner.browser, `${store.host_url}/settings/notifications${path}`);
}

/** Locate the email in the preview. */
function preview(page: Page) {
  return page.frameLocator("iframe[title='Email preview']");
}

/** Read a computed style of an element in the preview. */
async function drawnStyle(page: Page, selector: string, name: string): Promise<string> {
  const [frame] = page.mainFrame().childFrames();
  return String(await frame?.evaluate(`getComputedStyle(document.querySelector("${selector}")).${name}`));
}

function html(page: Page) {
  return page.getByRole("textbox", { name: "HTML body" });
}

test("a merchant edits an email beside its preview, tests, saves and resets it", async () => {
  const { page, done } = await opened();
  await page.getByRole("link", { name: /Shipping confirmation/ }).click();
  await page.getByRole("heading", { level: 1, name: "Shipping confirmation" }).waitFor();
  await preview(page).getByRole("heading", { name: "Your order is on its way" }).waitFor();
  // What its style attribute says is drawn.
  assert.equal(await drawnStyle(page, "a", "backgroundColor"), "rgb(31, 95, 91)");

  await page.getByRole("textbox", { name: "Subject" }).fill("Parcel of {{ order.order_number }} has left");
  await html(page).fill("<h1>Off it goes</h1>\n{% if shop.name %}<p>{{ order.customer_name }}");
  await page.getByText("Line 2: tag {% if shop.name %} not closed.").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Not saved. Check the highlighted fields.").waitFor();
  assert.ok(await html(page).evaluate((element) => element.matches(":focus")));
  await html(page).fill("<h1>Off it goes</h1>\n<p>{{ order.customer_name }}</p>");
  await preview(page).getByRole("heading", { name: "Off it goes" }).waitFor();
  await page.getByText("Parcel of #1001 has left").waitFor();

  await page.getByRole("button", { name: "Send test email" }).click();
  await page.getByText(/saved but not sent: this platform doesn't send email/).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Email saved").waitFor();
  await page.reload();
  await preview(page).getByText("Mei Tan").waitFor();

  const mailbox = await page.context().newPage();
  await mailbox.goto(`${fixture.testing.addresses.adminOrigin}/mail`);
  await mailbox.getByRole("heading", { name: "Parcel of #1001 has left" }).waitFor();
  await mailbox.getByText("As HTML").first().click();
  await mailbox.frameLocator("iframe").getByRole("heading", { name: "Off it goes" }).waitFor();
  await mailbox.close();

  await page.getByRole("button", { name: "Reset to default" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await page.getByText("Template reset to default").waitFor();
  await preview(page).getByRole("heading", { name: "Your order is on its way" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Reset to default" }).count(), 0);
  await done();
});

test("template content runs in no preview and reaches nothing of the panel", async () => {
  const { page, done } = await opened("/shipping_update");
  await preview(page).getByRole("heading", { name: "Your tracking information has changed" }).waitFor();
  const hostile = [
    "<h1 style='color: rgb(1, 2, 3)'>Hostile</h1>",
    "<script>parent.document.title = 'taken'</script>",
    "<p onclick=\"top.location = 'https://elsewhere.test'\">press</p>",
    "<meta http-equiv='refresh' content='0;url=https://elsewhere.test'>",
    "<form action='https://elsewhere.test'><button>Send</button></form>",
  ];
  await html(page).fill(hostile.join("\n"));
  const heading = preview(page).getByRole("heading", { name: "Hostile" });
  await heading.waitFor();
  assert.equal(await drawnStyle(page, "h1", "color"), "rgb(1, 2, 3)");
  await preview(page).getByText("press").click();
  await preview(page).getByRole("button", { name: "Send" }).click();
  await settled(page);
  await heading.waitFor();
  assert.match(await page.title(), /^Shipping update/);
  assert.ok(page.url().startsWith(store.host_url));
  await page.getByRole("button", { name: "Discard" }).click();
  // The browser reports what it blocked in the frame.
  await done(/sandbox|Content Security Policy|script/i);
});

test("an email is switched off, its list shows it, and a missing email is reported", async () => {
  const { page, done } = await opened("/shipping_update");
  // What is wrong with its words is no reason to go on sending it.
  await html(page).fill("{{ order.order_number");
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
  await done(/404|422/);
});

test("the notification pages are accessible: light, dark, narrow, with long words", async () => {
  const long = "supercalifragilistic".repeat(12);
  const { page, done } = await opened("/shipping_confirmation");
  await preview(page).getByRole("heading", { name: "Your order is on its way" }).waitFor();
  await assertNoViolations(page, "notification");
  await page.getByRole("textbox", { name: "Subject" }).fill(long.slice(0, 255));
  await html(page).fill(`<p>${long}</p>{{ order.order_number`);
  await page.getByText(/^Line 1: output/).waitFor();
  await assertNoViolations(page, "notification_at_fault");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${store.host_url}/settings/notifications`);
  await page.getByRole("link", { name: /Shipping update/ }).waitFor();
  await assertNoViolations(page, "notifications");
  // The accessibility check asks the frame, which never answers.
  await done(/postMessage/);
});

async function assertNoViolations(page: Page, name: string): Promise<void> {
  await settled(page);
  assert.deepEqual(
    await findViolationsInEveryLook(page, (look) => takeScreenshot(page, `${name}_${look}`)),
    [],
  );
}
