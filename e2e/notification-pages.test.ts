import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededShop, seedShop } from "@souk/testkit";
import type { Page } from "playwright-core";
import { openPage } from "./open-page.ts";
import { faultsInEveryLook } from "./page-faults.ts";
import { takePicture } from "./picture.ts";
import { settled } from "./settled.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;

before(async () => {
  stage = await openStage();
  shop = await seedShop(stage.testing);
});
after(() => stage.close());

function opened(path = "") {
  return openPage(stage, shop.owner.browser, `${shop.host_url}/settings/notifications${path}`);
}

/** The mail as the preview draws it. */
function preview(page: Page) {
  return page.frameLocator("iframe[title='The mail as customers see it']");
}

/** How something of the preview is drawn. */
async function drawnStyle(page: Page, selector: string, name: string): Promise<string> {
  const [frame] = page.mainFrame().childFrames();
  return String(await frame?.evaluate(`getComputedStyle(document.querySelector("${selector}")).${name}`));
}

function html(page: Page) {
  return page.getByRole("textbox", { name: "Text as HTML" });
}

test("a merchant writes a mail beside its preview, tries it, saves it and resets it", async () => {
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
  await page.getByText("This cannot be saved yet: see what is marked above.").waitFor();
  assert.ok(await html(page).evaluate((element) => element.matches(":focus")));
  await html(page).fill("<h1>Off it goes</h1>\n<p>{{ order.customer_name }}</p>");
  await preview(page).getByRole("heading", { name: "Off it goes" }).waitFor();
  await page.getByText("Parcel of #1001 has left").waitFor();

  await page.getByRole("button", { name: "Send a test to me" }).click();
  await page.getByText(/is kept: this platform sends no mail/).waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The mail is saved.").waitFor();
  await page.reload();
  await preview(page).getByText("Mei Tan").waitFor();

  const mailbox = await page.context().newPage();
  await mailbox.goto(`${stage.testing.addresses.adminOrigin}/mail`);
  await mailbox.getByRole("heading", { name: "Parcel of #1001 has left" }).waitFor();
  await mailbox.getByText("As HTML").first().click();
  await mailbox.frameLocator("iframe").getByRole("heading", { name: "Off it goes" }).waitFor();
  await mailbox.close();

  await page.getByRole("button", { name: "Reset to the default" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
  await page.getByText("The mail has its default words again.").waitFor();
  await preview(page).getByRole("heading", { name: "Your order is on its way" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Reset to the default" }).count(), 0);
  await done();
});

test("what a template holds runs in no preview and reaches nothing of the panel", async () => {
  const { page, done } = await opened("/shipping_update");
  await preview(page).getByRole("heading", { name: "News of your parcel" }).waitFor();
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
  assert.ok(page.url().startsWith(shop.host_url));
  await page.getByRole("button", { name: "Take back" }).click();
  // The browser tells what it has kept the frame from.
  await done(/sandbox|Content Security Policy|script/i);
});

test("a mail is switched off, which its list shows, and no such mail is said in words", async () => {
  const { page, done } = await opened("/shipping_update");
  // What is wrong with its words is no reason to go on sending it.
  await html(page).fill("{{ order.order_number");
  await page.getByText(/^Line 1: output/).waitFor();
  await page.getByLabel("Send this mail").setChecked(false);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The mail is switched off; its words are not saved yet.").waitFor();
  await page.getByRole("button", { name: "Take back" }).click();
  await page
    .getByRole("navigation", { name: "Where this page is" })
    .getByRole("link", { name: "Notifications" })
    .click();
  await page
    .getByRole("row", { name: /Shipping update/ })
    .getByText("Switched off")
    .waitFor();
  await page.goto(`${shop.host_url}/settings/notifications/nothing`);
  await page.getByRole("heading", { level: 1, name: "There is no such mail" }).waitFor();
  await done(/404|422/);
});

test("the pages let everybody in: light, dark, narrow, and with long words", async () => {
  const long = "supercalifragilistic".repeat(12);
  const { page, done } = await opened("/shipping_confirmation");
  await preview(page).getByRole("heading", { name: "Your order is on its way" }).waitFor();
  await faultsOf(page, "notification");
  await page.getByRole("textbox", { name: "Subject" }).fill(long.slice(0, 255));
  await html(page).fill(`<p>${long}</p>{{ order.order_number`);
  await page.getByText(/^Line 1: output/).waitFor();
  await faultsOf(page, "notification_at_fault");
  await page.getByRole("button", { name: "Take back" }).click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${shop.host_url}/settings/notifications`);
  await page.getByRole("link", { name: /Shipping update/ }).waitFor();
  await faultsOf(page, "notifications");
  // What looks for faults asks the frame, which answers nobody.
  await done(/postMessage/);
});

async function faultsOf(page: Page, name: string): Promise<void> {
  await settled(page);
  assert.deepEqual(await faultsInEveryLook(page, (look) => takePicture(page, `${name}_${look}`)), []);
}
