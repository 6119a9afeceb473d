import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { scopeNames, scopes } from "@souk/contract";
import { verifyQuery } from "@souk/signing";
import { plainText } from "@souk/testkit";
import type { SignedIn, Store } from "../../routing/call.ts";
import type { PageAnswer } from "../../routing/page.ts";
import { consentLifetimeMs } from "./consent-token.ts";
import {
  approve,
  authorizePath,
  authorizeQuery,
  consentIn,
  type InstallWorld,
  install,
  installWorld,
  openShop,
  redirectUri,
  shown,
  signedIn,
  type Visit,
  visit,
} from "./testing/install-world.ts";

let world: InstallWorld;
let otherStore: Store;
let stranger: SignedIn;

before(async () => {
  world = await installWorld();
  otherStore = await openShop(world, world.owner, "second");
  stranger = await signedIn(world.database, "stranger@shops.test");
});
after(() => world.stop());

beforeEach(async () => {
  await world.database.query("delete from access_tokens");
  await world.database.query("delete from authorization_codes");
  await world.database.query("delete from installations");
});

async function codes(): Promise<number> {
  const { rows } = await world.database.query<{ n: number }>("select count(*) as n from authorization_codes");
  return rows[0]?.n ?? -1;
}

const ask = (query: readonly (readonly [string, string])[], over: Visit = {}): Promise<PageAnswer> =>
  visit(world, authorizePath, { ...over, query });

const askWith = (over: Record<string, string>): Promise<PageAnswer> => ask(authorizeQuery(world, over));

const send = (form: Record<string, string>, over: Visit = {}): Promise<PageAnswer> =>
  visit(world, authorizePath, { ...over, method: "POST", form });

async function consent(over: Record<string, string> = {}): Promise<string> {
  return consentIn(await askWith(over));
}

/** A page that refuses: with its status, no redirect of any kind and no form that could be approved. */
function refusedPage(answer: PageAnswer, status: number, sentence: RegExp): void {
  assert.ok("html" in answer, "goes nowhere");
  assert.equal(answer.status, status);
  assert.equal(answer.refreshTo, undefined);
  assert.doesNotMatch(answer.html, /name="consent"/);
  assert.match(plainText(answer.html), sentence);
}

test("INS-3 the consent page names app, partner and shop and says in words what each scope allows", async () => {
  const { status, html } = shown(await askWith({ scope: scopeNames.join(",") }));
  assert.equal(status, 200);
  const text = plainText(html);
  for (const said of ["Install Stock Sync?", "by Stock Sync Ltd", "Shop demo", "demo.souk.localhost"])
    assert.ok(text.includes(said), said);
  for (const allows of Object.values(scopes)) assert.ok(text.includes(allows), allows);
  assert.match(html, /name="csrf_token" value="the-csrf-token"/);
  assert.doesNotMatch(text, /\(new\)/);
});

test("a partner without a name is not shown to merchants by another of its words", async () => {
  const { partner } = world.app;
  const rename = (name: string) =>
    world.database.query(
      "update partners set name = $1 where id = (select partner_id from partner_members where account_id = $2)",
      [name, partner.account_id],
    );
  await rename("");
  const text = plainText(shown(await askWith({})).html);
  await rename("Stock Sync Ltd");
  assert.ok(!text.includes("by "));
  assert.ok(!text.includes(partner.email));
});

test("INS-3 an app that asks for more is shown with what is new marked, and only that", async () => {
  await install(world, { scope: "read_products,read_orders" });
  const text = plainText(shown(await askWith({ scope: "read_products,write_products" })).html);
  assert.ok(text.includes("Let Stock Sync do more?"));
  assert.ok(text.includes(`${scopes.write_products} (new)`));
  assert.ok(!text.includes(`${scopes.read_products} (new)`));
});

