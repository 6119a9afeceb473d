import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { scopeNames } from "@souk/contract";
import {
  createFakeClock,
  type FakeClock,
  installApp,
  type Page,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";

// A proof of identity is fresh for 15 minutes.
const minuteMs = 60_000;
let testing: TestPlatform;
let clock: FakeClock;
let store: SeededStore;
let app: SeededApp;

before(async () => {
  clock = createFakeClock();
  testing = await startTestPlatform({ clock, role: "api" });
  store = await seedStore(testing);
});
after(() => testing.stop());
beforeEach(async () => {
  app = await registerApp(testing, "https://app.example-partner.com");
});

/** Build the URL of an authorize request whose parameters have the maximum lengths. */
function buildAuthorizeUrl(): string {
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: scopeNames.join(","),
    redirect_uri: app.redirection_url,
    state: "\u{1F511}".repeat(127),
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
  });
  return `${store.host_url}/oauth/authorize?${query}`;
}

const openVerifyPage = () => store.owner.browser.open(`${testing.addresses.adminOrigin}/account/verify`);
const openConsentPage = () => store.owner.browser.open(buildAuthorizeUrl());

function assertAsksForProof(page: Page) {
  const url = new URL(page.redirectTarget);
  assert.equal(`${url.origin}${url.pathname}`, `${testing.addresses.adminOrigin}/account/verify`);
  const returnUrl = new URL(url.searchParams.get("return_to") ?? "", testing.addresses.adminOrigin);
  const requestedUrl = new URL(buildAuthorizeUrl());
  assert.equal(returnUrl.pathname, requestedUrl.pathname);
  assert.deepEqual(Object.fromEntries(returnUrl.searchParams), Object.fromEntries(requestedUrl.searchParams));
}

async function countCodes(): Promise<number> {
  const row = await testing.database.one<{ count: number }>(
    "select count(*) as count from authorization_codes where app_id = $1",
    [app.id],
  );
  return row.count;
}

/** Follow a page's redirects to the page that asks for the password, and enter it. @returns the page that follows */
async function enterPassword(page: Page): Promise<Page> {
  const { browser } = store.owner;
  const verifyPage = await browser.followRedirects(page);
  return browser.followRedirects(
    await browser.clickButton(verifyPage, "Continue", { password: testPassword }),
  );
}

test("without a fresh proof of identity, the consent page asks for one, then shows the request", async () => {
  clock.advance(15 * minuteMs);
  const page = await openConsentPage();
  assertAsksForProof(page);
  const consentPage = await enterPassword(page);
  assert.match(consentPage.text, /<h1>Install /);
  const approved = await store.owner.browser.clickButton(consentPage, "Approve");
  assert.ok(approved.redirectTarget.startsWith(`${app.redirection_url}?`), approved.redirectTarget);
  assert.equal(new URL(approved.redirectTarget).searchParams.get("state"), "\u{1F511}".repeat(127));
  assert.equal(await countCodes(), 1);
});

test("Approve without a fresh proof of identity creates no code, but asks for the proof first", async () => {
  await enterPassword(await openVerifyPage());
  clock.advance(9 * minuteMs);
  const consentPage = await openConsentPage();
  clock.advance(6 * minuteMs);
  const rejected = await store.owner.browser.clickButton(consentPage, "Approve");
  assertAsksForProof(rejected);
  assert.equal(await countCodes(), 0);
  const approved = await store.owner.browser.clickButton(await enterPassword(rejected), "Approve");
  assert.ok(approved.redirectTarget.startsWith(`${app.redirection_url}?`), approved.redirectTarget);
});

test("canceling consent and opening an installed app need no fresh proof of identity", async () => {
  await enterPassword(await openVerifyPage());
  await installApp(testing, { store, app });
  clock.advance(9 * minuteMs);
  const consentPage = await openConsentPage();
  clock.advance(6 * minuteMs);
  const declined = await store.owner.browser.clickButton(consentPage, "Cancel");
  assert.match(declined.text, /Permissions not changed/);
  const opened = await store.owner.browser.open(`${store.host_url}/apps/open/${app.client_id}`);
  assert.ok(opened.redirectTarget.startsWith(app.app_url), opened.redirectTarget);
});
