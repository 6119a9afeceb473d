import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  becomes,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
} from "@souk/testkit";
import type { BrowserContext, Frame, Page } from "playwright-core";
import { createE2eFixture, type E2eFixture } from "./e2e-fixture.ts";

let fixture: E2eFixture;
let store: SeededStore;
let app: SeededApp;
let evil: RecordingReceiver;
/**
 * Origins of the attacker's pages: on another site, and on the same site, as a store's page with an app's
 * script is.
 */
let evilOrigins: string[];

before(async () => {
  fixture = await createE2eFixture();
  [store, app, evil] = await Promise.all([
    seedStore(fixture.testing),
    registerApp(fixture.testing, fixture.app.url),
    recordingReceiver(),
  ]);
  evilOrigins = ["evil.localhost", "evil.souk.localhost"].map((host) => `http://${host}:${evil.port}`);
});
after(async () => {
  await evil.stop();
  await fixture.close();
});

let merchant: BrowserContext;
beforeEach(async () => {
  await fixture.testing.database.query("delete from authorization_codes");
  merchant = await fixture.openWindowAs(store.owner.browser);
});

function authorizeUrl(target: SeededStore = store): string {
  const { client_id, redirection_url } = app;
  const query = { client_id, scope: "read_products", redirect_uri: redirection_url };
  return `${target.host_url}/oauth/authorize?${new URLSearchParams(query)}`;
}

function serve(body: string): void {
  const page = `<!doctype html><title>Win a prize</title>${body}`;
  evil.answer({ status: 200, headers: { "content-type": "text/html" }, body: page });
}

async function codes(): Promise<number> {
  const row = await fixture.testing.database.one<{ n: number }>(
    "select count(*)::int as n from authorization_codes",
  );
  return row.n ?? -1;
}

const callbacks = () => fixture.app.requests.filter(({ path }) => path.startsWith("/oauth/callback")).length;

type Fields = Readonly<Record<string, string>>;

/** Read the fields that Approve sends from a page that is really shown. */
async function readFields(page: Page): Promise<Fields> {
  const pairs = await page
    .locator("main form input")
    .evaluateAll((inputs) => inputs.map((input): [string, string] => [input.name, input.value]));
  return { ...Object.fromEntries(pairs), decision: "approve" };
}

function autoSubmitted(
  action: string,
  fields: Fields,
  enctype = "application/x-www-form-urlencoded",
): string {
  const inputs = Object.entries(fields).map(([name, value]) => `<input name="${name}" value="${value}">`);
  return `<form method="post" action="${action}" enctype="${enctype}">${inputs.join("")}</form>
    <script>document.forms[0].submit()</script>`;
}

/**
 * Open an attacker's page, which submits a form by itself, in the merchant's browser; returns where the
 * browser ended.
 */
async function lureTo(origin: string): Promise<Page> {
  const page = await merchant.newPage();
  // The page may send its form before it counts as loaded.
  await page.goto(`${origin}/prize`, { waitUntil: "commit" });
  await page.waitForURL((url) => url.origin !== origin);
  return page;
}

async function assertNothingCame(before: number): Promise<void> {
  assert.equal(await codes(), 0, "no code was made");
  assert.equal(callbacks(), before, "nothing was sent to the app");
}

