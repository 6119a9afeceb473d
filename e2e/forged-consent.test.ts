import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  assertBecomes,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
} from "@souk/testkit";
import type { BrowserContext, Frame, Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;
let attackerServer: RecordingReceiver;
/** The origins of the attacker's pages: one on another site than the admin, and one on the same site, as a store's pages are. */
let attackerOrigins: string[];

before(async () => {
  fixture = await createE2eFixture();
  [store, app, attackerServer] = await Promise.all([
    seedStore(fixture.testPlatform),
    registerApp(fixture.testPlatform, fixture.appServer.url),
    startRecordingReceiver(),
  ]);
  attackerOrigins = ["evil.localhost", "evil.souk.localhost"].map(
    (host) => `http://${host}:${attackerServer.port}`,
  );
});
after(async () => {
  await attackerServer.stop();
  await fixture.close();
});

let merchantContext: BrowserContext;
beforeEach(async () => {
  await fixture.testPlatform.database.query("delete from authorization_codes");
  merchantContext = await fixture.openContextAs(store.owner.browser);
});

function buildAuthorizeUrl(target: SeededStore = store): string {
  const { client_id, redirection_url } = app;
  const query = { client_id, scope: "read_products", redirect_uri: redirection_url };
  return `${target.host_url}/oauth/authorize?${new URLSearchParams(query)}`;
}

function serveAttackerPage(body: string): void {
  const page = `<!doctype html><title>Win a prize</title>${body}`;
  attackerServer.respondWith({ status: 200, headers: { "content-type": "text/html" }, body: page });
}

async function countCodes(): Promise<number> {
  const row = await fixture.testPlatform.database.one<{ n: number }>(
    "select count(*)::int as n from authorization_codes",
  );
  return row.n ?? -1;
}

const countCallbacks = () =>
  fixture.appServer.requests.filter(({ path }) => path.startsWith("/oauth/callback")).length;

type Fields = Readonly<Record<string, string>>;

/** Read the fields that Approve submits on an open consent page. */
async function readFields(page: Page): Promise<Fields> {
  const pairs = await page
    .locator("main form input")
    .evaluateAll((inputs) => inputs.map((input): [string, string] => [input.name, input.value]));
  return { ...Object.fromEntries(pairs), decision: "approve" };
}

/** Build HTML with a form that submits itself. */
function buildAutoSubmittedForm(
  action: string,
  fields: Fields,
  enctype = "application/x-www-form-urlencoded",
): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  return `<form method="post" action="${action}" enctype="${enctype}">${inputs.join("")}</form>
    <script>document.forms[0].submit()</script>`;
}

/** Open an attacker's page, whose form submits itself, in the merchant's browser. @returns the page that follows */
async function openAttackerPage(origin: string): Promise<Page> {
  const page = await merchantContext.newPage();
  // The form may be submitted before the page's load event.
  await page.goto(`${origin}/prize`, { waitUntil: "commit" });
  await page.waitForURL((url) => url.origin !== origin);
  return page;
}

async function assertNoCodeCreated(callbackCount: number): Promise<void> {
  assert.equal(await countCodes(), 0, "a code was created");
  assert.equal(countCallbacks(), callbackCount, "the app received a request");
}

