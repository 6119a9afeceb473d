import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { scopeNames, scopes } from "@souk/contract";
import { verifyQuery } from "@souk/signing";
import { plainText } from "@souk/testkit";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import type { PageAnswer } from "../../infrastructure/routing/page.ts";
import { consentLifetimeMs } from "./consent-token.ts";
import {
  approve,
  authorizePath,
  authorizeQuery,
  consentIn,
  createInstallFixture,
  createTestStore,
  type InstallFixture,
  install,
  redirectUri,
  shown,
  signedIn,
  type Visit,
  visit,
} from "./testing/install-fixture.ts";

let fixture: InstallFixture;
let otherStore: Store;
let stranger: SignedIn;

before(async () => {
  fixture = await createInstallFixture();
  otherStore = await createTestStore(fixture, fixture.owner, "second");
  stranger = await signedIn(fixture.database, "stranger@shops.test");
});
after(() => fixture.stop());

beforeEach(async () => {
  await fixture.database.query("delete from access_tokens");
  await fixture.database.query("delete from authorization_codes");
  await fixture.database.query("delete from installations");
});

async function codes(): Promise<number> {
  const row = await fixture.database.one<{ n: number }>("select count(*) as n from authorization_codes");
  return row.n ?? -1;
}

const ask = (query: readonly (readonly [string, string])[], over: Visit = {}): Promise<PageAnswer> =>
  visit(fixture, authorizePath, { ...over, query });

const askWith = (over: Record<string, string>): Promise<PageAnswer> => ask(authorizeQuery(fixture, over));

const send = (form: Record<string, string>, over: Visit = {}): Promise<PageAnswer> =>
  visit(fixture, authorizePath, { ...over, method: "POST", form });

async function consent(over: Record<string, string> = {}): Promise<string> {
  return consentIn(await askWith(over));
}

/**
 * Assert that a page rejects the request: this status, no redirect of any kind and no form that could be
 * approved.
 */
function assertErrorPage(answer: PageAnswer, status: number, sentence: RegExp): void {
  assert.ok("html" in answer, "goes nowhere");
  assert.equal(answer.status, status);
  assert.equal(answer.refreshTo, undefined);
  assert.doesNotMatch(answer.html, /name="consent"/);
  assert.match(plainText(answer.html), sentence);
}

test("INS-3 the consent page names the app, its partner, the store and each permission", async () => {
  const { status, html } = shown(await askWith({ scope: scopeNames.join(",") }));
  assert.equal(status, 200);
  const text = plainText(html);
  for (const said of ["Install Stock Sync", "by Stock Sync Ltd", "Store demo", "demo.souk.localhost"])
    assert.ok(text.includes(said), said);
  for (const allows of Object.values(scopes)) assert.ok(text.includes(allows), allows);
  assert.match(html, /name="csrf_token" value="the-csrf-token"/);
  assert.doesNotMatch(text, /\(new\)/);
});

test("merchants see no other data of a partner that has no name", async () => {
  const { partner } = fixture.app;
  const rename = (name: string) =>
    fixture.database.query(
      "update partners set name = $1 where id = (select partner_id from partner_members where account_id = $2)",
      [name, partner.account_id],
    );
  await rename("");
  const text = plainText(shown(await askWith({})).html);
  await rename("Stock Sync Ltd");
  assert.ok(!text.includes("by "));
  assert.ok(!text.includes(partner.email));
});

test("INS-3 an app that requests more permissions is shown with only the new ones marked", async () => {
  await install(fixture, { scope: "read_products,read_orders" });
  const text = plainText(shown(await askWith({ scope: "read_products,write_products" })).html);
  assert.ok(text.includes("Update permissions of Stock Sync"));
  assert.ok(text.includes(`${scopes.write_products} (new)`));
  assert.ok(!text.includes(`${scopes.read_products} (new)`));
});

test("INS-6 approval leads to the Redirection URL with all parameters signed", async () => {
  const answer = await approve(fixture, { state: "a b+c%20d=商店" });
  assert.ok("redirect" in answer);
  assert.ok(answer.redirect.startsWith(`${redirectUri}&shop=`), "the registered URL as it was registered");
  const now = new Date(fixture.clock.now());
  const verdict = verifyQuery(new URL(answer.redirect).search, fixture.app.client_secret, {
    now,
    maxAgeSeconds: 1,
    storeDomainSuffix: "souk.localhost",
  });
  assert.ok(verdict.ok, JSON.stringify(verdict));
  assert.deepEqual(
    [...verdict.parameters.keys()],
    ["from", "shop", "host_url", "timestamp", "code", "state", "hmac"],
  );
  assert.equal(verdict.parameters.get("shop"), "demo.souk.localhost");
  assert.equal(verdict.parameters.get("host_url"), "http://admin.souk.localhost:4000/demo");
  assert.equal(verdict.parameters.get("state"), "a b+c%20d=商店");
  assert.equal(verdict.parameters.get("from"), "souk");
});