test("P33: the merchant's own click creates a code, which validates the other tests", async () => {
  const before = callbacks();
  const page = await merchant.newPage();
  await page.goto(authorizeUrl());
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${fixture.app.url}/**`);
  assert.equal(await codes(), 1);
  assert.equal(callbacks(), before + 1);
  await merchant.close();
});

test("P33: another site's automatic form creates no code, even with valid tokens", async () => {
  const before = callbacks();
  const seen = await merchant.newPage();
  await seen.goto(authorizeUrl());
  // The worst case: the attacker knows everything that stands in the page.
  const fields = await readFields(seen);
  const action = `${store.host_url}/oauth/authorize`;
  for (const origin of evilOrigins) {
    serve(autoSubmitted(action, fields));
    const page = await lureTo(origin);
    await page
      .getByText("This form does not belong to your current session, so nothing was changed.")
      .waitFor();
    await assertNothingCame(before);
  }
  await merchant.close();
});

test("P33: an attacker's consent form sent by the merchant's browser creates no code", async () => {
  const before = callbacks();
  const attacker = await seedStore(fixture.testing);
  const own = await fixture.openWindowAs(attacker.owner.browser);
  const seen = await own.newPage();
  await seen.goto(authorizeUrl(attacker));
  const fields = await readFields(seen);
  for (const origin of evilOrigins) {
    for (const host_url of [store.host_url, attacker.host_url]) {
      serve(autoSubmitted(`${host_url}/oauth/authorize`, fields));
      const page = await lureTo(origin);
      await page
        .getByText("This form does not belong to your current session, so nothing was changed.")
        .waitFor();
      await assertNothingCame(before);
    }
  }
  await own.close();
  await merchant.close();
});

test("P33: neither fetch with cookies nor a form of another type is accepted", async () => {
  const before = callbacks();
  const seen = await merchant.newPage();
  await seen.goto(authorizeUrl());
  const fields = await readFields(seen);
  const action = `${store.host_url}/oauth/authorize`;
  const body = JSON.stringify(new URLSearchParams(fields).toString());
  for (const origin of evilOrigins) {
    serve(`<script>
      const send = (mode) => fetch(${JSON.stringify(action)}, { method: "POST", mode, credentials: "include", body: ${body},
        headers: { "content-type": "application/x-www-form-urlencoded" } }).then((answer) => answer.type, () => "refused");
      Promise.all([send("cors"), send("no-cors")]).then((ways) => { document.title = ways.join(); });
    </script>`);
    const page = await merchant.newPage();
    await page.goto(`${origin}/prize`);
    await page.waitForFunction("document.title !== 'Win a prize'");
    assert.equal(await page.title(), "refused,opaque");
    await assertNothingCame(before);
    serve(autoSubmitted(action, fields, "text/plain"));
    await lureTo(origin);
    await assertNothingCame(before);
  }
  await merchant.close();
});

/** Read the text of a frame, which the browser may have removed after blocking it. */
function readText(frame: Frame): Promise<string> {
  return frame.evaluate<string>("document.documentElement.textContent").catch((error: unknown) => {
    if (frame.isDetached()) return "";
    throw error;
  });
}

test("P33: the consent page is not shown in a frame or any other embedding element", async () => {
  const before = callbacks();
  const address = authorizeUrl().replaceAll("&", "&amp;");
  for (const origin of evilOrigins) {
    serve(`<iframe src="${address}"></iframe><iframe sandbox="allow-forms allow-scripts" src="${address}"></iframe>
      <object data="${address}"></object><embed src="${address}">`);
    const page = await merchant.newPage();
    // The page counts as loaded when every embedded element is shown or blocked.
    await page.goto(`${origin}/prize`, { waitUntil: "load" });
    assert.doesNotMatch((await Promise.all(page.frames().map(readText))).join("\n"), /Approve/);
    await assertNothingCame(before);
  }
  await merchant.close();
});

test("P33: a page that opens the consent page in a window gets no handle on it", async () => {
  serve(
    `<button onclick="window.opened = window.open(${JSON.stringify(authorizeUrl()).replaceAll('"', "&quot;")})">Go</button>`,
  );
  for (const origin of evilOrigins) {
    const page = await merchant.newPage();
    await page.goto(`${origin}/prize`);
    const [popup] = await Promise.all([merchant.waitForEvent("page"), page.click("button")]);
    await popup.getByRole("button", { name: "Approve" }).waitFor();
    // To its opener the window looks closed.
    await becomes(() => page.evaluate<boolean>("opened.closed"), true);
    assert.equal(await popup.evaluate("window.opener"), null);
  }
  assert.equal(await codes(), 0);
  await merchant.close();
});

test("P33: a submitted consent creates no second code, by Back or by resubmission", async () => {
  const page = await merchant.newPage();
  await page.goto(authorizeUrl());
  const fields = await readFields(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${fixture.app.url}/**`);
  const after = callbacks();
  const again = await merchant.newPage();
  await again.goto(authorizeUrl());
  const filled = Object.entries(fields).filter(([name]) => name === "consent");
  for (const [name, value] of filled)
    await again
      .locator(`input[name=${name}]`)
      .evaluate((input, old) => input.setAttribute("value", old), value);
  await again.getByRole("button", { name: "Approve" }).click();
  await again.getByRole("heading", { name: "You already approved this" }).waitFor();
  await page.goBack();
  // From the browser's memory or requested again, the page may not create a code with a used consent.
  const button = page.getByRole("button", { name: "Approve" });
  assert.notEqual(await page.locator("input[name=consent]").inputValue(), fields["consent"]);
  await button.waitFor();
  assert.equal(await codes(), 1);
  assert.equal(callbacks(), after);
  await merchant.close();
});
