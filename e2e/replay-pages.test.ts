import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { topics } from "@souk/contract";
import {
  becomes,
  eventually,
  installApp,
  installationOf,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
} from "@souk/testkit";
import type { Page } from "playwright-core";
import { keyboard, mouse } from "./hands.ts";
import { type OpenedPage, openPage } from "./open-page.ts";
import { faultsInEveryLook } from "./page-faults.ts";
import { takePicture } from "./picture.ts";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;
let app: SeededApp;
let token: string;
let path: string;
let quantity = 0;

const topic = "inventory_level/inventory_quantity_update";

before(async () => {
  stage = await openStage();
  shop = await seedShop(stage.testing, { products: 1 });
  app = await registerApp(stage.testing, stage.app.url);
  ({ token } = await installApp(stage.testing, { shop, app }));
  path = `/apps/${app.id}/installations/${await installationOf(shop, app)}`;
  await api("POST", "/3.0/webhooks.json", { topic, url: `${stage.app.url}/stock` });
});
after(() => stage.close());

const opened = (): Promise<OpenedPage> =>
  openPage(stage, app.partner.browser, `${stage.testing.addresses.partnersOrigin}${path}`);

const sql = <Row extends object>(text: string) => stage.testing.database.query<Row>(text, [app.id]);

async function api(method: string, at: string, json: unknown): Promise<void> {
  const answer = await stage.testing.request(`${shop.origin}/api${at}`, { method, token, json });
  assert.equal(answer.status, 200, answer.text);
}

async function changeStock(): Promise<void> {
  const level = { variant_id: shop.variants[0]?.id, location_id: shop.locations[0]?.id };
  await api("PUT", "/4.0/inventory_levels/set.json", { ...level, quantity: ++quantity });
}

async function inState(state: string, sort: "attempts > 0" | "true" = "true"): Promise<number> {
  const text = `select count(*) as n from deliveries where app_id = $1 and state = '${state}' and ${sort}`;
  return (await sql<{ n: number }>(text)).rows[0]?.n ?? 0;
}

/** So many deliveries that were tried and given up, as after two days. */
async function giveUp(count: number): Promise<void> {
  stage.app.answer({ status: 503, body: "out of order" });
  for (let made = 0; made < count; made++) await changeStock();
  await eventually(async () => (await inState("pending", "attempts > 0")) === count);
  await sql(
    "update deliveries set state = 'expired', finished_at = now() where app_id = $1 and state = 'pending'",
  );
}

const replayed = () => stage.app.requests.filter(({ headers }) => headers["service-replay"] !== undefined);
const dialog = (page: Page) => page.getByRole("dialog");

test("an endpoint fails, its partner sees why, mends it and replays what was given up, and it arrives", async () => {
  await giveUp(3);
  const { page, done } = await opened();
  const hands = keyboard(page);
  await page.getByText(`${stage.app.url} does not answer 200`).waitFor();
  await page.getByText("It answered 503.", { exact: true }).waitFor();
  await page.getByRole("table").getByText("Failing", { exact: true }).waitFor();
  stage.app.answer({ status: 200 });
  await hands.press("Replay what failed");
  await dialog(page).getByLabel("Given up since").selectOption({ label: "A time of your own" });
  await dialog(page).getByRole("button", { name: "Replay", exact: true }).click();
  await dialog(page).getByText("Choose a time.").waitFor();
  await dialog(page).getByLabel("Given up since").selectOption({ label: "The last hour" });
  await dialog(page).getByRole("button", { name: "Replay", exact: true }).click();
  await dialog(page).getByText("3 deliveries are sent anew.").waitFor();
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await eventually(async () => (await inState("delivered")) === 3);
  assert.equal(replayed().length, 3);
  await page.getByRole("button", { name: "Refresh" }).click();
  await becomes(
    () => page.getByRole("button", { expanded: false }).filter({ hasText: "Delivered" }).count(),
    3,
  );
  await page.getByText(`${stage.app.url} does not answer 200`).waitFor({ state: "detached" });
  await page.getByRole("table").getByText("As usual", { exact: true }).waitFor();
  await hands.press("Replay what failed");
  await dialog(page).getByRole("button", { name: "Replay", exact: true }).click();
  await dialog(page).getByText("Nothing had failed that can be sent anew.").waitFor();
  await done();
});

