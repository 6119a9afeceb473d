import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  type Answer,
  fakeClock,
  type SeededStore,
  seedStore,
  signUp,
  type TestPlatform,
  testPassword,
  testPlatform,
} from "@souk/testkit";
import { readError } from "./testing/store-api.ts";

const clock = fakeClock();
let testing: TestPlatform;
let store: SeededStore;
let admin: string;
let partners: string;

before(async () => {
  testing = await testPlatform({ clock });
  store = await seedStore(testing);
  admin = testing.addresses.adminOrigin;
  partners = testing.addresses.partnersOrigin;
});

after(() => testing.stop());

/** Read the cookie and CSRF token of the owner's session. */
async function session(): Promise<{ cookie: string; csrf: string }> {
  const { browser } = store.owner;
  const { session } = (await browser.call("GET", `${admin}/api/console/session.json`)).json<{
    session: { csrf_token: string };
  }>();
  return { cookie: browser.cookies(new URL(admin).host) ?? "", csrf: session.csrf_token };
}

const ownPage = { "sec-fetch-site": "same-origin" };

/** Sign out, unless the request is rejected. */
function signOut(headers: Record<string, string>, form: Record<string, string>): Promise<Answer> {
  return testing.request(`${admin}/sign-out`, { method: "POST", form, headers });
}

async function isSignedIn(): Promise<boolean> {
  const { status } = await store.owner.browser.call("GET", `${admin}/api/console/session.json`);
  return status === 200;
}

test("a form is accepted only from our own page with the session's own token", async () => {
  const { cookie, csrf } = await session();
  const other = await signUp(testing, "admin");
  const stranger = (await other.browser.call("GET", `${admin}/api/console/session.json`)).json<{
    session: { csrf_token: string };
  }>();
  const form = { csrf_token: csrf };
  const storeOrigin = testing.addresses.storeOrigin(store.handle);
  const rejectedRequests: [Record<string, string>, Record<string, string>][] = [
    [{ cookie }, form],
    [{ cookie, "sec-fetch-site": "same-site" }, form],
    [{ cookie, "sec-fetch-site": "cross-site" }, form],
    [{ cookie, "sec-fetch-site": "none" }, form],
    [{ cookie, ...ownPage, origin: storeOrigin }, form],
    [{ cookie, ...ownPage, origin: partners }, form],
    [{ cookie, ...ownPage, origin: admin }, {}],
    [{ cookie, ...ownPage, origin: admin }, { csrf_token: "" }],
    [{ cookie, ...ownPage, origin: admin }, { csrf_token: stranger.session.csrf_token }],
  ];
  for (const [headers, sent] of rejectedRequests) {
    const answer = await signOut(headers, sent);
    assert.equal(answer.status, 403, JSON.stringify(headers));
    assert.equal(answer.headers["set-cookie"], undefined);
  }
  assert.equal(await isSignedIn(), true);
});

test("a console write is accepted only from our origin with the session's own token", async () => {
  const { cookie, csrf } = await session();
  const url = `${admin}/api/console/stores.json`;
  const json = { name: "Second", handle: "second-store" };
  const create = (headers: Record<string, string>) => testing.request(url, { method: "POST", headers, json });
  const token = { "x-csrf-token": csrf };
  for (const headers of [
    { cookie },
    { cookie, ...token },
    { cookie, ...ownPage },
    { cookie, ...token, "sec-fetch-site": "same-site" },
    { cookie, ...token, ...ownPage, origin: testing.addresses.storeOrigin(store.handle) },
    { cookie, ...ownPage, "x-csrf-token": `${csrf}x` },
  ]) {
    const answer = await create(headers);
    assert.deepEqual([answer.status, readError(answer).code], [403, "csrf_failed"]);
  }
  assert.equal((await create({ ...token, ...ownPage })).status, 401);
  const { rowCount } = await testing.database.query("select 1 from stores where handle = 'second-store'");
  assert.equal(rowCount, 0);
  assert.equal((await create({ cookie, ...token, ...ownPage })).status, 200);
});

