import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { topics } from "@souk/contract";
import {
  becomes,
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
import { keyboard, mouse } from "./hands.ts";
import { type OpenedPage, openPage } from "./open-page.ts";
import { findViolationsInEveryLook } from "./page-violations.ts";
import { takeScreenshot } from "./screenshot.ts";

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;
let token: string;
let path: string;
let quantity = 0;

const topic = "inventory_level/inventory_quantity_update";

before(async () => {
  fixture = await createE2eFixture();
  store = await seedStore(fixture.testing, { products: 1 });
  app = await registerApp(fixture.testing, fixture.app.url);
  ({ token } = await installApp(fixture.testing, { store, app }));
  path = `/apps/${app.id}/installations/${await loadInstallationId(store, app)}`;
  await api("POST", "/3.0/webhooks.json", { topic, url: `${fixture.app.url}/stock` });
});
after(() => fixture.close());

const opened = (): Promise<OpenedPage> =>
  openPage(fixture, app.partner.browser, `${fixture.testing.addresses.partnersOrigin}${path}`);

const sql = <Row extends object>(text: string) => fixture.testing.database.query<Row>(text, [app.id]);

async function api(method: string, endpoint: string, json: unknown): Promise<void> {
  const answer = await fixture.testing.request(`${store.origin}/api${endpoint}`, { method, token, json });
  assert.equal(answer.status, 200, answer.text);
}

async function changeStock(): Promise<void> {
  const level = { variant_id: store.variants[0]?.id, location_id: store.locations[0]?.id };
  await api("PUT", "/4.0/inventory_levels/set.json", { ...level, quantity: ++quantity });
}

async function inState(state: string, sort: "attempts > 0" | "true" = "true"): Promise<number> {
  const text = `select count(*) as n from deliveries where app_id = $1 and state = '${state}' and ${sort}`;
  return (await sql<{ n: number }>(text)).rows[0]?.n ?? 0;
}

/** Create this many deliveries that failed for good, as after two days. */
async function giveUp(count: number): Promise<void> {
  fixture.app.answer({ status: 503, body: "out of order" });
  for (let made = 0; made < count; made++) await changeStock();
  await eventually(async () => (await inState("pending", "attempts > 0")) === count);
  await sql(
    "update deliveries set state = 'expired', finished_at = now() where app_id = $1 and state = 'pending'",
  );
}

const replayed = () => fixture.app.requests.filter(({ headers }) => headers["service-replay"] !== undefined);
const dialog = (page: Page) => page.getByRole("dialog");

test("an endpoint fails; its partner sees why, fixes it and replays the failures", async () => {
  await giveUp(3);
  const { page, done } = await opened();
  const hands = keyboard(page);
  await page.getByText(`${fixture.app.url} is failing`).waitFor();
  await page.getByText("It answered 503.", { exact: true }).waitFor();
  await page.getByRole("table").getByText("Failing", { exact: true }).waitFor();
  fixture.app.answer({ status: 200 });
  await hands.press("Replay failed deliveries");
  await dialog(page).getByLabel("Failed since").selectOption({ label: "Custom time" });
  await dialog(page).getByRole("button", { name: "Replay deliveries", exact: true }).click();
  await dialog(page).getByText("Select a time.").waitFor();
  await dialog(page).getByLabel("Failed since").selectOption({ label: "Last hour" });
  await dialog(page).getByRole("button", { name: "Replay deliveries", exact: true }).click();
  await dialog(page).getByText("Replaying 3 deliveries.").waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await eventually(async () => (await inState("delivered")) === 3);
  assert.equal(replayed().length, 3);
  await page.getByRole("button", { name: "Refresh" }).click();
  await becomes(
    () => page.getByRole("button", { expanded: false }).filter({ hasText: "Delivered" }).count(),
    3,
  );
  await page.getByText(`${fixture.app.url} is failing`).waitFor({ state: "detached" });
  await page.getByRole("table").getByText("Healthy", { exact: true }).waitFor();
  await hands.press("Replay failed deliveries");
  await dialog(page).getByRole("button", { name: "Replay deliveries", exact: true }).click();
  await dialog(page).getByText("No failed deliveries to replay.").waitFor();
  await done();
});

test("one delivery is resent from its line, which says so", async () => {
  const before = replayed().length;
  const { page, done } = await opened();
  const line = page.getByRole("button", { expanded: false }).filter({ hasText: "Delivery 1," });
  await line.click();
  await page.getByRole("button", { name: "Resend: delivery 1" }).click();
  await page.getByText("Delivery queued").waitFor();
  await eventually(() => replayed().length === before + 1);
  assert.equal(replayed().at(-1)?.headers["service-replay"], "2");
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText(/^2 times, last /).waitFor();
  await done();
});

test("an interrupted replay reports it and resumes where it was, however late", async () => {
  await giveUp(2);
  fixture.app.answer({ status: 200 });
  const { page, done } = await opened();
  await page.clock.install();
  await page.reload();
  const error = { code: "unavailable", message: "The service is away for a moment; try again." };
  const answers = [
    { status: 200, json: { replay: { replayed_count: 7, next_after: 3, last: 5 } } },
    { status: 503, json: { error: { ...error, request_id: "r" } } },
  ];
  const asked: { after: number; since: string }[] = [];
  await page.route("**/deliveries/replay.json", async (route) => {
    asked.push(route.request().postDataJSON() as { after: number; since: string });
    const answer = answers.shift();
    return answer ? route.fulfill(answer) : route.continue();
  });
  await mouse(page).press("Replay failed deliveries");
  await dialog(page).getByRole("button", { name: "Replay deliveries", exact: true }).click();
  await dialog(page).getByText("The service is away for a moment", { exact: false }).waitFor();
  await dialog(page).getByText("Stopped. 7 queued.").waitFor();
  await page.clock.fastForward(600_000);
  await dialog(page).getByRole("button", { name: "Continue" }).click();
  await dialog(page).getByText("Replaying 9 deliveries.").waitFor();
  const since = asked[0]?.since;
  assert.deepEqual(asked, [
    { since, after: 0 },
    { since, after: 3 },
    { since, after: 3 },
  ]);
  await eventually(async () => (await inState("pending")) === 0);
  await done(/status of 503/);
});

test("every topic that the app is subscribed to can be selected, however many", async () => {
  for (const each of Object.keys(topics))
    await api("POST", "/3.0/webhooks.json", { topic: each, url: `${fixture.app.url}/stock` });
  const { page, done } = await opened();
  await mouse(page).press("Replay failed deliveries");
  const offered = await dialog(page).getByLabel("Topic").locator("option").allTextContents();
  assert.deepEqual(
    Object.keys(topics).filter((each) => !offered.includes(each)),
    [],
  );
  await done();
});

test("nothing can be resent to a store that has disabled the app", async () => {
  await sql("update installations set status = 'disabled' where app_id = $1");
  const { page, done } = await opened();
  await page.getByRole("button", { expanded: false }).filter({ hasText: topic }).first().click();
  await page.getByText("Response body").or(page.getByText("The response was empty.")).first().waitFor();
  assert.equal(await page.getByRole("button", { name: /Resend|Replay/ }).count(), 0);
  await sql("update installations set status = 'enabled' where app_id = $1");
  await done();
});

test("endpoint pages and the replay dialog are accessible in every look", async () => {
  await api("POST", "/3.0/webhooks.json", {
    topic: "product/update",
    url: `http://localhost:9/${"a-long-way-to-the-hooks/".repeat(8)}`,
  });
  const violations: string[] = [];
  const look = async (name: string, act: (page: Page) => Promise<void>) => {
    const { page, done } = await opened();
    await act(page);
    const found = await findViolationsInEveryLook(page, (kind) =>
      takeScreenshot(page, `partners ${name} ${kind}`),
    );
    violations.push(...found.map((violation) => `${name}, ${violation}`));
    await done();
  };
  await sql(
    `update endpoints set breaker = 'open', failing_since = now() - interval '3 hours', failures = 12, owner = null,
       last_failure = 'It answered 503.', probe_at = now() + interval '7 minutes' where app_id = $1`,
  );
  await look("endpoint, held back", async (page) => {
    await page.getByText("are paused").first().waitFor();
    await page.getByRole("button", { expanded: false }).filter({ hasText: topic }).first().click();
    await page.getByRole("button", { name: /^Resend/ }).waitFor();
  });
  await sql("update endpoints set breaker = 'recovering', rate = 12.4, probe_at = null where app_id = $1");
  await look("endpoint, recovering", (page) => page.getByText("12 per second").first().waitFor());
  await look("replay", async (page) => {
    await mouse(page).press("Replay failed deliveries");
    await dialog(page).getByLabel("Failed since").selectOption({ label: "Custom time" });
    await dialog(page).getByRole("button", { name: "Replay deliveries", exact: true }).click();
    await dialog(page).getByText("Select a time.").waitFor();
  });
  assert.deepEqual(violations, []);
});
