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

// A proof of identity is fresh for 15 minutes. Each test advances the clock by 15 minutes in total.
const minuteMs = 60_000;
/** A state of 127 characters with two UTF-16 code units each. The maximum is 255 code units. */
const longState = "\u{1F511}".repeat(127);

let testPlatform: TestPlatform;
let clock: FakeClock;
let store: SeededStore;
let app: SeededApp;

before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock, role: "api" });
  store = await seedStore(testPlatform);
});
after(() => testPlatform.stop());
beforeEach(async () => {
  app = await registerApp(testPlatform, "https://app.example-partner.com");
});

/** Build the URL of an authorize request whose parameters have the maximum lengths. */
function buildAuthorizeUrl(): string {
  const query = new URLSearchParams({
    client_id: app.client_id,
    scope: scopeNames.join(","),
    redirect_uri: app.redirection_url,
    state: longState,
    code_challenge: "a".repeat(43),
    code_challenge_method: "S256",
  });
  return `${store.host_url}/oauth/authorize?${query}`;
}

const openVerifyPage = () => store.owner.browser.open(`${testPlatform.addresses.adminOrigin}/account/verify`);
const openConsentPage = () => store.owner.browser.open(buildAuthorizeUrl());

function assertAsksForProof(page: Page) {
  const url = new URL(page.redirectTarget);
  assert.equal(`${url.origin}${url.pathname}`, `${testPlatform.addresses.adminOrigin}/account/verify`);
  const returnUrl = new URL(url.searchParams.get("return_to") ?? "", testPlatform.addresses.adminOrigin);
  const requestedUrl = new URL(buildAuthorizeUrl());
  assert.equal(returnUrl.pathname, requestedUrl.pathname);
  assert.deepEqual(Object.fromEntries(returnUrl.searchParams), Object.fromEntries(requestedUrl.searchParams));
}

async function countCodes(): Promise<number> {
  const row = await testPlatform.database.one<{ count: number }>(
    "select count(*) as count from authorization_codes where app_id = $1",
    [app.id],
  );
  return row.count;
}

/** Follow a page's redirects to the page that asks for the password, and enter the password. @returns the page that follows */
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
  const approvedPage = await store.owner.browser.clickButton(consentPage, "Approve");
  assert.ok(approvedPage.redirectTarget.startsWith(`${app.redirection_url}?`), approvedPage.redirectTarget);
  assert.equal(new URL(approvedPage.redirectTarget).searchParams.get("state"), longState);
  assert.equal(await countCodes(), 1);
});

test("Approve without a fresh proof of identity creates no code, but asks for the proof first", async () => {
  await enterPassword(await openVerifyPage());
  clock.advance(9 * minuteMs);
  const consentPage = await openConsentPage();
  clock.advance(6 * minuteMs);
  const rejectedPage = await store.owner.browser.clickButton(consentPage, "Approve");
  assertAsksForProof(rejectedPage);
  assert.equal(await countCodes(), 0);
  const approvedPage = await store.owner.browser.clickButton(await enterPassword(rejectedPage), "Approve");
  assert.ok(approvedPage.redirectTarget.startsWith(`${app.redirection_url}?`), approvedPage.redirectTarget);
});

test("canceling consent and opening an installed app need no fresh proof of identity", async () => {
  await enterPassword(await openVerifyPage());
  await installApp(testPlatform, { store, app });
  clock.advance(9 * minuteMs);
  const consentPage = await openConsentPage();
  clock.advance(6 * minuteMs);
  const declinedPage = await store.owner.browser.clickButton(consentPage, "Cancel");
  assert.match(declinedPage.text, /Permissions not changed/);
  const openedPage = await store.owner.browser.open(`${store.host_url}/apps/open/${app.client_id}`);
  assert.ok(openedPage.redirectTarget.startsWith(app.app_url), openedPage.redirectTarget);
});
