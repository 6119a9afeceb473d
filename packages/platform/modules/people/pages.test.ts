import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, test } from "node:test";
import { createFakeClock, createTestDatabase, type TestDatabase } from "@souk/testkit";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import type { PageCall, PageResponse } from "../../infrastructure/routing/page.ts";
import { createAddresses } from "../../runtime/addresses.ts";
import { secureRandomText } from "../../runtime/random.ts";
import { createVault } from "../../runtime/secrets/vault.ts";
import { createPasswords, findSession, type PeopleDeps } from "./index.ts";
import { createPeoplePages } from "./pages.ts";

const clock = createFakeClock(new Date("2026-11-21T00:00:00Z"));
const deps: PeopleDeps = {
  signUpPolicy: "open",
  canSignInUnverified: true,
  passwords: createPasswords(),
  attemptKey: Buffer.alloc(32, 7),
  clock,
  random: secureRandomText,
  vault: createVault(randomBytes(32)),
  addresses: createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 }),
  sendEmail: async () => undefined,
  createPartner: async () => undefined,
};
const pages = createPeoplePages(deps);

let db: TestDatabase;

before(async () => {
  db = await createTestDatabase();
});
after(() => db.stop());

interface Visit {
  host?: "admin" | "partners";
  query?: [string, string][];
  form?: Record<string, string>;
  signed_in?: SignedIn | null;
}

async function visit(route: string, { host = "admin", query = [], form = {}, signed_in = null }: Visit = {}) {
  const pageRoute = pages.find((page) => page.host === host && `${page.method} ${page.path}` === route);
  assert.ok(pageRoute, route);
  const call: PageCall = {
    request_id: "r",
    url: "/",
    store: null,
    signed_in,
    params: {},
    query,
    form: new Map(Object.entries(form)),
    pending_id: null,
    client_address: "127.0.0.1",
    user_agent: "",
    device_id: null,
    nonce: "n0",
  };
  return pageRoute.handle(db.database, call);
}

/** Assert that a response is an HTML page, not a redirect, and return it. */
function getHtmlPage(response: PageResponse): { status: number; html: string } {
  assert.ok("html" in response, "the response has no HTML");
  return response;
}

/** Return the session that a response starts. */
async function getStartedSession(response: PageResponse): Promise<SignedIn> {
  assert.equal(response.session?.kind, "start");
  const sessionId = response.session?.kind === "start" ? response.session.session_id : "";
  const session = await findSession(db.database, { sessionId, audience: "admin" }, new Date(clock.now()));
  assert.ok(session);
  return { ...session, role: null, rights: [], scopes: [], installation_ids: [] };
}

const account = {
  name: "Aisha",
  email: "aisha@people.test",
  password: "seven green parasols",
};

test("signing up or signing in redirects to `return_to`, unless `return_to` is on another origin", async () => {
  const returnTo = "/demo/oauth/authorize?client_id=a&scope=read_products";
  const signUpResponse = await visit("POST /sign-up", { form: { ...account, return_to: returnTo } });
  assert.deepEqual("redirect" in signUpResponse && signUpResponse.redirect, returnTo);
  const session = await getStartedSession(signUpResponse);

  const signOutResponse = await visit("POST /sign-out", { signed_in: session });
  assert.deepEqual(signOutResponse, { redirect: "/sign-in", session: { kind: "end" } });
  const rows = await db.database.query("select 1 from sessions where id_hash = $1", [session.session_hash]);
  assert.equal(rows.rowCount, 0);

  const form = { email: account.email, password: account.password };
  const signInResponse = await visit("POST /sign-in", { form });
  assert.deepEqual("redirect" in signInResponse && signInResponse.redirect, "/");
  await getStartedSession(signInResponse);
  const otherOriginForm = { ...form, return_to: "//evil.example" };
  const otherOriginResponse = await visit("POST /sign-in", { form: otherOriginForm });
  assert.deepEqual("redirect" in otherOriginResponse && otherOriginResponse.redirect, "/");
});

test("the sign-in page has `return_to` in its form and in the link to sign up", async () => {
  const { status, html } = getHtmlPage(
    await visit("GET /sign-in", { query: [["return_to", "/demo?a=1&b=2"]] }),
  );
  assert.equal(status, 200);
  assert.match(html, /<input type="hidden" name="return_to" value="\/demo\?a=1&amp;b=2">/);
  assert.match(html, /href="\/sign-up\?return_to=%2Fdemo%3Fa%3D1%26b%3D2"/);
  assert.match(html, /<style nonce="n0">/);
  assert.doesNotMatch(html, /<script|style="/);
});

test("the sign-in and sign-up pages redirect a visitor who is signed in already", async () => {
  const session = await getStartedSession(await visit("POST /sign-in", { form: account }));
  const query: [string, string][] = [["return_to", "/demo"]];
  assert.deepEqual(await visit("GET /sign-in", { signed_in: session, query }), { redirect: "/demo" });
  assert.deepEqual(await visit("GET /sign-up", { signed_in: session }), { redirect: "/" });
});

test("after a wrong password, the sign-in page shows an error above the form, not at a field", async () => {
  const form = { email: account.email, password: "sesame-open", return_to: "/demo" };
  const { status, html } = getHtmlPage(await visit("POST /sign-in", { form }));
  assert.equal(status, 401);
  assert.match(html, /role="alert"[\s\S]*Wrong email or password\./);
  assert.match(html, /value="aisha@people\.test"/);
  assert.match(html, /name="return_to" value="\/demo"/);
  assert.doesNotMatch(html.split("</head>")[1] ?? "", /sesame-open|aria-invalid/);
});

test("errors of the sign-up form are shown at the invalid fields", async () => {
  const form = { email: "no address", password: "short", name: "x".repeat(256) };
  const { status, html } = getHtmlPage(await visit("POST /sign-up", { form }));
  assert.equal(status, 422);
  for (const field of ["name", "email", "password"]) {
    assert.match(html, new RegExp(`<a href="#${field}">`));
    assert.match(
      html,
      new RegExp(`id="${field}"[^>]*aria-describedby="[^"]*${field}-error"[^>]*aria-invalid="true"`),
    );
  }
  assert.doesNotMatch(html, /"short"/);
  const takenEmailPage = getHtmlPage(await visit("POST /sign-up", { form: account }));
  assert.equal(takenEmailPage.status, 422);
  assert.match(takenEmailPage.html, /already has an account/);
});

test("the partner dashboard has a separate sign-in page for partners", async () => {
  const { html } = getHtmlPage(await visit("GET /sign-in", { host: "partners" }));
  assert.match(html, /<h1>Sign in as a partner<\/h1>/);
});