test("INS-7 cancelling issues no code, installs nothing and leads nowhere", async () => {
  const answer = await send({ consent: await consent(), decision: "refuse" });
  assertErrorPage(answer, 200, /App not installed/);
  assert.equal(await codes(), 0);
});

test("INS-5 an unknown app is rejected on a page", async () => {
  for (const client_id of [
    "unknown",
    "x".repeat(5000),
    "<script>",
    "\0",
    fixture.app.client_id.toUpperCase(),
  ])
    assertErrorPage(await askWith({ client_id }), 404, /App not found/);
  assertErrorPage(await ask([["scope", ""]]), 400, /client_id/);
});

test("INS-5 unknown scopes are rejected on a page that names them", async () => {
  assertErrorPage(await askWith({ scope: "read_products,read_everything" }), 400, /read_everything/);
  assertErrorPage(
    await askWith({ scope: "read_products write_products" }),
    400,
    /read_products write_products/,
  );
  for (const scope of ["READ_PRODUCTS", "toString", "__proto__", "read_products;write_orders"])
    assertErrorPage(await askWith({ scope }), 400, /does not exist/);
  assertErrorPage(await ask(authorizeQuery(fixture).filter(([name]) => name !== "scope")), 400, /scope/);
});

test("app_id is accepted for client_id, and two different values are rejected", async () => {
  const rest = authorizeQuery(fixture).filter(([name]) => name !== "client_id");
  consentIn(await ask([...rest, ["app_id", fixture.app.client_id]]));
  consentIn(await ask([...authorizeQuery(fixture), ["app_id", fixture.app.client_id]]));
  assertErrorPage(await ask([...authorizeQuery(fixture), ["app_id", "other"]]), 400, /are different/);
});

test("a state has 1 to 255 characters without & and control characters", async () => {
  for (const state of ["x", "x".repeat(255), "a=b;c d/e?f#g", "商店"]) await consent({ state });
  for (const state of ["", "x".repeat(256), "a&b", "&", "a\nb", "a\0b", "\u007f", "\u0085"])
    assertErrorPage(await askWith({ state }), 400, /state/);
});

test("P38b a repeated parameter is rejected, whatever its name and value", async () => {
  for (const [name, value] of authorizeQuery(fixture, { state: "s", foo: "1" })) {
    for (const again of [value, "other", ""])
      assertErrorPage(
        await ask([...authorizeQuery(fixture, { state: "s", foo: "1" }), [name, again]]),
        400,
        /is repeated/,
      );
  }
});

test("P38b an & in the state reaches no redirect, not even percent-encoded twice", async () => {
  assertErrorPage(await askWith({ state: "x&shop=evil.souk.localhost" }), 400, /&/);
  const answer = await approve(fixture, { state: "x%26shop=evil.souk.localhost" });
  assert.ok("redirect" in answer);
  assert.equal(new URL(answer.redirect).searchParams.get("shop"), "demo.souk.localhost");
});

test("disabled apps, custom apps and suspended stores get a page that says what to do", async () => {
  const { database, store } = fixture;
  const { installation_id } = await install(fixture);
  await database.query("update installations set status = 'disabled' where id = $1", [installation_id]);
  assertErrorPage(await askWith({}), 400, /disabled in this store/);
  await database.query("update installations set status = 'enabled' where id = $1", [installation_id]);

  const custom = await database.transaction((tx) =>
    fixture.deps.registerCustomApp(tx, { store_id: store.id, name: "Own" }),
  );
  assertErrorPage(await askWith({ client_id: custom.client_id }), 400, /custom app/);
  const elsewhere = authorizeQuery(fixture, { client_id: custom.client_id });
  assertErrorPage(await ask(elsewhere, { store: otherStore }), 404, /App not found/);

  await database.query("update stores set suspended_at = now(), suspended_reason = 'why' where id = $1", [
    store.id,
  ]);
  assertErrorPage(await askWith({}), 400, /suspended/);
  await database.query("update stores set suspended_at = null, suspended_reason = null where id = $1", [
    store.id,
  ]);
});