test("a session counts on its own origin alone, and never on a store's", async () => {
  const { cookie, csrf } = await session();
  const headers = { cookie, "x-csrf-token": csrf, ...ownPage };
  const elsewhere = cookie.replace("souk_admin", "souk_partners");
  const answers = [
    await testing.request(`${partners}/api/console/apps.json`, { headers }),
    await testing.request(`${partners}/api/console/apps.json`, {
      headers: { ...headers, cookie: elsewhere },
    }),
    await testing.request(`${store.origin}/api/3.0/products.json`, { headers }),
    await testing.request(`${admin}/api/console/stores.json`, { headers: { cookie: `${cookie}x` } }),
  ];
  assert.deepEqual(
    answers.map((answer) => [answer.status, readError(answer).code]),
    [
      [401, "not_signed_in"],
      [401, "not_signed_in"],
      [401, "token_missing"],
      [401, "not_signed_in"],
    ],
  );
});

test("session cookies are __Host-, HttpOnly, Secure and Lax, and end on signing out", async () => {
  const person = await signUp(testing, "partners");
  const signIn = await testing.request(`${partners}/sign-in`, {
    method: "POST",
    headers: ownPage,
    form: { email: person.email, password: testPassword },
  });
  assert.equal(signIn.status, 303);
  const pattern = /^__Host-souk_partners=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=604800$/;
  assert.match(String(signIn.headers["set-cookie"]), pattern);
  const end = await person.browser.call("DELETE", `${partners}/api/console/session.json`);
  assert.equal(
    String(end.headers["set-cookie"]),
    "__Host-souk_partners=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0",
  );
  assert.equal(end.text, "{}");
});

test("every page carries the platform's page headers, an error page too", async () => {
  const { cookie } = await session();
  const paths = [
    "/sign-in",
    "/",
    `/${store.handle}/oauth/authorize?client_id=x`,
    "/nothing/here",
    "/%00/oauth/authorize",
  ];
  for (const url of [...paths.map((path) => `${admin}${path}`), `${partners}/docs`]) {
    const { headers } = await testing.request(url, { headers: { cookie, accept: "text/html" } });
    const { "content-security-policy": policy = "", ...rest } = headers;
    const [nonce] = /'nonce-[\w-]{22}'/.exec(String(policy)) ?? [""];
    assert.ok(
      String(policy).startsWith(`default-src 'none'; style-src ${nonce}; img-src 'self'; form-action 'self'`),
      `${url}: ${policy}`,
    );
    assert.ok(String(policy).endsWith("; base-uri 'none'; frame-ancestors 'none'"), url);
    assert.deepEqual(
      [
        rest["cache-control"],
        rest["referrer-policy"],
        rest["x-content-type-options"],
        rest["x-frame-options"],
      ],
      ["no-store", "no-referrer", "nosniff", "DENY"],
      url,
    );
    assert.equal(rest["cross-origin-opener-policy"], "same-origin", url);
    assert.match(String(rest["x-request-id"]), /^req_/);
  }
});

test("a missing URL is a page for people and JSON for programs; a wrong method is 405", async () => {
  const apex = `http://${testing.addresses.domain}/nothing`;
  for (const url of [`${admin}/nothing/here`, `${partners}/nothing`, apex]) {
    const page = await testing.request(url, { headers: { accept: "text/html,*/*;q=0.8" } });
    assert.deepEqual([page.status, page.headers["content-type"]], [404, "text/html; charset=utf-8"], url);
    assert.match(page.text, /This page does not exist/);
    const program = await testing.request(url, { headers: { accept: "application/json" } });
    assert.deepEqual([program.status, readError(program).code], [404, "not_found"], url);
  }
  const posted = await testing.request(`${partners}/docs`, { method: "POST", form: {} });
  assert.deepEqual([posted.status, posted.headers["allow"]], [405, "GET, HEAD"]);
  const signIn = await testing.request(`${admin}/sign-in`, { method: "DELETE" });
  assert.deepEqual([signIn.status, signIn.headers["allow"]], [405, "GET, HEAD, POST"]);
  const signOut = await testing.request(`${admin}/sign-out`, { headers: { accept: "text/html" } });
  assert.deepEqual([signOut.status, signOut.headers["allow"]], [405, "POST"]);
});