test("one delivery is sent anew from its line, which says so", async () => {
  const before = replayed().length;
  const { page, done } = await opened();
  const line = page.getByRole("button", { expanded: false }).filter({ hasText: "Delivery 1," });
  await line.click();
  await page.getByRole("button", { name: "Send it anew: delivery 1" }).click();
  await page.getByText("It goes out as soon as its turn comes.").waitFor();
  await eventually(() => replayed().length === before + 1);
  assert.equal(replayed().at(-1)?.headers["service-replay"], "2");
  await page.getByRole("button", { name: "Refresh" }).click();
  await page.getByText(/^2 times, last /).waitFor();
  await done();
});

test("a replay that breaks off says so and goes on where it was, from the same time on however late", async () => {
  await giveUp(2);
  stage.app.answer({ status: 200 });
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
  await mouse(page).press("Replay what failed");
  await dialog(page).getByRole("button", { name: "Replay", exact: true }).click();
  await dialog(page).getByText("The service is away for a moment", { exact: false }).waitFor();
  await dialog(page).getByText("Stopped: 7 are sent anew.").waitFor();
  await page.clock.fastForward(600_000);
  await dialog(page).getByRole("button", { name: "Go on" }).click();
  await dialog(page).getByText("9 deliveries are sent anew.").waitFor();
  const since = asked[0]?.since;
  assert.deepEqual(asked, [
    { since, after: 0 },
    { since, after: 3 },
    { since, after: 3 },
  ]);
  await eventually(async () => (await inState("pending")) === 0);
  await done(/status of 503/);
});

test("whatever the app is subscribed to can be chosen, however much that is", async () => {
  for (const each of Object.keys(topics))
    await api("POST", "/3.0/webhooks.json", { topic: each, url: `${stage.app.url}/stock` });
  const { page, done } = await opened();
  await mouse(page).press("Replay what failed");
  const offered = await dialog(page).getByLabel("Topic").locator("option").allTextContents();
  assert.deepEqual(
    Object.keys(topics).filter((each) => !offered.includes(each)),
    [],
  );
  await done();
});

test("nothing can be sent anew to a shop that has disabled the app", async () => {
  await sql("update installations set status = 'disabled' where app_id = $1");
  const { page, done } = await opened();
  await page.getByRole("button", { expanded: false }).filter({ hasText: topic }).first().click();
  await page.getByText("What was answered").or(page.getByText("The answer was empty.")).first().waitFor();
  assert.equal(await page.getByRole("button", { name: /anew|Replay/ }).count(), 0);
  await sql("update installations set status = 'enabled' where app_id = $1");
  await done();
});

test("an endpoint that is held back, recovers or has a long name, and the dialog, keep nobody out, in any look", async () => {
  await api("POST", "/3.0/webhooks.json", {
    topic: "product/update",
    url: `http://localhost:9/${"a-long-way-to-the-hooks/".repeat(8)}`,
  });
  const faults: string[] = [];
  const look = async (name: string, act: (page: Page) => Promise<void>) => {
    const { page, done } = await opened();
    await act(page);
    const found = await faultsInEveryLook(page, (kind) => takePicture(page, `partners ${name} ${kind}`));
    faults.push(...found.map((fault) => `${name}, ${fault}`));
    await done();
  };
  await sql(
    `update endpoints set breaker = 'open', failing_since = now() - interval '3 hours', failures = 12, owner = null,
       last_failure = 'It answered 503.', probe_at = now() + interval '7 minutes' where app_id = $1`,
  );
  await look("endpoint, held back", async (page) => {
    await page.getByText("fails, so sending there is held back").first().waitFor();
    await page.getByRole("button", { expanded: false }).filter({ hasText: topic }).first().click();
    await page.getByRole("button", { name: /^Send it anew/ }).waitFor();
  });
  await sql("update endpoints set breaker = 'recovering', rate = 12.4, probe_at = null where app_id = $1");
  await look("endpoint, recovering", (page) => page.getByText("At 12 a second now").first().waitFor());
  await look("replay", async (page) => {
    await mouse(page).press("Replay what failed");
    await dialog(page).getByLabel("Given up since").selectOption({ label: "A time of your own" });
    await dialog(page).getByRole("button", { name: "Replay", exact: true }).click();
    await dialog(page).getByText("Choose a time.").waitFor();
  });
  assert.deepEqual(faults, []);
});
