import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestDatabase, testDatabase } from "@souk/testkit";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import type { PageAnswer, PageCall } from "../../infrastructure/routing/page.ts";
import { createAddresses } from "../../runtime/addresses.ts";
import { storesPages } from "./pages.ts";

const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });
const pages = storesPages({ addresses, createPrimaryLocation: async () => undefined, amounts: [] });

let made: TestDatabase;
let signedIn: SignedIn;

before(async () => {
  made = await testDatabase();
  const text = "insert into accounts (email, password_hash) values ('aisha@shops.test', '') returning id";
  const row = await made.database.maybeOne<{ id: number }>(text);
  signedIn = {
    account_id: row?.id ?? 0,
    email: "aisha@shops.test",
    name: "Aisha <Rahman>",
    is_staff: false,
    csrf_token: "the-token",
    expires_at: new Date(),
    session_hash: Buffer.alloc(32),
    role: null,
    scopes: [],
  };
});
after(() => made.stop());

function visit(
  method: "GET" | "POST",
  form: Record<string, string> = {},
  { host = "admin", query = [] }: { host?: "admin" | "apex"; query?: [string, string][] } = {},
): Promise<PageAnswer> {
  const route = pages.find((pageRoute) => pageRoute.method === method && pageRoute.host === host);
  assert.ok(route);
  const call: PageCall = {
    request_id: "r",
    address: "/",
    store: null,
    signed_in: signedIn,
    params: {},
    query,
    form: new Map(Object.entries(form)),
    client_address: "127.0.0.1",
    nonce: "n0",
  };
  return route.handle(made.database, call);
}

async function shown(answer: Promise<PageAnswer>): Promise<{ status: number; html: string }> {
  const page = await answer;
  assert.ok("html" in page, "is a page");
  return page;
}

test("the bare domain redirects to the admin", async () => {
  assert.deepEqual(await visit("GET", {}, { host: "apex" }), {
    redirect: "http://admin.souk.localhost:4000/",
  });
});

test("an account without a store gets the form, with errors beside the fields", async () => {
  const { status, html } = await shown(visit("GET"));
  assert.equal(status, 200);
  assert.match(html, /<h1>Create your store<\/h1>/);
  assert.match(html, /name="csrf_token" value="the-token"/);
  assert.match(html, /Aisha &lt;Rahman&gt;/);
  assert.match(html, /value="MYR"/);

  const wrong = await shown(visit("POST", { name: '"><b>', handle: "No Good", currency_code: "USD" }));
  assert.equal(wrong.status, 422);
  assert.match(wrong.html, /<title>Error: /);
  assert.match(wrong.html, /<a href="#handle">/);
  assert.match(wrong.html, /id="handle" name="handle"[^>]*aria-invalid="true"/);
  assert.match(wrong.html, /value="&quot;&gt;&lt;b&gt;"/);
  const empty = await shown(visit("POST"));
  assert.match(empty.html, /<a href="#name">/);
});

test("platform staff without a store get their console, and the store list links to it", async () => {
  const merchant = signedIn;
  signedIn = { ...merchant, is_staff: true };
  assert.deepEqual(await visit("GET"), { redirect: "/staff" });
  const asked = await shown(visit("GET", {}, { query: [["choose", "1"]] }));
  assert.match(asked.html, /<a href="\/staff">Staff console<\/a>/);
  signedIn = merchant;
  assert.doesNotMatch((await shown(visit("GET"))).html, /Staff console/);
});

test("a created store is opened at once, and so is the only one without ?choose", async () => {
  const fields = { name: "Kedai Kopi", handle: "kedai", currency_code: "MYR", timezone: "Asia/Kuala_Lumpur" };
  assert.deepEqual(await visit("POST", { ...fields, csrf_token: "the-token" }), { redirect: "/kedai" });
  assert.deepEqual(await visit("GET"), { redirect: "/kedai" });
  const { html } = await shown(visit("GET", {}, { query: [["choose", "1"]] }));
  assert.match(html, /<h1>Your stores<\/h1>/);
  assert.match(html, /<a href="http:\/\/admin\.souk\.localhost:4000\/kedai">Kedai Kopi<\/a>/);
  const again = await shown(visit("POST", fields));
  assert.equal(again.status, 422);
  assert.match(again.html, /already taken/);
  assert.deepEqual(await visit("POST", { name: "Kedai" }), { redirect: "/kedai-2" });
  assert.match((await shown(visit("GET"))).html, /<h1>Your stores<\/h1>/);
});
