import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type Answer, type PageForm, pageForms } from "@souk/testkit";
import { type App, registerApp } from "../apps.ts";
import { authorizeUrl } from "../installing.ts";
import { type Merchant, newMerchant, newPartner } from "../people.ts";
import { openWorld, type World } from "../world.ts";

let world: World;
let merchant: Merchant;
let app: App;
let consent: { address: string; form: PageForm; fields: Record<string, string>; cookie: string };

before(async () => {
  world = await openWorld();
  merchant = await newMerchant(world);
  app = await registerApp(world, await newPartner(world));
  consent = await openConsent();
});
after(() => world.close());

/** The consent page as a browser has it, with what a forger would have to get hold of. */
async function openConsent(): Promise<typeof consent> {
  const { cookies, open } = merchant.browser;
  const address = authorizeUrl(merchant, app, ["read_products"]);
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
  return world.request(action, {
    method: "POST",
    headers: { cookie: consent.cookie, ...headers },
    form: fields,
  });
}

/** No code was made, and the browser is sent nowhere with one. */
function assertNoCode(answer: Answer, what: string): void {
  const told = `${what}: ${answer.status} ${answer.location}`;
  assert.ok(answer.status >= 400 ? answer.status < 500 : /\/sign-in/.test(answer.location), told);
  assert.doesNotMatch(`${answer.location} ${String(answer.headers["refresh"])}`, /code=/, told);
}

test("INS-6: a consent that another site posts gives no code", async () => {
  const own = { "sec-fetch-site": "same-origin", origin: world.origins.admin };
  const shop = world.origins.shop(merchant.shop.handle);
  assertNoCode(
    await post({ ...own, "sec-fetch-site": "cross-site", origin: "https://evil.test" }),
    "cross-site",
  );
  // Shops are same-site with the admin and run apps' script.
  assertNoCode(await post({ ...own, "sec-fetch-site": "same-site", origin: shop }), "a shop's page");
  assertNoCode(await post({ ...own, origin: shop }), "a shop's origin");
  assertNoCode(await post({ origin: world.origins.admin }), "without Sec-Fetch-Site");
  assertNoCode(await post({ ...own, "sec-fetch-site": "none" }), "typed into the address bar");
  assert.deepEqual(app.receiver.requests, []);
});

test("INS-6: so does one without the page's own tokens, or of another session", async () => {
  const own = { "sec-fetch-site": "same-origin", origin: world.origins.admin };
  for (const name of Object.keys(consent.fields)) {
    const { [name]: _, ...rest } = consent.fields;
    assertNoCode(await post(own, rest), `without ${name}`);
    assertNoCode(
      await post(own, { ...consent.fields, [name]: `${consent.fields[name]}x` }),
      `a changed ${name}`,
    );
  }
  const other = await newMerchant(world);
  const cookie = other.browser.cookies(new URL(consent.address).host) ?? "";
  assertNoCode(await post({ ...own, cookie }), "another session's cookie");
  assertNoCode(await post({ ...own, cookie: "" }), "no session");
  assert.deepEqual(app.receiver.requests, []);
});

test("INS-6: the page's own form gives one code, and sent again none", async () => {
  const own = { "sec-fetch-site": "same-origin", origin: world.origins.admin };
  const first = await post(own);
  assert.ok(first.status === 200 || first.status === 303, `${first.status} ${first.text}`);
  assertNoCode(await post(own), "a form sent twice");
});
