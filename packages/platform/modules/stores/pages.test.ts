import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import type { PageCall, PageResponse } from "../../infrastructure/routing/page.ts";
import { createAddresses } from "../../runtime/addresses.ts";
import { createStorePages } from "./pages.ts";

const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });
const pages = createStorePages({
  addresses,
  createPrimaryLocation: async () => undefined,
  precisionLossFinders: [],
});

let db: TestDatabase;
let signedIn: SignedIn;

before(async () => {
  db = await createTestDatabase();
  const text = "insert into accounts (email, password_hash) values ('aisha@shops.test', '') returning id";
  const row = await db.database.maybeOne<{ id: number }>(text);
  signedIn = {
    account_id: row?.id ?? 0,
    email: "aisha@shops.test",
    name: "Aisha <Rahman>",
    is_staff: false,
    is_email_verified: true,
    csrf_token: "the-token",
    expires_at: new Date(),
    session_hash: Buffer.alloc(32),
    verified_at: new Date(0),
    must_add_factor: false,
    role: null,
    rights: [],
    scopes: [],
    installation_ids: [],
  };
});
after(() => db.stop());

function visit(
  method: "GET" | "POST",
  form: Record<string, string> = {},
  { host = "admin", query = [] }: { host?: "admin" | "apex"; query?: [string, string][] } = {},
): Promise<PageResponse> {
  const route = pages.find((pageRoute) => pageRoute.method === method && pageRoute.host === host);
  assert.ok(route);
  const call: PageCall = {
    request_id: "r",
    url: "/",
    store: null,
    signed_in: signedIn,
    params: {},
    query,
    form: new Map(Object.entries(form)),
    pending_id: null,
    client_address: "127.0.0.1",
    user_agent: "",
    device_id: null,
    nonce: "n0",
  };
  return route.handle(db.database, call);
}

/** Await a response, which must be an HTML page. */
async function getHtmlPage(response: Promise<PageResponse>): Promise<{ status: number; html: string }> {
  const page = await response;
  assert.ok("html" in page, "the response is an HTML page");
  return page;
}

test("the bare domain redirects to the admin", async () => {
  assert.deepEqual(await visit("GET", {}, { host: "apex" }), {
    redirect: "http://admin.souk.localhost:4000/",
  });
});

test("an account without a store gets a form to create a store, and the form shows field errors", async () => {
  const { status, html } = await getHtmlPage(visit("GET"));
  assert.equal(status, 200);
  assert.match(html, /<h1>Create your store<\/h1>/);
  assert.match(html, /name="csrf_token" value="the-token"/);
  assert.match(html, /Aisha &lt;Rahman&gt;/);
  assert.match(html, /value="MYR"/);

  const errorPage = await getHtmlPage(
    visit("POST", { name: '"><b>', handle: "No Good", currency_code: "USD" }),
  );
  assert.equal(errorPage.status, 422);
  assert.match(errorPage.html, /<title>Error: /);
  assert.match(errorPage.html, /<a href="#handle">/);
  assert.match(errorPage.html, /id="handle" name="handle"[^>]*aria-invalid="true"/);
  assert.match(errorPage.html, /value="&quot;&gt;&lt;b&gt;"/);
  const emptyFormPage = await getHtmlPage(visit("POST"));
  assert.match(emptyFormPage.html, /<a href="#name">/);
});

test("platform staff without a store are redirected to the staff console", async () => {
  const merchant = signedIn;
  signedIn = { ...merchant, is_staff: true };
  assert.deepEqual(await visit("GET"), { redirect: "/staff" });
  const storeList = await getHtmlPage(visit("GET", {}, { query: [["choose", "1"]] }));
  assert.match(storeList.html, /<a href="\/staff">Staff console<\/a>/);
  signedIn = merchant;
  assert.doesNotMatch((await getHtmlPage(visit("GET"))).html, /Staff console/);
});

test("an account with one store is redirected to it unless ?choose is in the URL", async () => {
  const fields = { name: "Kedai Kopi", handle: "kedai", currency_code: "MYR", timezone: "Asia/Kuala_Lumpur" };
  assert.deepEqual(await visit("POST", { ...fields, csrf_token: "the-token" }), { redirect: "/kedai" });
  assert.deepEqual(await visit("GET"), { redirect: "/kedai" });
  const { html } = await getHtmlPage(visit("GET", {}, { query: [["choose", "1"]] }));
  assert.match(html, /<h1>Your stores<\/h1>/);
  assert.match(html, /<a href="http:\/\/admin\.souk\.localhost:4000\/kedai">Kedai Kopi<\/a>/);
  const takenPage = await getHtmlPage(visit("POST", fields));
  assert.equal(takenPage.status, 422);
  assert.match(takenPage.html, /already taken/);
  assert.deepEqual(await visit("POST", { name: "Kedai" }), { redirect: "/kedai-2" });
  assert.match((await getHtmlPage(visit("GET"))).html, /<h1>Your stores<\/h1>/);
});