test("to a non-member another's store and a missing store look the same", async () => {
  const stranger = await signUp(testing, "admin");
  const pages = [`${admin}/${store.handle}/oauth/authorize`, `${admin}/no-such-store/oauth/authorize`];
  const [theirs, none] = await Promise.all(pages.map((url) => stranger.browser.open(url)));
  const bare = (text = "") => text.replace(/req_[\w-]+/g, "").replace(/nonce="[^"]*"/g, "");
  assert.deepEqual([theirs?.status, none?.status], [404, 404]);
  assert.equal(bare(theirs?.text), bare(none?.text));
  const calls = [store.handle, "no-such-store", "%00", "..", "x".repeat(200), "demo%2f.."].map((handle) =>
    stranger.browser.call("GET", `${admin}/${handle}/api/3.0/products.json`),
  );
  for (const answer of await Promise.all(calls)) assert.equal(answer.status, 404);
});

test("a visitor who must sign in returns to the former page, on our own site only", async () => {
  const answer = await testing.request(`${admin}/${store.handle}/oauth/authorize?client_id=a%26b&state=1`);
  const back = `/${store.handle}/oauth/authorize?client_id=a%26b&state=1`;
  assert.deepEqual(
    [answer.status, answer.location],
    [303, `${admin}/sign-in?return_to=${encodeURIComponent(back)}`],
  );
});

test("a form with another content type or with NUL is rejected", async () => {
  const url = `${admin}/sign-in`;
  const typed = await testing.request(url, { method: "POST", headers: ownPage, json: { email: "a@b.test" } });
  assert.equal(typed.status, 415);
  const nul = { email: "a\u0000@b.test", password: "x" };
  assert.equal((await testing.request(url, { method: "POST", headers: ownPage, form: nul })).status, 400);
  assert.equal((await testing.request(`${url}?return_to=%00`)).status, 400);
});

test("sign-in attempts are counted by address: a page with Retry-After says so", async () => {
  clock.advance(3_600_000);
  const form = { email: "nobody@shops.test", password: "wrong" };
  const answers: Answer[] = [];
  for (let turn = 0; turn < 11; turn++) {
    // A fraction of a second is none that people wait for.
    clock.advance(7);
    // No proxy is trusted here, so this header is ignored.
    const headers = {
      ...ownPage,
      "x-forwarded-for": `203.0.113.${turn}`,
      forwarded: `for=203.0.113.${turn}`,
    };
    answers.push(await testing.request(`${admin}/sign-in`, { method: "POST", headers, form }));
  }
  assert.deepEqual(
    answers.map(({ status }) => status),
    [...Array<number>(10).fill(401), 429],
  );
  assert.equal(answers.at(-1)?.headers["retry-after"], "3");
  assert.match(answers.at(-1)?.text ?? "", /Too many attempts. Wait 3 seconds, then go back/);
});

test("behind a trusted proxy the client it names is counted, not what the client wrote", async () => {
  const proxied = await testPlatform({ config: { trustProxy: 1 } });
  const url = `${proxied.addresses.adminOrigin}/sign-in`;
  const form = { email: "nobody@shops.test", password: "wrong" };
  const tryFrom = async (forwarded: string) => {
    const headers = { ...ownPage, "x-forwarded-for": forwarded };
    return (await proxied.request(url, { method: "POST", headers, form })).status;
  };
  for (let turn = 0; turn < 10; turn++) await tryFrom(`198.51.100.${turn}, 203.0.113.1`);
  assert.equal(await tryFrom("198.51.100.99, 203.0.113.1"), 429);
  assert.equal(await tryFrom("203.0.113.2"), 401);
  for (let turn = 0; turn < 10; turn++) await tryFrom(`2001:db8:1:2::${turn}`);
  assert.equal(await tryFrom("2001:db8:1:2:ffff::1"), 429, "one caller has a whole /64");
  await proxied.stop();
});

test("probes and documents respond to HEAD too", async () => {
  for (const url of [`${admin}/health/live`, `${admin}/health/ready`, `${partners}/docs/openapi-4.0.json`]) {
    assert.equal((await testing.request(url, { method: "HEAD" })).status, 200, url);
  }
});
