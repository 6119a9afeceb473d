import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import {
  becomes,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
} from "@souk/testkit";
import type { BrowserContext, Frame, Page } from "playwright-core";
import { openStage, type Stage } from "./stage.ts";

let stage: Stage;
let shop: SeededShop;
let app: SeededApp;
let evil: RecordingReceiver;
/** The attacker's pages: of another site, and of the same site, as a shop's page with an app's script is. */
let evilOrigins: string[];

before(async () => {
  stage = await openStage();
  [shop, app, evil] = await Promise.all([
    seedShop(stage.testing),
    registerApp(stage.testing, stage.app.url),
    recordingReceiver(),
  ]);
  evilOrigins = ["evil.localhost", "evil.souk.localhost"].map((host) => `http://${host}:${evil.port}`);
});
after(async () => {
  await evil.stop();
  await stage.close();
});

let merchant: BrowserContext;
beforeEach(async () => {
  await stage.testing.database.query("delete from authorization_codes");
  merchant = await stage.as(shop.owner.browser);
});

function authorizeUrl(of: SeededShop = shop): string {
  const { client_id, redirection_url } = app;
  const query = { client_id, scope: "read_products", redirect_uri: redirection_url };
  return `${of.host_url}/oauth/authorize?${new URLSearchParams(query)}`;
}

function serve(body: string): void {
  const page = `<!doctype html><title>Win a prize</title>${body}`;
  evil.answer({ status: 200, headers: { "content-type": "text/html" }, body: page });
}

async function codes(): Promise<number> {
  const { rows } = await stage.testing.database.query<{ n: number }>(
    "select count(*)::int as n from authorization_codes",
  );
  return rows[0]?.n ?? -1;
}

const callbacks = () => stage.app.requests.filter(({ path }) => path.startsWith("/oauth/callback")).length;

type Fields = Readonly<Record<string, string>>;

/** The fields that Approve sends from a page that is really shown. */
async function fieldsOf(page: Page): Promise<Fields> {
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

/** Opens an attacker's page, which sends a form by itself, in the merchant's browser; answers where the browser ended. */
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

test("P33: the merchant's own click makes a code, so that the rest of this file proves something", async () => {
  const before = callbacks();
  const page = await merchant.newPage();
  await page.goto(authorizeUrl());
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${stage.app.url}/**`);
  assert.equal(await codes(), 1);
  assert.equal(callbacks(), before + 1);
  await merchant.close();
});

test("P33: a form that another site sends by itself makes no code, though it holds the merchant's own tokens", async () => {
  const before = callbacks();
  const seen = await merchant.newPage();
  await seen.goto(authorizeUrl());
  // The worst case: the attacker knows everything that stands in the page.
  const fields = await fieldsOf(seen);
  const action = `${shop.host_url}/oauth/authorize`;
  for (const origin of evilOrigins) {
    serve(autoSubmitted(action, fields));
    const page = await lureTo(origin);
    await page.getByText("This form did not come from a page of ours").waitFor();
    await assertNothingCame(before);
  }
  await merchant.close();
});

test("P33: an attacker's own consent form, sent by the merchant's browser, makes no code", async () => {
  const before = callbacks();
  const attacker = await seedShop(stage.testing);
  const own = await stage.as(attacker.owner.browser);
  const seen = await own.newPage();
  await seen.goto(authorizeUrl(attacker));
  const fields = await fieldsOf(seen);
  for (const origin of evilOrigins) {
    for (const host_url of [shop.host_url, attacker.host_url]) {
      serve(autoSubmitted(`${host_url}/oauth/authorize`, fields));
      const page = await lureTo(origin);
      await page.getByText("This form did not come from a page of ours").waitFor();
      await assertNothingCame(before);
    }
  }
  await own.close();
  await merchant.close();
});

test("P33: neither fetch with cookies nor a form of another type gets through", async () => {
  const before = callbacks();
  const seen = await merchant.newPage();
  await seen.goto(authorizeUrl());
  const fields = await fieldsOf(seen);
  const action = `${shop.host_url}/oauth/authorize`;
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

/** What stands in a frame; the browser may have taken a refused one away. */
function textOf(frame: Frame): Promise<string> {
  return frame.evaluate<string>("document.documentElement.textContent").catch((error: unknown) => {
    if (frame.isDetached()) return "";
    throw error;
  });
}

test("P33: the consent page is not shown in a frame, nor in what else embeds", async () => {
  const before = callbacks();
  const address = authorizeUrl().replaceAll("&", "&amp;");
  for (const origin of evilOrigins) {
    serve(`<iframe src="${address}"></iframe><iframe sandbox="allow-forms allow-scripts" src="${address}"></iframe>
      <object data="${address}"></object><embed src="${address}">`);
    const page = await merchant.newPage();
    // It counts as loaded when all that is embedded in it is shown, or refused.
    await page.goto(`${origin}/prize`, { waitUntil: "load" });
    assert.doesNotMatch((await Promise.all(page.frames().map(textOf))).join("\n"), /Approve/);
    await assertNothingCame(before);
  }
  await merchant.close();
});

test("P33: a page that opens the consent page in a window gets no hold of it", async () => {
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

test("P33: a consent that was sent once makes no second code, by the back button or by the same form again", async () => {
  const page = await merchant.newPage();
  await page.goto(authorizeUrl());
  const fields = await fieldsOf(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${stage.app.url}/**`);
  const after = callbacks();
  const again = await merchant.newPage();
  await again.goto(authorizeUrl());
  const filled = Object.entries(fields).filter(([name]) => name === "consent");
  for (const [name, value] of filled)
    await again
      .locator(`input[name=${name}]`)
      .evaluate((input, old) => input.setAttribute("value", old), value);
  await again.getByRole("button", { name: "Approve" }).click();
  await again.getByRole("heading", { name: "You have answered this already" }).waitFor();
  await page.goBack();
  // From the browser's memory or asked for anew, the page may not make a code with what was used up.
  const button = page.getByRole("button", { name: "Approve" });
  assert.notEqual(await page.locator("input[name=consent]").inputValue(), fields["consent"]);
  await button.waitFor();
  assert.equal(await codes(), 1);
  assert.equal(callbacks(), after);
  await merchant.close();
});
