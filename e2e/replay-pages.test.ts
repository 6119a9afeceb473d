import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { topics } from "@souk/contract";
import {
  assertBecomes,
  eventually,
  installApp,
  loadInstallationId,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
} from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { type OpenedPage, openPage } from "./open-page.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";
import { createKeyboardInput, createMouseInput } from "./user-input.ts";

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;
let token: string;
let installationPath: string;
let stockQuantity = 0;

const topic = "inventory_level/inventory_quantity_update";

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testPlatform, { products: 1 });
  app = await registerApp(fixture.testPlatform, fixture.appServer.url);
  ({ token } = await installApp(fixture.testPlatform, { store, app }));
  installationPath = `/apps/${app.id}/installations/${await loadInstallationId(store, app)}`;
  await callApi("POST", "/3.0/webhooks.json", { topic, url: `${fixture.appServer.url}/stock` });
});
after(() => fixture.close());

const openInstallationPage = (): Promise<OpenedPage> =>
  openPage(
    fixture,
    app.partner.browser,
    `${fixture.testPlatform.addresses.partnersOrigin}${installationPath}`,
  );

/** Run a statement whose parameter $1 is the app's id. */
const runSql = <Row extends object>(text: string) => fixture.testPlatform.database.query<Row>(text, [app.id]);

async function callApi(method: string, endpoint: string, json: unknown): Promise<void> {
  const response = await fixture.testPlatform.request(`${store.origin}/api${endpoint}`, {
    method,
    token,
    json,
  });
  assert.equal(response.status, 200, response.text);
}

async function changeStock(): Promise<void> {
  const level = { variant_id: store.variants[0]?.id, location_id: store.locations[0]?.id };
  await callApi("PUT", "/4.0/inventory_levels/set.json", { ...level, quantity: ++stockQuantity });
}

async function countDeliveries(state: string, condition: "attempts > 0" | "true" = "true"): Promise<number> {
  const result = await runSql<{ count: number }>(
    `select count(*) as count from deliveries where app_id = $1 and state = '${state}' and ${condition}`,
  );
  return result.rows[0]?.count ?? 0;
}

/** Create deliveries that have failed permanently, as after two days of retries. */
async function createFailedDeliveries(count: number): Promise<void> {
  fixture.appServer.respondWith({ status: 503, body: "out of order" });
  for (let createdCount = 0; createdCount < count; createdCount++) await changeStock();
  await eventually(async () => (await countDeliveries("pending", "attempts > 0")) === count);
  await runSql(
    "update deliveries set state = 'expired', finished_at = now() where app_id = $1 and state = 'pending'",
  );
}

const listReplayRequests = () =>
  fixture.appServer.requests.filter(({ headers }) => headers["service-replay"] !== undefined);
const findDialog = (page: Page) => page.getByRole("dialog");

test("a partner sees why an endpoint fails and can replay its failed deliveries", async () => {
  await createFailedDeliveries(3);
  const { page, closePage } = await openInstallationPage();
  const userInput = createKeyboardInput(page);
  await page.getByText(`${fixture.appServer.url} is failing`).waitFor();
  await page.getByText("It answered 503.", { exact: true }).waitFor();
  await page.getByRole("table").getByText("Failing", { exact: true }).waitFor();
  fixture.appServer.respondWith({ status: 200 });
  await userInput.activate("Replay failed deliveries");
  await findDialog(page).getByLabel("Deliveries that failed since").selectOption({ label: "Custom time" });
  await findDialog(page).getByRole("button", { name: "Replay deliveries", exact: true }).click();
  await findDialog(page).getByText("Select a start time.").waitFor();
  await findDialog(page).getByLabel("Deliveries that failed since").selectOption({ label: "Last hour" });
  await findDialog(page).getByRole("button", { name: "Replay deliveries", exact: true }).click();
  await findDialog(page).getByText("Replaying 3 deliveries.").waitFor();
  await findDialog(page).getByRole("button", { name: "Close" }).last().click();
  await eventually(async () => (await countDeliveries("delivered")) === 3);
  assert.equal(listReplayRequests().length, 3);
  await page.getByRole("button", { name: "Refresh" }).click();
  await assertBecomes(
    () => page.getByRole("button", { expanded: false }).filter({ hasText: "Delivered" }).count(),
    3,
  );
  await page.getByText(`${fixture.appServer.url} is failing`).waitFor({ state: "detached" });
  await page.getByRole("table").getByText("Healthy", { exact: true }).waitFor();
  await userInput.activate("Replay failed deliveries");
  await findDialog(page).getByRole("button", { name: "Replay deliveries", exact: true }).click();
  await findDialog(page).getByText("No failed deliveries to replay.").waitFor();
  await closePage();
});

test("a single delivery can be resent, and its details show how often it was resent", async () => {
  const replayCount = listReplayRequests().length;
  const { page, closePage } = await openInstallationPage();
  const deliveryButton = page.getByRole("button", { expanded: false }).filter({ hasText: "Delivery 1," });
  await deliveryButton.click();
  await page.getByRole("button", { name: "Resend: delivery 1" }).click();
  await page.getByText("Delivery queued").waitFor();
  await eventually(() => listReplayRequests().length === replayCount + 1);
  // The test before this one has already replayed the delivery once.
  assert.equal(listReplayRequests().at(-1)?.headers["service-replay"], "2");
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText(/^2 times, last /).waitFor();
  await closePage();
});