test("INS-6 approval leads to the Redirection URL with code, shop, host_url and timestamp, all signed", async () => {
  const answer = await approve(world, { state: "a b+c%20d=商店" });
  assert.ok("redirect" in answer);
  assert.ok(answer.redirect.startsWith(`${redirectUri}&shop=`), "the registered URL as it was registered");
  const now = new Date(world.clock.now());
  const verdict = verifyQuery(new URL(answer.redirect).search, world.app.client_secret, {
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

test("INS-7 refusal issues no code, installs nothing and leads nowhere", async () => {
  const answer = await send({ consent: await consent(), decision: "refuse" });
  refusedPage(answer, 200, /Nothing was installed/);
  assert.equal(await codes(), 0);
});

test("INS-5 an unknown app is refused on a page", async () => {
  for (const client_id of ["unknown", "x".repeat(5000), "<script>", "\0", world.app.client_id.toUpperCase()])
    refusedPage(await askWith({ client_id }), 404, /not known/);
  refusedPage(await ask([["scope", ""]]), 400, /client_id/);
});

test("INS-5 unknown scopes are refused on a page that names them", async () => {
  refusedPage(await askWith({ scope: "read_products,read_everything" }), 400, /read_everything/);
  refusedPage(await askWith({ scope: "read_products write_products" }), 400, /read_products write_products/);
  for (const scope of ["READ_PRODUCTS", "toString", "__proto__", "read_products;write_orders"])
    refusedPage(await askWith({ scope }), 400, /does not exist/);
  refusedPage(await ask(authorizeQuery(world).filter(([name]) => name !== "scope")), 400, /scope/);
});

test("gaps.md app_id is taken for client_id, and two that differ are refused", async () => {
  const rest = authorizeQuery(world).filter(([name]) => name !== "client_id");
  consentIn(await ask([...rest, ["app_id", world.app.client_id]]));
  consentIn(await ask([...authorizeQuery(world), ["app_id", world.app.client_id]]));
  refusedPage(await ask([...authorizeQuery(world), ["app_id", "other"]]), 400, /differ/);
});

test("gaps.md a state takes 1 to 255 characters without & and control characters", async () => {
  for (const state of ["x", "x".repeat(255), "a=b;c d/e?f#g", "商店"]) await consent({ state });
  for (const state of ["", "x".repeat(256), "a&b", "&", "a\nb", "a\0b", "\u007f", "\u0085"])
    refusedPage(await askWith({ state }), 400, /state/);
});

test("P38b a repeated parameter is refused, whichever it is and whatever it says", async () => {
  for (const [name, value] of authorizeQuery(world, { state: "s", foo: "1" })) {
    for (const again of [value, "other", ""])
      refusedPage(
        await ask([...authorizeQuery(world, { state: "s", foo: "1" }), [name, again]]),
        400,
        /more than once/,
      );
  }
});

test("P38b an & in the state reaches no redirect, not even percent-encoded twice", async () => {
  refusedPage(await askWith({ state: "x&shop=evil.souk.localhost" }), 400, /&/);
  const answer = await approve(world, { state: "x%26shop=evil.souk.localhost" });
  assert.ok("redirect" in answer);
  assert.equal(new URL(answer.redirect).searchParams.get("shop"), "demo.souk.localhost");
});

test("a disabled app, a custom app and a suspended shop are refused with what to do", async () => {
  const { database, store } = world;
  const { installation_id } = await install(world);
  await database.query("update installations set status = 'disabled' where id = $1", [installation_id]);
  refusedPage(await askWith({}), 400, /disabled in this shop/);
  await database.query("update installations set status = 'enabled' where id = $1", [installation_id]);

  const custom = await database.transaction((tx) =>
    world.wiring.registerCustomApp(tx, { store_id: store.id, name: "Own" }),
  );
  refusedPage(await askWith({ client_id: custom.client_id }), 400, /custom app/);
  const elsewhere = authorizeQuery(world, { client_id: custom.client_id });
  refusedPage(await ask(elsewhere, { store: otherStore }), 404, /not known/);

  await database.query("update stores set suspended_at = now(), suspended_reason = 'why' where id = $1", [
    store.id,
  ]);
  refusedPage(await askWith({}), 400, /suspended/);
  await database.query("update stores set suspended_at = null, suspended_reason = null where id = $1", [
    store.id,
  ]);
});

test("staff read what is asked but cannot approve, not even with a form shown to them as a manager", async () => {
  const staff: SignedIn = { ...world.owner, role: "staff" };
  refusedPage(await ask(authorizeQuery(world), { signed_in: staff }), 403, /owner or a manager/);
  const form = { consent: await consent(), decision: "approve" };
  refusedPage(await send(form, { signed_in: staff }), 403, /owner or a manager/);
  assert.equal(await codes(), 0);
  const manager = await send(form, { signed_in: { ...world.owner, role: "manager" } });
  assert.ok("redirect" in manager);
});

test("P34 a consent counts for the session and the shop that it was shown to, and no other", async () => {
  const form = { consent: await consent(), decision: "approve" };
  refusedPage(await send(form, { signed_in: { ...stranger, role: "owner" } }), 400, /not valid/);
  const rotated = { ...world.owner, session_hash: Buffer.alloc(32, 7) };
  refusedPage(await send(form, { signed_in: rotated }), 400, /not valid/);
  refusedPage(await send(form, { store: otherStore }), 400, /not valid/);
  assert.equal(await codes(), 0);
});

test("P33 a consent that was changed anywhere, cut, or made elsewhere gives no code", async () => {
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
    ...forged.map((each) => `${each}.${signature}`),
  ];
  for (let at = 0; at < sound.length; at += 11)
    wrong.push(`${sound.slice(0, at)}${sound[at] === "A" ? "B" : "A"}${sound.slice(at + 1)}`);
  for (const each of wrong)
    if (each !== sound) refusedPage(await send({ consent: each, decision: "approve" }), 400, /not valid/);
  refusedPage(await send({ decision: "approve" }), 400, /not valid/);
  refusedPage(await send({ consent: sound }), 400, /not valid/);
  assert.equal(await codes(), 0);
});

test("P33 a form makes one code, however often and at once it is sent", async () => {
  const form = { consent: await consent(), decision: "approve" };
  const answers = await Promise.all(Array.from({ length: 16 }, () => send(form)));
  assert.equal(answers.filter((answer) => "redirect" in answer).length, 1);
  for (const answer of answers) if (!("redirect" in answer)) assert.equal(answer.status, 409);
  const again = { ...form, consent: `${form.consent}.x` };
  refusedPage(await send(again), 409, /answered this already/);
  assert.equal(await codes(), 1);
});

test("a form counts for ten minutes, and then leads back to the same question", async () => {
  const query = { state: "s 1", scope: "read_orders" };
  const late = await consent(query);
  world.clock.advance(consentLifetimeMs);
  const answer = await send({ consent: late, decision: "approve" });
  refusedPage(answer, 400, /open too long/);
  const link = /href="(\/demo\/oauth\/authorize[^"]+)"/.exec(shown(answer).html)?.[1] ?? "";
  const again = [...new URL(link.replaceAll("&amp;", "&"), "http://x").searchParams];
  assert.deepEqual(Object.fromEntries(again), Object.fromEntries(authorizeQuery(world, query)));
  assert.equal(await codes(), 0);
});

test("what the app has changed since the page was shown is refused on approval", async () => {
  const { database, app } = world;
  const form = { consent: await consent(), decision: "approve" };
  await database.query("update apps set redirection_urls = '{https://moved.dev/}' where id = $1", [app.id]);
  refusedPage(await send(form), 400, /not registered/);
  await database.query("update apps set redirection_urls = $2 where id = $1", [app.id, [redirectUri]]);
  assert.equal(await codes(), 0);
});

test("an app's name, state and address are shown as text", async () => {
  const { database, app } = world;
  await database.query(`update apps set name = '<img src=x onerror="1">' where id = $1`, [app.id]);
  const pages = [
    await askWith({ state: `"><script>` }),
    await askWith({ redirect_uri: `https://x.dev/"><script>` }),
  ];
  for (const page of pages) assert.doesNotMatch(shown(page).html, /<script|<img/);
  await database.query("update apps set name = 'Stock Sync' where id = $1", [app.id]);
});