// If this test did not find a code, the other tests would prove nothing by finding none.
test("P33: a click on Approve on the consent page creates an authorization code", async () => {
  const callbackCount = countCallbacks();
  const page = await merchantContext.newPage();
  await page.goto(buildAuthorizeUrl());
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${fixture.appServer.url}/**`);
  assert.equal(await countCodes(), 1);
  assert.equal(countCallbacks(), callbackCount + 1);
  await merchantContext.close();
});

test("P33: a form that an attacker's page submits creates no authorization code", async () => {
  const callbackCount = countCallbacks();
  const consentPage = await merchantContext.newPage();
  await consentPage.goto(buildAuthorizeUrl());
  // The worst case is an attacker who knows all values of the form.
  const fields = await readFields(consentPage);
  const action = `${store.host_url}/oauth/authorize`;
  for (const origin of attackerOrigins) {
    serveAttackerPage(buildAutoSubmittedForm(action, fields));
    const page = await openAttackerPage(origin);
    await page
      .getByText("This form does not belong to your current session, so nothing was changed.")
      .waitFor();
    await assertNoCodeCreated(callbackCount);
  }
  await merchantContext.close();
});

test("P33: consent fields of an attacker's session create no code in a merchant's browser", async () => {
  const callbackCount = countCallbacks();
  const attackerStore = await seedStore(fixture.testPlatform);
  const attackerContext = await fixture.openContextAs(attackerStore.owner.browser);
  const consentPage = await attackerContext.newPage();
  await consentPage.goto(buildAuthorizeUrl(attackerStore));
  const fields = await readFields(consentPage);
  for (const origin of attackerOrigins) {
    for (const host_url of [store.host_url, attackerStore.host_url]) {
      serveAttackerPage(buildAutoSubmittedForm(`${host_url}/oauth/authorize`, fields));
      const page = await openAttackerPage(origin);
      await page
        .getByText("This form does not belong to your current session, so nothing was changed.")
        .waitFor();
      await assertNoCodeCreated(callbackCount);
    }
  }
  await attackerContext.close();
  await merchantContext.close();
});

test("P33: fetches and plain-text forms from other origins create no authorization code", async () => {
  const callbackCount = countCallbacks();
  const consentPage = await merchantContext.newPage();
  await consentPage.goto(buildAuthorizeUrl());
  const fields = await readFields(consentPage);
  const action = `${store.host_url}/oauth/authorize`;
  const body = JSON.stringify(new URLSearchParams(fields).toString());
  for (const origin of attackerOrigins) {
    serveAttackerPage(`<script>
      const send = (mode) => fetch(${JSON.stringify(action)}, { method: "POST", mode, credentials: "include", body: ${body},
        headers: { "content-type": "application/x-www-form-urlencoded" } }).then((response) => response.type, () => "failed");
      Promise.all([send("cors"), send("no-cors")]).then((results) => { document.title = results.join(); });
    </script>`);
    const page = await merchantContext.newPage();
    await page.goto(`${origin}/prize`);
    await page.waitForFunction("document.title !== 'Win a prize'");
    // Because of Cross-Origin-Resource-Policy, even the request without CORS fails.
    assert.equal(await page.title(), "failed,failed");
    await assertNoCodeCreated(callbackCount);
    serveAttackerPage(buildAutoSubmittedForm(action, fields, "text/plain"));
    await openAttackerPage(origin);
    await assertNoCodeCreated(callbackCount);
  }
  await merchantContext.close();
});

/** Read the text of a frame; empty if the browser has blocked and removed the frame. */
function readText(frame: Frame): Promise<string> {
  return frame.evaluate<string>("document.documentElement.textContent").catch((error: unknown) => {
    if (frame.isDetached()) return "";
    throw error;
  });
}

test("P33: the consent page cannot be embedded with iframe, object or embed", async () => {
  const callbackCount = countCallbacks();
  const consentUrl = buildAuthorizeUrl().replaceAll("&", "&amp;");
  for (const origin of attackerOrigins) {
    serveAttackerPage(`<iframe src="${consentUrl}"></iframe><iframe sandbox="allow-forms allow-scripts" src="${consentUrl}"></iframe>
      <object data="${consentUrl}"></object><embed src="${consentUrl}">`);
    const page = await merchantContext.newPage();
    // The load event comes after every embedded element was loaded or blocked.
    await page.goto(`${origin}/prize`, { waitUntil: "load" });
    assert.doesNotMatch((await Promise.all(page.frames().map(readText))).join("\n"), /Approve/);
    await assertNoCodeCreated(callbackCount);
  }
  await merchantContext.close();
});

test("P33: a page that opens the consent page in a popup cannot access the popup", async () => {
  serveAttackerPage(
    `<button onclick="window.opened = window.open(${JSON.stringify(buildAuthorizeUrl()).replaceAll('"', "&quot;")})">Go</button>`,
  );
  for (const origin of attackerOrigins) {
    const page = await merchantContext.newPage();
    await page.goto(`${origin}/prize`);
    const [popup] = await Promise.all([merchantContext.waitForEvent("page"), page.click("button")]);
    await popup.getByRole("button", { name: "Approve" }).waitFor();
    // To the page that opened it, the popup seems to be closed.
    await assertBecomes(() => page.evaluate<boolean>("opened.closed"), true);
    assert.equal(await popup.evaluate("window.opener"), null);
  }
  assert.equal(await countCodes(), 0);
  await merchantContext.close();
});

test("P33: going back to a used consent form or resubmitting it creates no second code", async () => {
  const page = await merchantContext.newPage();
  await page.goto(buildAuthorizeUrl());
  const fields = await readFields(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${fixture.appServer.url}/**`);
  const callbackCount = countCallbacks();
  const secondPage = await merchantContext.newPage();
  await secondPage.goto(buildAuthorizeUrl());
  const usedConsent = fields["consent"] ?? assert.fail("no consent field");
  await secondPage
    .locator("input[name=consent]")
    .evaluate((input, consent) => input.setAttribute("value", consent), usedConsent);
  await secondPage.getByRole("button", { name: "Approve" }).click();
  await secondPage.getByRole("heading", { name: "You already approved this request" }).waitFor();
  await page.goBack();
  // Whether the browser restores the page or reloads it, the page must have a new consent value.
  const button = page.getByRole("button", { name: "Approve" });
  assert.notEqual(await page.locator("input[name=consent]").inputValue(), fields["consent"]);
  await button.waitFor();
  assert.equal(await countCodes(), 1);
  assert.equal(countCallbacks(), callbackCount);
  await merchantContext.close();
});
