import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { fakeClock, type TestDatabase, testDatabase } from "@souk/testkit";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import type { PageAnswer, PageCall } from "../../infrastructure/routing/page.ts";
import { createAddresses } from "../../runtime/addresses.ts";
import { secureRandomText } from "../../runtime/random.ts";
import { createStore } from "../stores/index.ts";
import { createPasswords, findSession, type PeopleDeps } from "./index.ts";
import { peoplePages } from "./pages.ts";

const clock = fakeClock(new Date("2026-11-21T00:00:00Z"));
const stores = {
  addresses: createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 }),
  createPrimaryLocation: async () => undefined,
};
const deps: PeopleDeps = {
  passwords: createPasswords(),
  clock,
  random: secureRandomText,
  createPartner: async () => undefined,
  createStore: (tx, order) => createStore(tx, order, stores),
};
const pages = peoplePages(deps);

let made: TestDatabase;

before(async () => {
  made = await testDatabase();
});
after(() => made.stop());

interface Visit {
  host?: "admin" | "partners";
  query?: [string, string][];
  form?: Record<string, string>;
  signed_in?: SignedIn | null;
}

async function visit(route: string, { host = "admin", query = [], form = {}, signed_in = null }: Visit = {}) {
  const found = pages.find((page) => page.host === host && `${page.method} ${page.path}` === route);
  assert.ok(found, route);
  const call: PageCall = {
    request_id: "r",
    address: "/",
    store: null,
    signed_in,
    params: {},
    query,
    form: new Map(Object.entries(form)),
    client_address: "127.0.0.1",
    nonce: "n0",
  };
  return found.handle(made.database, call);
}

function shown(answer: PageAnswer): { status: number; html: string } {
  assert.ok("html" in answer, "is a page");
  return answer;
}

async function signedIn(answer: PageAnswer): Promise<SignedIn> {
  assert.equal(answer.session?.kind, "start");
  const sessionId = answer.session?.kind === "start" ? answer.session.session_id : "";
  const found = await findSession(made.database, { sessionId, audience: "admin" }, new Date(clock.now()));
  assert.ok(found);
  return { ...found, role: null, scopes: [] };
}

const account = {
  name: "Aisha",
  email: "aisha@people.test",
  password: "souk-demo",
  "store.name": "Kedai Aisha",
};

test("a visitor who signs up, out and in again comes back to the page they came from", async () => {
  const back = "/demo/oauth/authorize?client_id=a&scope=read_products";
  const up = await visit("POST /sign-up", { form: { ...account, return_to: back } });
  assert.deepEqual("redirect" in up && up.redirect, back);
  const session = await signedIn(up);

  const out = await visit("POST /sign-out", { signed_in: session });
  assert.deepEqual(out, { redirect: "/sign-in", session: { kind: "end" } });
  const rows = await made.database.query("select 1 from sessions where id_hash = $1", [session.session_hash]);
  assert.equal(rows.rowCount, 0);

  const form = { email: account.email, password: account.password };
  const plain = await visit("POST /sign-in", { form });
  assert.deepEqual("redirect" in plain && plain.redirect, "/");
  await signedIn(plain);
  const evil = await visit("POST /sign-in", { form: { ...form, return_to: "//evil.example" } });
  assert.deepEqual("redirect" in evil && evil.redirect, "/");
});

test("the sign-in page keeps the return path, in the form and in the link to sign up", async () => {
  const { status, html } = shown(await visit("GET /sign-in", { query: [["return_to", "/demo?a=1&b=2"]] }));
  assert.equal(status, 200);
  assert.match(html, /<input type="hidden" name="return_to" value="\/demo\?a=1&amp;b=2">/);
  assert.match(html, /href="\/sign-up\?return_to=%2Fdemo%3Fa%3D1%26b%3D2"/);
  assert.match(html, /<style nonce="n0">/);
  assert.doesNotMatch(html, /<script|style="/);
});

test("a visitor who is signed in already is redirected at once", async () => {
  const session = await signedIn(await visit("POST /sign-in", { form: account }));
  const query: [string, string][] = [["return_to", "/demo"]];
  assert.deepEqual(await visit("GET /sign-in", { signed_in: session, query }), { redirect: "/demo" });
  assert.deepEqual(await visit("GET /sign-up", { signed_in: session }), { redirect: "/" });
});

test("a wrong password shows an error above the form, without the password or a field", async () => {
  const form = { email: account.email, password: "sesame-open", return_to: "/demo" };
  const { status, html } = shown(await visit("POST /sign-in", { form }));
  assert.equal(status, 401);
  assert.match(html, /role="alert"[\s\S]*Wrong email or password\./);
  assert.match(html, /value="aisha@people\.test"/);
  assert.match(html, /name="return_to" value="\/demo"/);
  assert.doesNotMatch(html.split("</head>")[1] ?? "", /sesame-open|aria-invalid/);
});

test("errors of a new account are shown beside its fields, and nothing is created", async () => {
  const form = { email: "no address", password: "short", name: "x".repeat(256) };
  const { status, html } = shown(await visit("POST /sign-up", { form }));
  assert.equal(status, 422);
  for (const field of ["name", "email", "password", "store.name"]) {
    assert.match(html, new RegExp(`<a href="#${field}">`));
    assert.match(
      html,
      new RegExp(`id="${field}"[^>]*aria-describedby="[^"]*${field}-error"[^>]*aria-invalid="true"`),
    );
  }
  assert.doesNotMatch(html, /"short"/);
  const taken = shown(await visit("POST /sign-up", { form: account }));
  assert.equal(taken.status, 422);
  assert.match(taken.html, /already has an account/);
});

async function listOwnedHandles(email: string): Promise<string[]> {
  const rows = await made.database.many<{ handle: string }>(
    `select store.handle from accounts join memberships m on m.account_id = accounts.id
       join stores store on store.id = m.store_id
     where accounts.email = $1 and m.role = 'owner' order by store.id`,
    [email],
  );
  return rows.map(({ handle }) => handle);
}

test("signing up creates the first store, and leads there without a return path", async () => {
  const form = { ...account, email: "budi@people.test" };
  const up = await visit("POST /sign-up", { form });
  assert.deepEqual("redirect" in up && up.redirect, "/kedai-aisha-2", "the name was taken");
  assert.deepEqual(await listOwnedHandles(form.email), ["kedai-aisha-2"]);
});

test("an account whose store cannot be created is not created; the field shows why", async () => {
  const form = { ...account, email: "chan@people.test", "store.handle": "kedai-aisha" };
  const { status, html } = shown(await visit("POST /sign-up", { form }));
  assert.equal(status, 422);
  assert.match(html, /<a href="#store.handle">This handle is already taken/);
  assert.match(html, /id="store.handle" name="store.handle"[^>]*aria-invalid="true"/);
  const { rowCount } = await made.database.query("select 1 from accounts where email = $1", [form.email]);
  assert.equal(rowCount, 0);
  const up = await visit("POST /sign-up", { form: { ...form, "store.handle": "chan" } });
  assert.deepEqual("redirect" in up && up.redirect, "/chan");
});

test("partners sign in on a page of their own", async () => {
  const { html } = shown(await visit("GET /sign-in", { host: "partners" }));
  assert.match(html, /<h1>Sign in as a partner<\/h1>/);
});