test("staff can read a request but not approve it, not even with a manager's form", async () => {
  const staff: SignedIn = { ...fixture.owner, role: "staff" };
  assertErrorPage(await ask(authorizeQuery(fixture), { signed_in: staff }), 403, /owner or a manager/);
  const form = { consent: await consent(), decision: "approve" };
  assertErrorPage(await send(form, { signed_in: staff }), 403, /owner or a manager/);
  assert.equal(await codes(), 0);
  const manager = await send(form, { signed_in: { ...fixture.owner, role: "manager" } });
  assert.ok("redirect" in manager);
});

test("P34 a consent is valid only for the session and the store that it was shown to", async () => {
  const form = { consent: await consent(), decision: "approve" };
  assertErrorPage(await send(form, { signed_in: { ...stranger, role: "owner" } }), 400, /not valid/);
  const rotated = { ...fixture.owner, session_hash: Buffer.alloc(32, 7) };
  assertErrorPage(await send(form, { signed_in: rotated }), 400, /not valid/);
  assertErrorPage(await send(form, { store: otherStore }), 400, /not valid/);
  assert.equal(await codes(), 0);
});

test("P33 a consent that was changed, cut off or created elsewhere yields no code", async () => {
  const sound = await consent();
  const [body = "", signature = ""] = sound.split(".");
  const shown_ = JSON.parse(Buffer.from(body, "base64url").toString("utf8"));
  const claims = [
    { scopes: ["write_store"] },
    { redirect_uri: "https://evil.dev" },
    { state: "x" },
    { app_id: 0 },
  ];
  const forged = claims.map((claim) =>
    Buffer.from(JSON.stringify({ ...shown_, ...claim })).toString("base64url"),
  );
  const wrong = [
    "",
    ".",
    body,
    `${body}.`,
    `.${signature}`,
    `${body}.${signature.slice(1)}`,
    ...forged.map((forgedBody) => `${forgedBody}.${signature}`),
  ];
  for (let at = 0; at < sound.length; at += 11)
    wrong.push(`${sound.slice(0, at)}${sound[at] === "A" ? "B" : "A"}${sound.slice(at + 1)}`);
  for (const each of wrong)
    if (each !== sound) assertErrorPage(await send({ consent: each, decision: "approve" }), 400, /not valid/);
  assertErrorPage(await send({ decision: "approve" }), 400, /not valid/);
  assertErrorPage(await send({ consent: sound }), 400, /not valid/);
  assert.equal(await codes(), 0);
});

test("P33 a form creates one code, however often and simultaneously it is sent", async () => {
  const form = { consent: await consent(), decision: "approve" };
  const answers = await Promise.all(Array.from({ length: 16 }, () => send(form)));
  assert.equal(answers.filter((answer) => "redirect" in answer).length, 1);
  for (const answer of answers) if (!("redirect" in answer)) assert.equal(answer.status, 409);
  const again = { ...form, consent: `${form.consent}.x` };
  assertErrorPage(await send(again), 409, /already approved this/);
  assert.equal(await codes(), 1);
});

test("a form is valid for ten minutes, and then leads back to the same request", async () => {
  const query = { state: "s 1", scope: "read_orders" };
  const late = await consent(query);
  fixture.clock.advance(consentLifetimeMs);
  const answer = await send({ consent: late, decision: "approve" });
  assertErrorPage(answer, 400, /has expired/);
  const link = /href="(\/demo\/oauth\/authorize[^"]+)"/.exec(shown(answer).html)?.[1] ?? "";
  const again = [...new URL(link.replaceAll("&amp;", "&"), "http://x").searchParams];
  assert.deepEqual(Object.fromEntries(again), Object.fromEntries(authorizeQuery(fixture, query)));
  assert.equal(await codes(), 0);
});

test("a redirect URL that the app changed after the page was shown is rejected", async () => {
  const { database, app } = fixture;
  const form = { consent: await consent(), decision: "approve" };
  await database.query("update apps set redirection_urls = '{https://moved.dev/}' where id = $1", [app.id]);
  assertErrorPage(await send(form), 400, /not registered/);
  await database.query("update apps set redirection_urls = $2 where id = $1", [app.id, [redirectUri]]);
  assert.equal(await codes(), 0);
});

test("an app's name, state and URL are shown as text", async () => {
  const { database, app } = fixture;
  await database.query(`update apps set name = '<img src=x onerror="1">' where id = $1`, [app.id]);
  const pages = [
    await askWith({ state: `"><script>` }),
    await askWith({ redirect_uri: `https://x.dev/"><script>` }),
  ];
  for (const page of pages) assert.doesNotMatch(shown(page).html, /<script|<img/);
  await database.query("update apps set name = 'Stock Sync' where id = $1", [app.id]);
});
