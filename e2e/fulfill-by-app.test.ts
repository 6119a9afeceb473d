import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  callConsole,
  eventually,
  installApp,
  registerApp,
  type SeededApp,
  type SeededStore,
  signUpStaff,
} from "@souk/testkit";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { createOrderFixture } from "./orders.ts";
import { takeScreenshot } from "./screenshot.ts";
import { createMouseInput } from "./user-input.ts";

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;
let orderIds: number[];

before(async () => {
  fixture = await createE2eFixture();
  const orderFixture = await createOrderFixture(fixture);
  store = orderFixture.store;
  app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  await installApp(fixture.testPlatform, { store, app });
  orderIds = [(await orderFixture.placeOrder()).id, (await orderFixture.placeOrder()).id];
});
after(() => fixture.close());

const parcelPage = {
  status: 200,
  headers: { "content-type": "text/html" },
  body: '<!doctype html><html lang="en"><title>Parcel</title><h1>Book a parcel</h1>',
};

/** Set the app's response to the Fulfill action. The app responds to GET with its page. */
function respondWith(responseBody: object, status = 200): void {
  fixture.appServer.respondWith(({ method }) =>
    method === "GET" ? parcelPage : { status, body: JSON.stringify(responseBody) },
  );
}

interface FulfillmentResponse {
  fulfillment_request: { id: number };
}

/** Send orders to the app with the Fulfill action. */
function sendOrders(topic: string, order_ids: readonly number[]): Promise<FulfillmentResponse> {
  const url = `${store.host_url}/api/console/fulfillment_requests.json`;
  const body = { app_handle: app.handle, topic, order_ids };
  return callConsole<FulfillmentResponse>(store.owner.browser, ["POST", url], { fulfillment_request: body });
}

const getRequestUrl = (id: number) => `${store.host_url}/fulfillment-requests/${id}`;

/** Create a fulfillment request that fails. @returns the URL of its page, which offers a retry */
async function createFailedRequest(topic: string, order_ids: readonly number[]): Promise<string> {
  respondWith({}, 500);
  return getRequestUrl((await sendOrders(topic, order_ids)).fulfillment_request.id);
}

test("REG-4: platform staff can set an app's fulfillment URLs, and the app's partner sees the URLs", async () => {
  const staff = (await signUpStaff(fixture.testPlatform)).browser;
  const { adminOrigin, partnersOrigin } = fixture.testPlatform.addresses;
  const { page, closePage } = await openPage(fixture, staff, `${adminOrigin}/staff/apps/${app.id}`);
  const dialog = page.getByRole("dialog");
  for (const [topic, path] of [
    ["fulfillment/single", "single"],
    ["fulfillment/bulk", "bulk"],
  ] as const) {
    await createMouseInput(page).activate(`Set URL for ${topic}`);
    await dialog.getByLabel("URL", { exact: true }).fill("http://parcels.dev/");
    await dialog.getByLabel("Reason").fill("Requested by email");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("must begin with https://", { exact: false }).first().waitFor();
    await dialog.getByLabel("URL", { exact: true }).fill(`${fixture.appServer.url}/${path}`);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByText(`${fixture.appServer.url}/${path}`, { exact: true }).waitFor();
  }
  await page.getByRole("table").getByText("Fulfillment URL set").first().waitFor();
  // The rejected URLs cause console errors with status 422.
  await closePage(/422/);
  const partner = await openPage(fixture, app.partner.browser, `${partnersOrigin}/apps/${app.id}`);
  await partner.page.getByText(`fulfillment/single: ${fixture.appServer.url}/single`).waitFor();
  await partner.closePage();
});

for (const [topic, count] of [
  ["fulfillment/single", 1],
  ["fulfillment/bulk", 2],
] as const) {
  test(`FUL-2, FUL-3, FUL-4: the admin shows an app's response to ${topic} as a toast or in a frame`, async () => {
    const requestUrl = await createFailedRequest(topic, orderIds.slice(0, count));
    const { page, closePage } = await openPage(fixture, store.owner.browser, requestUrl);
    await page.getByText("responded with status 500", { exact: false }).waitFor();
    const fulfillWithApp = async () => {
      await page.getByRole("button", { name: "Fulfill with an app" }).click();
      await page.getByRole("button", { name: app.name }).click();
    };
    await page.getByRole("link", { name: "#1001" }).waitFor();
    respondWith({ type: "message", message: "<b>No van today</b>", style: "error" });
    await fulfillWithApp();
    const alert = page.getByRole("alert").filter({ hasText: `${app.name}: <b>No van today</b>` });
    await alert.waitFor();
    respondWith({ type: "message", message: "Booked", style: "success" });
    await fulfillWithApp();
    await page
      .getByRole("status")
      .filter({ hasText: `${app.name}: Booked` })
      .waitFor();
    respondWith({}, 503);
    await fulfillWithApp();
    await page.getByRole("alert").filter({ hasText: "status 503" }).waitFor();
    respondWith({ type: "link", url: `${fixture.appServer.url}/parcel?for=1` });
    await fulfillWithApp();
    await page.frameLocator("iframe").getByRole("heading", { name: "Book a parcel" }).waitFor();
    assert.equal(await page.locator("iframe").getAttribute("src"), `${fixture.appServer.url}/parcel?for=1`);
    assert.equal(
      await page.locator("iframe").getAttribute("sandbox"),
      "allow-scripts allow-forms allow-same-origin allow-popups allow-downloads",
    );
    await page.getByRole("link", { name: "Back" }).click();
    await page.waitForURL((url) => url.href.startsWith(requestUrl));
    await closePage();
  });
}

test("a fulfillment request's page waits for the app, then links to an app page that can't be framed", async () => {
  const responseSignal = Promise.withResolvers<void>();
  const foreignUrl = `http://localhost:${fixture.appServer.port}/parcel`;
  fixture.appServer.respondWith(({ method, path }) => {
    if (method === "GET" && path === "/moved") return { status: 302, headers: { location: foreignUrl } };
    if (method === "GET") return parcelPage;
    const link = { type: "link", url: `${fixture.appServer.url}/moved` };
    return { status: 200, delay: responseSignal.promise, body: JSON.stringify(link) };
  });
  const requestPromise = sendOrders("fulfillment/single", orderIds.slice(0, 1));
  const { id } = await eventually(async () => {
    const listPath = "/api/4.0/fulfillment_requests.json?status=sent";
    const response = await callConsole<{ fulfillment_requests: { id: number }[] }>(store.owner.browser, [
      "GET",
      `${store.host_url}${listPath}`,
    ]);
    return response.fulfillment_requests[0];
  });
  const { page, closePage } = await openPage(fixture, store.owner.browser, getRequestUrl(id));
  await page.getByText("Waiting for the app…").waitFor();
  assert.equal(await page.getByRole("button", { name: "Fulfill with an app" }).count(), 0);
  responseSignal.resolve();
  await requestPromise;
  await page.getByText("The page can't be shown here").waitFor();
  const newTabLink = page.getByRole("status").getByRole("link", { name: "Open in a new tab" });
  assert.equal(await newTabLink.getAttribute("href"), `${fixture.appServer.url}/moved`);
  await takeScreenshot(page, "a link that cannot be framed");
  await page.goto(`${store.host_url}/fulfillment-requests/nothing`);
  await page.getByText("Request not found").waitFor();
  await takeScreenshot(page, "an unknown request");
  // The blocked frame and the unknown request cause console errors.
  await closePage(/frame-src|Content Security Policy|404/);
});