test("an interrupted replay shows the error and can be continued", async () => {
  await createFailedDeliveries(2);
  fixture.appServer.respondWith({ status: 200 });
  const { page, closePage } = await openInstallationPage();
  await page.clock.install();
  await page.reload();
  const error = { code: "unavailable", message: "The service is temporarily unavailable. Retry later." };
  // The first batch of 7 deliveries and the error are simulated. The last request replays the 2 failed deliveries.
  const responses = [
    { status: 200, json: { replay: { replayed_count: 7, next_after: 3, last: 5 } } },
    { status: 503, json: { error: { ...error, request_id: "r" } } },
  ];
  const requestBodies: { after: number; since: string }[] = [];
  await page.route("**/deliveries/replay.json", async (route) => {
    requestBodies.push(route.request().postDataJSON() as { after: number; since: string });
    const response = responses.shift();
    return response ? route.fulfill(response) : route.continue();
  });
  await createMouseInput(page).activate("Replay failed deliveries");
  await findDialog(page).getByRole("button", { name: "Replay deliveries", exact: true }).click();
  await findDialog(page).getByText("The service is temporarily unavailable", { exact: false }).waitFor();
  await findDialog(page).getByText("Replay stopped. Deliveries queued: 7.").waitFor();
  await page.clock.fastForward(600_000);
  await findDialog(page).getByRole("button", { name: "Continue" }).click();
  await findDialog(page).getByText("Replaying 9 deliveries.").waitFor();
  const since = requestBodies[0]?.since;
  assert.deepEqual(requestBodies, [
    { since, after: 0 },
    { since, after: 3 },
    { since, after: 3 },
  ]);
  await eventually(async () => (await countDeliveries("pending")) === 0);
  await closePage(/status of 503/);
});

test("every topic that the app subscribes to can be selected for a replay", async () => {
  for (const topicName of Object.keys(topics))
    await callApi("POST", "/3.0/webhooks.json", { topic: topicName, url: `${fixture.appServer.url}/stock` });
  const { page, closePage } = await openInstallationPage();
  await createMouseInput(page).activate("Replay failed deliveries");
  const offeredTopics = await findDialog(page).getByLabel("Topic").locator("option").allTextContents();
  assert.deepEqual(
    Object.keys(topics).filter((topicName) => !offeredTopics.includes(topicName)),
    [],
  );
  await closePage();
});

test("deliveries of a store that has disabled the app cannot be resent", async () => {
  await runSql("update installations set status = 'disabled' where app_id = $1");
  const { page, closePage } = await openInstallationPage();
  await page.getByRole("button", { expanded: false }).filter({ hasText: topic }).first().click();
  await page.getByText("Response body").or(page.getByText("The response was empty.")).first().waitFor();
  assert.equal(await page.getByRole("button", { name: /Resend|Replay/ }).count(), 0);
  await runSql("update installations set status = 'enabled' where app_id = $1");
  await closePage();
});

test("endpoint pages and the replay dialog are accessible in all display modes", async () => {
  await callApi("POST", "/3.0/webhooks.json", {
    topic: "product/update",
    url: `http://localhost:9/${"a-long-path-to-the-hooks/".repeat(8)}`,
  });
  const violations: string[] = [];
  const checkPage = async (name: string, prepare: (page: Page) => Promise<void>) => {
    const { page, closePage } = await openInstallationPage();
    await prepare(page);
    const pageViolations = await findViolationsInAllModes(page, (mode) =>
      takeScreenshot(page, `partners ${name} ${mode}`),
    );
    violations.push(...pageViolations.map((violation) => `${name}, ${violation}`));
    await closePage();
  };
  await runSql(
    `update endpoints set breaker = 'open', failing_since = now() - interval '3 hours', failures = 12, owner = null,
       last_failure = 'It answered 503.', probe_at = now() + interval '7 minutes' where app_id = $1`,
  );
  await checkPage("paused endpoint", async (page) => {
    await page.getByText("are paused").first().waitFor();
    await page.getByRole("button", { expanded: false }).filter({ hasText: topic }).first().click();
    await page.getByRole("button", { name: /^Resend/ }).waitFor();
  });
  await runSql("update endpoints set breaker = 'recovering', rate = 12.4, probe_at = null where app_id = $1");
  await checkPage("recovering endpoint", (page) => page.getByText("12 per second").first().waitFor());
  await checkPage("replay dialog", async (page) => {
    await createMouseInput(page).activate("Replay failed deliveries");
    await findDialog(page).getByLabel("Deliveries that failed since").selectOption({ label: "Custom time" });
    await findDialog(page).getByRole("button", { name: "Replay deliveries", exact: true }).click();
    await findDialog(page).getByText("Select a start time.").waitFor();
  });
  assert.deepEqual(violations, []);
});
