import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  assertBecomes,
  type Browser,
  eventually,
  installApp,
  type Person,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  signUpMember,
  signUpStaff,
} from "@souk/testkit";
import type { Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";
import { openPage } from "./open-page.ts";
import { findViolationsInAllModes } from "./page-violations.ts";
import { createReusedPage } from "./reused-page.ts";
import { takeScreenshot } from "./screenshot.ts";
import { createMouseInput } from "./user-input.ts";

let fixture: E2eFixture;
let staff: Browser;
let store: SeededStore;
let app: SeededApp;
let member: Person;
/** The id of a request that the app sent with an invalid field. */
let requestId: string;

/** Create a failing endpoint, a failed email, 12 requests that failed because of a bug, and a rejected request. */
before(async () => {
  fixture = await createE2eFixture();
  const { testPlatform } = fixture;
  staff = (await signUpStaff(testPlatform)).browser;
  store = await seedStore(testPlatform, { products: 1 });
  member = await signUpMember(testPlatform, store, "packer");
  app = await registerApp(testPlatform, fixture.appServer.url);
  const { token } = await installApp(testPlatform, { store, app });
  await testPlatform.database.query(
    `insert into endpoints (app_id, origin, breaker, failing_since, failures, last_failure, probe_at)
     values ($1, 'https://stopped.test', 'open', clock_timestamp() - interval '2 hours', 9, 'status 503',
       clock_timestamp() + interval '1 minute')`,
    [app.id],
  );
  await testPlatform.database.query(
    `insert into mails (store_id, kind, recipient, subject, key_id, data_key, ciphertext, state, error, due_at)
     values ($1, 'shipping_confirmation', 'mei@kedai.test', '', '', '', '', 'failed',
       '550 5.1.1 <mei@kedai.test>: user unknown', clock_timestamp())`,
    [store.id],
  );
  // The store's files take up 6 GiB.
  await testPlatform.database.query(
    "insert into resource_counts (store_id, resource, delta) values ($1, 'file_bytes', 6442450944)",
    [store.id],
  );
  await testPlatform.database.query(
    `insert into failed_requests (at, request_id, store_id, actor_kind, actor_id, operation, method, path, status, code,
       duration_ms, error, stack)
     select clock_timestamp() - n * interval '3 minutes', 'req_bug' || lpad(n::text, 13, '0'), $1, 'app', $2,
       'products.list', 'GET', '/api/3.0/products.json', 500, 'internal', 31, 'Error 42703: column "heading" does not exist',
       'at listProducts (products.ts:12)'
     from generate_series(1, 12) as n`,
    [store.id, app.handle],
  );
  const response = await testPlatform.request(`${store.origin}/api/3.0/products.json`, {
    method: "POST",
    token,
    json: { title: "x".repeat(300) },
  });
  requestId = String(response.headers["x-request-id"]);
  const statement = "select from failed_requests where request_id = $1";
  await eventually(async () => (await testPlatform.database.query(statement, [requestId])).rowCount > 0);
});
after(() => fixture.close());

const openConsolePage = (path: string) =>
  openPage(fixture, staff, `${fixture.testPlatform.addresses.adminOrigin}/staff${path}`);

test("the staff console's health page lists what needs attention, and its updates can be paused", async () => {
  const { page, closePage } = await openConsolePage("/health");
  const attention = page.getByRole("region", { name: "What needs attention" });
  await attention.getByText("1 app endpoint is failing. Duration: 2 h.").waitFor();
  await attention
    .getByText("Partners are notified after an hour and after a day.", { exact: false })
    .waitFor();
  const endpoints = page.getByRole("region", { name: "Failing endpoints" });
  await endpoints.getByText("https://stopped.test").waitFor();
  await endpoints.getByText("status 503").waitFor();
  await page.getByText("550 5.1.1 <…>: user unknown").waitFor();
  assert.equal(await page.getByText("mei@kedai.test").count(), 0);
  assert.equal(await page.getByRole("img", { name: /of .* used, .* free/ }).count(), 1);

  await fixture.testPlatform.database.query("update endpoints set failing_since = null, breaker = 'closed'");
  await page.getByText("All endpoints respond.").waitFor();
  await createMouseInput(page).activate("Pause");
  await page.getByRole("status").getByText("Paused").waitFor();
  await createMouseInput(page).activate("Resume");
  await page.getByText("Updates every 10 seconds").waitFor();
  await fixture.testPlatform.database.query(
    "update endpoints set failing_since = clock_timestamp() - interval '2 hours', breaker = 'open'",
  );
  await page.getByRole("link", { name: "req_bug0000000000001" }).click();
  await page.getByText("at listProducts (products.ts:12)").waitFor({ state: "attached" });
  await closePage();
});

test("staff can find a request by pasting an error that contains the request's id", async () => {
  const { page, closePage } = await openConsolePage("/requests");
  await page.getByLabel("Request ID").fill("hello");
  await page.keyboard.press("Enter");
  await page.getByText("Enter a request ID: req_ and 16 characters.").waitFor();
  await page.getByLabel("Request ID").fill(`{"code":"invalid","request_id":"${requestId}"}`);
  await page.keyboard.press("Enter");
  const failure = page.getByRole("region", { name: "Failure" });
  await failure.getByText("422 invalid").waitFor();
  await failure.getByText("title: too_long").waitFor();
  await page.reload();
  await failure.getByText("422 invalid").waitFor();
  await page.goto(
    `${fixture.testPlatform.addresses.adminOrigin}/staff/requests?request_id=req_0123456789abcdef`,
  );
  await page.getByText("Nothing is stored about this request").waitFor();
  await closePage();
});

test("platform staff can find a person, end their sessions and send a password reset", async () => {
  const { page, closePage } = await openConsolePage("/people");
  await page.getByText("Search for a person").waitFor();
  await page.getByLabel("Search people").fill(member.email.split("@")[0] ?? "");
  await page.getByRole("link", { name: member.email }).click();
  await page.getByRole("heading", { level: 1, name: member.email }).waitFor();
  await page.getByRole("table", { name: "Stores" }).getByText("Packer").waitFor();
  const dialog = page.getByRole("dialog");
  await createMouseInput(page).activate("End all sessions");
  await dialog.getByLabel("Reason").fill("   ");
  await dialog.getByRole("button", { name: "End all sessions" }).click();
  await dialog.getByText("Enter a reason", { exact: false }).waitFor();
  await dialog.getByLabel("Reason").fill("Lost a laptop");
  await dialog.getByRole("button", { name: "End all sessions" }).click();
  await page.getByText("Not signed in anywhere.").waitFor();
  await createMouseInput(page).activate("Send password reset");
  await dialog.getByLabel("Reason").fill("Asked by phone");
  await dialog.getByRole("button", { name: "Send password reset" }).click();
  await assertBecomes(
    async () =>
      (await fixture.testPlatform.database.query("select from mails where kind = 'password_reset'")).rowCount,
    1,
  );
  await page.getByRole("table").getByText("Asked by phone").waitFor();
  const sessionUrl = `${fixture.testPlatform.addresses.adminOrigin}/api/console/session.json`;
  assert.equal((await member.browser.call("GET", sessionUrl)).status, 401);
  await closePage();
});

test("the pages for health, requests and people are accessible in all display modes", async () => {
  const violations: string[] = [];
  const reusedPage = createReusedPage(fixture, staff);
  const statement = "select account_id as id from memberships where store_id = $1 and role = 'owner'";
  const { id } = await fixture.testPlatform.database.one<{ id: number }>(statement, [store.id]);
  for (const [path, waitForContent] of [
    ["/health", (page: Page) => page.getByText("https://stopped.test").waitFor()],
    [`/requests?request_id=${requestId}`, (page: Page) => page.getByText("title: too_long").waitFor()],
    ["/requests?request_id=req_bug0000000000001", (page: Page) => page.getByText("500 internal").waitFor()],
    [`/people?query=${app.handle.slice(0, 2)}`, (page: Page) => page.getByLabel("Search people").waitFor()],
    ["/people?query=seeds", (page: Page) => page.getByRole("table").waitFor()],
    [`/people/${id}`, (page: Page) => page.getByRole("table", { name: "Stores" }).waitFor()],
  ] as const) {
    const page = await reusedPage.load(`${fixture.testPlatform.addresses.adminOrigin}/staff${path}`);
    await waitForContent(page);
    const name = `staff ${path.replaceAll(/\/\d+/g, " one").replaceAll("/", "")}`;
    const pageViolations = await findViolationsInAllModes(page, (mode) =>
      takeScreenshot(page, `${name} ${mode}`),
    );
    violations.push(...pageViolations.map((violation) => `${path}, ${violation}`));
  }
  await reusedPage.closePage();
  assert.deepEqual(violations, []);
});
