import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, type PageForm, pageForms } from "@souk/testkit";
import { type App, registerApp } from "../apps.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { buildAuthorizeUrl } from "../installing.ts";
import { createMerchant, createPartner, type Merchant } from "../people.ts";

let fixture: ConformanceFixture;
let merchant: Merchant;
let app: App;
let consent: { address: string; form: PageForm; fields: Record<string, string>; cookie: string };

before(async () => {
  fixture = await createConformanceFixture();
  merchant = await createMerchant(fixture);
  app = await registerApp(fixture, await createPartner(fixture));
  consent = await openConsent();
});
after(() => fixture.close());

/** Open the consent page in a browser and return what a forger would have to obtain. */
async function openConsent(): Promise<typeof consent> {
  const { cookies, open } = merchant.browser;
  const address = buildAuthorizeUrl(merchant, app, ["read_products"]);
  const page = await open(address);
  const form = pageForms(page.text).find(({ buttons }) =>
    [...buttons.keys()].some((text) => /^approve/i.test(text)),
  );
  assert.ok(form, page.text);
  const [, button] = [...form.buttons].find(([text]) => /^approve/i.test(text)) ?? [];
  const fields = { ...form.fields, ...(button ? { [button.name]: button.value } : {}) };
  return { address, form, fields, cookie: cookies(new URL(address).host) ?? "" };
}

function post(headers: Record<string, string>, fields = consent.fields): Promise<Answer> {
  const action = new URL(consent.form.action, consent.address).href;
  return fixture.request(action, {
    method: "POST",
    headers: { cookie: consent.cookie, ...headers },
    form: fields,
  });
}

/** Assert that no code was created, and that the browser is not redirected with one. */
function assertNoCode(answer: Answer, what: string): void {
  const detail = `${what}: ${answer.status} ${answer.location}`;
  assert.ok(answer.status >= 400 ? answer.status < 500 : /\/sign-in/.test(answer.location), detail);
  assert.doesNotMatch(`${answer.location} ${String(answer.headers["refresh"])}`, /code=/, detail);
}

test("INS-6: a consent that another site posts gives no code", async () => {
  const own = { "sec-fetch-site": "same-origin", origin: fixture.origins.admin };
  const storeOrigin = fixture.origins.store(merchant.store.handle);
  assertNoCode(
    await post({ ...own, "sec-fetch-site": "cross-site", origin: "https://evil.test" }),
    "cross-site",
  );
  // Stores are same-site with the admin and run apps' script.
  assertNoCode(await post({ ...own, "sec-fetch-site": "same-site", origin: storeOrigin }), "a store's page");
  assertNoCode(await post({ ...own, origin: storeOrigin }), "a store's origin");
  assertNoCode(await post({ origin: fixture.origins.admin }), "without Sec-Fetch-Site");
  assertNoCode(await post({ ...own, "sec-fetch-site": "none" }), "typed into the address bar");
  assert.deepEqual(app.receiver.requests, []);
});

test("INS-6: a forged approval without the page's tokens or of another session gives no code", async () => {
  const own = { "sec-fetch-site": "same-origin", origin: fixture.origins.admin };
  for (const name of Object.keys(consent.fields)) {
    const { [name]: _, ...rest } = consent.fields;
    assertNoCode(await post(own, rest), `without ${name}`);
    assertNoCode(
      await post(own, { ...consent.fields, [name]: `${consent.fields[name]}x` }),
      `a changed ${name}`,
    );
  }
  const other = await createMerchant(fixture);
  const cookie = other.browser.cookies(new URL(consent.address).host) ?? "";
  assertNoCode(await post({ ...own, cookie }), "another session's cookie");
  assertNoCode(await post({ ...own, cookie: "" }), "no session");
  assert.deepEqual(app.receiver.requests, []);
});

test("INS-6: the page's own form gives one code, and sent again none", async () => {
  const own = { "sec-fetch-site": "same-origin", origin: fixture.origins.admin };
  const first = await post(own);
  assert.ok(first.status === 200 || first.status === 303, `${first.status} ${first.text}`);
  assertNoCode(await post(own), "a form sent twice");
});
