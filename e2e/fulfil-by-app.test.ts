import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  consoleCall,
  eventually,
  installApp,
  registerApp,
  type SeededApp,
  type SeededShop,
  signUpStaff,
} from "@souk/testkit";
import { mouse } from "./hands.ts";
import { openPage } from "./open-page.ts";
import { openOrders } from "./orders.ts";
import { takePicture } from "./picture.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;
let app: SeededApp;
let orders: number[];

before(async () => {
  stage = await openStage();
  const world = await openOrders(stage);
  shop = world.shop;
  app = await registerApp(stage.testing, stage.app.url);
  await installApp(stage.testing, { shop, app });
  orders = [(await world.order()).id, (await world.order()).id];
});
after(() => stage.close());

const parcelPage = {
  status: 200,
  headers: { "content-type": "text/html" },
  body: '<!doctype html><html lang="en"><title>Parcel</title><h1>Book a parcel</h1>',
};

/** What the app answers to the Fulfill action, and its page. */
function answers(reply: object, status = 200): void {
  stage.app.answer(({ method }) => (method === "GET" ? parcelPage : { status, body: JSON.stringify(reply) }));
}

interface Told {
  fulfillment_request: { id: number };
}

/** Hands orders over. */
function handOver(topic: string, order_ids: readonly number[]): Promise<Told> {
  const url = `${shop.host_url}/api/console/fulfillment_requests.json`;
  const body = { app_handle: app.handle, topic, order_ids };
  return consoleCall<Told>(shop.owner.browser, ["POST", url], { fulfillment_request: body });
}

const placeOf = (id: number) => `${shop.host_url}/fulfillment-requests/${id}`;

/** Hands an order over with an answer that fails; the page of the request offers to do it again. */
async function failed(topic: string, order_ids: readonly number[]): Promise<string> {
  answers({}, 500);
  return placeOf((await handOver(topic, order_ids)).fulfillment_request.id);
}

test("REG-4 staff set an app's fulfillment URLs in their console, and its partner reads them", async () => {
  const staff = (await signUpStaff(stage.testing)).browser;
  const { adminOrigin, partnersOrigin } = stage.testing.addresses;
  const { page, done } = await openPage(stage, staff, `${adminOrigin}/staff/apps/${app.id}`);
  const dialog = page.getByRole("dialog");
  for (const [topic, path] of [
    ["fulfillment/single", "single"],
    ["fulfillment/bulk", "bulk"],
  ] as const) {
    await mouse(page).press(`Set the URL of ${topic}`);
    await dialog.getByLabel("URL", { exact: true }).fill("http://parcels.dev/");
    await dialog.getByLabel("Reason").fill("They asked by mail");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("must begin with https://", { exact: false }).first().waitFor();
    await dialog.getByLabel("URL", { exact: true }).fill(`${stage.app.url}/${path}`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText(`${stage.app.url}/${path}`, { exact: true }).waitFor();
  }
  await page.getByRole("table").getByText("Fulfillment URL set").first().waitFor();
  await done(/422/);
  const partner = await openPage(stage, app.partner.browser, `${partnersOrigin}/apps/${app.id}`);
  await partner.page.getByText(`fulfillment/single: ${stage.app.url}/single`).waitFor();
  await partner.done();
});

for (const [topic, count] of [
  ["fulfillment/single", 1],
  ["fulfillment/bulk", 2],
] as const) {
  test(`FUL-2, FUL-3, FUL-4 ${topic}: a failure and a message stand in toasts, a link opens in a frame`, async () => {
    const start = await failed(topic, orders.slice(0, count));
    const { page, done } = await openPage(stage, shop.owner.browser, start);
    await page.getByText("answered with status 500", { exact: false }).waitFor();
    const fulfil = async () => {
      await page.getByRole("button", { name: "Fulfill by app" }).click();
      await page.getByRole("button", { name: app.name }).click();
    };
    await page.getByRole("link", { name: "#1001" }).waitFor();
    answers({ type: "message", message: "<b>No van today</b>", style: "error" });
    await fulfil();
    const alert = page.getByRole("alert").filter({ hasText: `${app.name}: <b>No van today</b>` });
    await alert.waitFor();
    answers({ type: "message", message: "Booked", style: "success" });
    await fulfil();
    await page
      .getByRole("status")
      .filter({ hasText: `${app.name}: Booked` })
      .waitFor();
    answers({}, 503);
    await fulfil();
    await page.getByRole("alert").filter({ hasText: "status 503" }).waitFor();
    answers({ type: "link", url: `${stage.app.url}/parcel?for=1` });
    await fulfil();
    await page.frameLocator("iframe").getByRole("heading", { name: "Book a parcel" }).waitFor();
    assert.equal(await page.locator("iframe").getAttribute("src"), `${stage.app.url}/parcel?for=1`);
    assert.equal(
      await page.locator("iframe").getAttribute("sandbox"),
      "allow-scripts allow-forms allow-same-origin allow-popups allow-downloads",
    );
    await page.getByRole("link", { name: "Back" }).click();
    await page.waitForURL((url) => url.href.startsWith(start));
    await done();
  });
}

test("a request is followed until its app has answered, a link that leads elsewhere is offered in a tab, and no request is said to be none", async () => {
  const answered = Promise.withResolvers<void>();
  const elsewhere = `http://localhost:${stage.app.port}/parcel`;
  stage.app.answer(({ method, path }) => {
    if (method === "GET" && path === "/moved") return { status: 302, headers: { location: elsewhere } };
    if (method === "GET") return parcelPage;
    const link = { type: "link", url: `${stage.app.url}/moved` };
    return { status: 200, delay: answered.promise, body: JSON.stringify(link) };
  });
  const asked = handOver("fulfillment/single", orders.slice(0, 1));
  const { id } = await eventually(async () => {
    const list = "/api/4.0/fulfillment_requests.json?status=sent";
    const told = await consoleCall<{ fulfillment_requests: { id: number }[] }>(shop.owner.browser, [
      "GET",
      `${shop.host_url}${list}`,
    ]);
    return told.fulfillment_requests[0];
  });
  const { page, done } = await openPage(stage, shop.owner.browser, placeOf(id));
  await page.getByText("The app is being asked…").waitFor();
  assert.equal(await page.getByRole("button", { name: "Fulfill by app" }).count(), 0);
  answered.resolve();
  await asked;
  await page.getByText("The page cannot be shown here").waitFor();
  const tab = page.getByRole("status").getByRole("link", { name: "Open in a new tab" });
  assert.equal(await tab.getAttribute("href"), `${stage.app.url}/moved`);
  await takePicture(page, "a link that is kept out");
  await page.goto(placeOf(0).replace(/0$/, "nothing"));
  await page.getByText("There is no such request").waitFor();
  await takePicture(page, "no such request");
  await done(/frame-src|Content Security Policy|404/);
});
