import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type HttpResponse, type PageForm, parsePageForms } from "@souk/testkit";
import { type App, registerApp } from "../apps.ts";
import { type ConformanceFixture, createConformanceFixture } from "../conformance-fixture.ts";
import { buildAuthorizeUrl } from "../installing.ts";
import { createMerchant, createPartner, type Merchant } from "../people.ts";

let fixture: ConformanceFixture;
let merchant: Merchant;
let app: App;
let consent: { url: string; form: PageForm; fields: Record<string, string>; cookie: string };

before(async () => {
  fixture = await createConformanceFixture();
  merchant = await createMerchant(fixture);
  app = await registerApp(fixture, await createPartner(fixture));
  consent = await openConsent();
});
after(() => fixture.close());

/** Open the consent page in a browser, and return the form values and the cookie that a forger would need. */
async function openConsent(): Promise<typeof consent> {
  const { getCookieHeader, open } = merchant.browser;
  const url = buildAuthorizeUrl(merchant, app, ["read_products"]);
  const page = await open(url);
  const form = parsePageForms(page.text).find(({ buttons }) =>
    [...buttons.keys()].some((text) => /^approve/i.test(text)),
  );
  assert.ok(form, page.text);
  const [, button] = [...form.buttons].find(([text]) => /^approve/i.test(text)) ?? [];
  const fields = { ...form.fields, ...(button ? { [button.name]: button.value } : {}) };
  return { url, form, fields, cookie: getCookieHeader(new URL(url).host) ?? "" };
}

function submitConsentForm(headers: Record<string, string>, fields = consent.fields): Promise<HttpResponse> {
  const action = new URL(consent.form.action, consent.url).href;
  return fixture.request(action, {
    method: "POST",
    headers: { cookie: consent.cookie, ...headers },
    form: fields,
  });
}

/** Assert that a response is an error or leads to the sign-in page, and that it redirects to no URL with a code. */
function assertNoCode(response: HttpResponse, label: string): void {
  const detail = `${label}: ${response.status} ${response.location}`;
  assert.ok(response.status >= 400 ? response.status < 500 : /\/sign-in/.test(response.location), detail);
  assert.doesNotMatch(`${response.location} ${String(response.headers["refresh"])}`, /code=/, detail);
}

test("INS-6: a consent form posted from another site gives no authorization code", async () => {
  const sameOriginHeaders = { "sec-fetch-site": "same-origin", origin: fixture.origins.admin };
  const storeOrigin = fixture.origins.store(merchant.store.handle);
  assertNoCode(
    await submitConsentForm({
      ...sameOriginHeaders,
      "sec-fetch-site": "cross-site",
      origin: "https://evil.test",
    }),
    "cross-site",
  );
  // Stores are same-site with the admin and run scripts of apps.
  assertNoCode(
    await submitConsentForm({ ...sameOriginHeaders, "sec-fetch-site": "same-site", origin: storeOrigin }),
    "a store's page",
  );
  assertNoCode(await submitConsentForm({ ...sameOriginHeaders, origin: storeOrigin }), "a store's origin");
  assertNoCode(await submitConsentForm({ origin: fixture.origins.admin }), "without Sec-Fetch-Site");
  assertNoCode(
    await submitConsentForm({ ...sameOriginHeaders, "sec-fetch-site": "none" }),
    "typed into the address bar",
  );
  assert.deepEqual(app.receiver.requests, []);
});

test("INS-6: an approval with a missing or changed field or another session gives no authorization code", async () => {
  const sameOriginHeaders = { "sec-fetch-site": "same-origin", origin: fixture.origins.admin };
  for (const name of Object.keys(consent.fields)) {
    const { [name]: _, ...otherFields } = consent.fields;
    assertNoCode(await submitConsentForm(sameOriginHeaders, otherFields), `without ${name}`);
    assertNoCode(
      await submitConsentForm(sameOriginHeaders, { ...consent.fields, [name]: `${consent.fields[name]}x` }),
      `a changed ${name}`,
    );
  }
  const otherMerchant = await createMerchant(fixture);
  const cookie = otherMerchant.browser.getCookieHeader(new URL(consent.url).host) ?? "";
  assertNoCode(await submitConsentForm({ ...sameOriginHeaders, cookie }), "another session's cookie");
  assertNoCode(await submitConsentForm({ ...sameOriginHeaders, cookie: "" }), "no session");
  assert.deepEqual(app.receiver.requests, []);
});

test("INS-6: submitting the consent form twice gives only one authorization code", async () => {
  const sameOriginHeaders = { "sec-fetch-site": "same-origin", origin: fixture.origins.admin };
  const firstResponse = await submitConsentForm(sameOriginHeaders);
  assert.ok(
    firstResponse.status === 200 || firstResponse.status === 303,
    `${firstResponse.status} ${firstResponse.text}`,
  );
  assertNoCode(await submitConsentForm(sameOriginHeaders), "a form sent twice");
});
