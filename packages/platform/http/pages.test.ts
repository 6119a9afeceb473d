import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createFakeClock,
  type HttpResponse,
  type SeededStore,
  seedStore,
  signUp,
  startTestPlatform,
  type TestPlatform,
  testPassword,
} from "@souk/testkit";
import { readError } from "./testing/store-api.ts";

const clock = createFakeClock();
let testPlatform: TestPlatform;
let store: SeededStore;
let admin: string;
let partners: string;

before(async () => {
  testPlatform = await startTestPlatform({ clock });
  store = await seedStore(testPlatform);
  admin = testPlatform.addresses.adminOrigin;
  partners = testPlatform.addresses.partnersOrigin;
});

after(() => testPlatform.stop());

/** Read the cookie and CSRF token of the owner's session. */
async function loadSession(): Promise<{ cookie: string; csrf: string }> {
  const { browser } = store.owner;
  const { session } = (await browser.call("GET", `${admin}/api/console/session.json`)).json<{
    session: { csrf_token: string };
  }>();
  return { cookie: browser.getCookieHeader(new URL(admin).host) ?? "", csrf: session.csrf_token };
}

const sameOriginHeaders = { "sec-fetch-site": "same-origin" };

/** Send the sign-out form with these headers and fields. */
function signOut(headers: Record<string, string>, form: Record<string, string>): Promise<HttpResponse> {
  return testPlatform.request(`${admin}/sign-out`, { method: "POST", form, headers });
}

async function isSignedIn(): Promise<boolean> {
  const { status } = await store.owner.browser.call("GET", `${admin}/api/console/session.json`);
  return status === 200;
}

test("a form is accepted only from our own origin with the session's CSRF token", async () => {
  const { cookie, csrf } = await loadSession();
  const otherPerson = await signUp(testPlatform, "admin");
  const otherSession = (await otherPerson.browser.call("GET", `${admin}/api/console/session.json`)).json<{
    session: { csrf_token: string };
  }>();
  const form = { csrf_token: csrf };
  const storeOrigin = testPlatform.addresses.storeOrigin(store.handle);
  const rejectedRequests: [Record<string, string>, Record<string, string>][] = [
    [{ cookie }, form],
    [{ cookie, "sec-fetch-site": "same-site" }, form],
    [{ cookie, "sec-fetch-site": "cross-site" }, form],
    [{ cookie, "sec-fetch-site": "none" }, form],
    [{ cookie, ...sameOriginHeaders, origin: storeOrigin }, form],
    [{ cookie, ...sameOriginHeaders, origin: partners }, form],
    [{ cookie, ...sameOriginHeaders, origin: admin }, {}],
    [{ cookie, ...sameOriginHeaders, origin: admin }, { csrf_token: "" }],
    [{ cookie, ...sameOriginHeaders, origin: admin }, { csrf_token: otherSession.session.csrf_token }],
  ];
  for (const [headers, sentForm] of rejectedRequests) {
    const response = await signOut(headers, sentForm);
    assert.equal(response.status, 403, JSON.stringify(headers));
    assert.equal(response.headers["set-cookie"], undefined);
  }
  assert.equal(await isSignedIn(), true);
});

test("a console write is accepted only from our origin with the session's CSRF token", async () => {
  const { cookie, csrf } = await loadSession();
  const url = `${admin}/api/console/stores.json`;
  const storeOrigin = testPlatform.addresses.storeOrigin(store.handle);
  const json = { name: "Second", handle: "second-store" };
  const create = (headers: Record<string, string>) =>
    testPlatform.request(url, { method: "POST", headers, json });
  const tokenHeader = { "x-csrf-token": csrf };
  for (const headers of [
    { cookie },
    { cookie, ...tokenHeader },
    { cookie, ...sameOriginHeaders },
    { cookie, ...tokenHeader, "sec-fetch-site": "same-site" },
    { cookie, ...tokenHeader, ...sameOriginHeaders, origin: storeOrigin },
    { cookie, ...sameOriginHeaders, "x-csrf-token": `${csrf}x` },
  ]) {
    const response = await create(headers);
    assert.deepEqual([response.status, readError(response).code], [403, "csrf_failed"]);
  }
  assert.equal((await create({ ...tokenHeader, ...sameOriginHeaders })).status, 401);
  const findStoreText = "select 1 from stores where handle = 'second-store'";
  const { rowCount } = await testPlatform.database.query(findStoreText);
  assert.equal(rowCount, 0);
  assert.equal((await create({ cookie, ...tokenHeader, ...sameOriginHeaders })).status, 200);
});

test("a session is valid only on its own origin, and never on a store's host", async () => {
  const { cookie, csrf } = await loadSession();
  const headers = { cookie, "x-csrf-token": csrf, ...sameOriginHeaders };
  const partnersCookie = cookie.replace("souk_admin", "souk_partners");
  const responses = [
    await testPlatform.request(`${partners}/api/console/apps.json`, { headers }),
    await testPlatform.request(`${partners}/api/console/apps.json`, {
      headers: { ...headers, cookie: partnersCookie },
    }),
    await testPlatform.request(`${store.origin}/api/3.0/products.json`, { headers }),
    await testPlatform.request(`${admin}/api/console/stores.json`, {
      headers: { cookie: cookie.replace("souk_admin=", "souk_admin=x") },
    }),
  ];
  assert.deepEqual(
    responses.map((response) => [response.status, readError(response).code]),
    [
      [401, "not_signed_in"],
      [401, "not_signed_in"],
      [401, "token_missing"],
      [401, "not_signed_in"],
    ],
  );
});

test("session cookies are set and deleted with the prefix __Host-, Secure, HttpOnly and SameSite=Lax", async () => {
  const person = await signUp(testPlatform, "partners");
  const signIn = await testPlatform.request(`${partners}/sign-in`, {
    method: "POST",
    headers: sameOriginHeaders,
    form: { email: person.email, password: testPassword },
  });
  assert.equal(signIn.status, 303);
  const attributes = "; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=";
  // The session cookie lives for 7 days, and the device cookie for 400 days.
  assert.deepEqual(
    signIn.headers["set-cookie"]?.map((text) => text.replace(/=[\w-]{43};/, "=id;")),
    [`__Host-souk_partners=id${attributes}604800`, `__Host-souk_device=id${attributes}34560000`],
  );
  const signOutResponse = await person.browser.call("DELETE", `${partners}/api/console/session.json`);
  assert.equal(
    String(signOutResponse.headers["set-cookie"]),
    "__Host-souk_partners=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0",
  );
  assert.equal(signOutResponse.text, "{}");
});

test("every page, including error pages, has the platform's security headers", async () => {
  const { cookie } = await loadSession();
  const paths = [
    "/sign-in",
    "/",
    `/${store.handle}/oauth/authorize?client_id=x`,
    "/nothing/here",
    "/%00/oauth/authorize",
  ];
  for (const url of [...paths.map((path) => `${admin}${path}`), `${partners}/docs`]) {
    const { headers } = await testPlatform.request(url, { headers: { cookie, accept: "text/html" } });
    const { "content-security-policy": policy = "", ...otherHeaders } = headers;
    const [nonce] = /'nonce-[\w-]{22}'/.exec(String(policy)) ?? [""];
    assert.ok(
      String(policy).startsWith(`default-src 'none'; style-src ${nonce}; img-src 'self'; form-action 'self'`),
      `${url}: ${policy}`,
    );
    assert.ok(String(policy).endsWith("; base-uri 'none'; frame-ancestors 'none'"), url);
    assert.deepEqual(
      [
        otherHeaders["cache-control"],
        otherHeaders["referrer-policy"],
        otherHeaders["x-content-type-options"],
        otherHeaders["x-frame-options"],
      ],
      ["no-store", "no-referrer", "nosniff", "DENY"],
      url,
    );
    assert.equal(otherHeaders["cross-origin-opener-policy"], "same-origin", url);
    assert.match(String(otherHeaders["x-request-id"]), /^req_/);
  }
});

test("a 404 response is an HTML page for browsers and JSON for programs", async () => {
  const apex = `http://${testPlatform.addresses.domain}/nothing`;
  for (const url of [`${admin}/nothing/here`, `${partners}/nothing`, apex]) {
    const page = await testPlatform.request(url, { headers: { accept: "text/html,*/*;q=0.8" } });
    assert.deepEqual([page.status, page.headers["content-type"]], [404, "text/html; charset=utf-8"], url);
    assert.match(page.text, /This page does not exist/);
    const programResponse = await testPlatform.request(url, { headers: { accept: "application/json" } });
    assert.deepEqual([programResponse.status, readError(programResponse).code], [404, "not_found"], url);
  }
});

test("a request for a page with a wrong method gets 405 with the header Allow", async () => {
  const postResponse = await testPlatform.request(`${partners}/docs`, { method: "POST", form: {} });
  assert.deepEqual([postResponse.status, postResponse.headers["allow"]], [405, "GET, HEAD"]);
  const deleteResponse = await testPlatform.request(`${admin}/sign-in`, { method: "DELETE" });
  assert.deepEqual([deleteResponse.status, deleteResponse.headers["allow"]], [405, "GET, HEAD, POST"]);
  const getResponse = await testPlatform.request(`${admin}/sign-out`, { headers: { accept: "text/html" } });
  assert.deepEqual([getResponse.status, getResponse.headers["allow"]], [405, "POST"]);
});

test("to someone who is not a member, an existing store looks like a missing one", async () => {
  const otherPerson = await signUp(testPlatform, "admin");
  const pageUrls = [`${admin}/${store.handle}/oauth/authorize`, `${admin}/no-such-store/oauth/authorize`];
  const [existingStorePage, missingStorePage] = await Promise.all(
    pageUrls.map((url) => otherPerson.browser.open(url)),
  );
  const removeRandomText = (text = "") => text.replace(/req_[\w-]+/g, "").replace(/nonce="[^"]*"/g, "");
  assert.deepEqual([existingStorePage?.status, missingStorePage?.status], [404, 404]);
  assert.equal(removeRandomText(existingStorePage?.text), removeRandomText(missingStorePage?.text));
  const requests = [store.handle, "no-such-store", "%00", "..", "x".repeat(200), "demo%2f.."].map((handle) =>
    otherPerson.browser.call("GET", `${admin}/${handle}/api/3.0/products.json`),
  );
  for (const response of await Promise.all(requests)) assert.equal(response.status, 404);
});

test("a visitor who must sign in is sent to the sign-in page with the URL to return to", async () => {
  const authorizeUrl = `${admin}/${store.handle}/oauth/authorize?client_id=a%26b&state=1`;
  const response = await testPlatform.request(authorizeUrl);
  const returnUrl = `/${store.handle}/oauth/authorize?client_id=a%26b&state=1`;
  assert.deepEqual(
    [response.status, response.location],
    [303, `${admin}/sign-in?return_to=${encodeURIComponent(returnUrl)}`],
  );
});

test("a form with a wrong content type or the character NUL is rejected", async () => {
  const url = `${admin}/sign-in`;
  const jsonResponse = await testPlatform.request(url, {
    method: "POST",
    headers: sameOriginHeaders,
    json: { email: "a@b.test" },
  });
  assert.equal(jsonResponse.status, 415);
  const formWithNul = { email: "a\u0000@b.test", password: "x" };
  assert.equal(
    (await testPlatform.request(url, { method: "POST", headers: sameOriginHeaders, form: formWithNul }))
      .status,
    400,
  );
  assert.equal((await testPlatform.request(`${url}?return_to=%00`)).status, 400);
});

test("after too many sign-in attempts from one IP address, the page says how long to wait", async () => {
  clock.advance(3_600_000);
  const form = { email: "nobody@shops.test", password: "wrong" };
  const responses: HttpResponse[] = [];
  for (let attempt = 0; attempt < 11; attempt++) {
    // After these 7 ms, the wait is not a whole number of seconds, and the page must round it up.
    clock.advance(7);
    // These headers are ignored, because no proxy is trusted here.
    const headers = {
      ...sameOriginHeaders,
      "x-forwarded-for": `203.0.113.${attempt}`,
      forwarded: `for=203.0.113.${attempt}`,
    };
    responses.push(await testPlatform.request(`${admin}/sign-in`, { method: "POST", headers, form }));
  }
  assert.deepEqual(
    responses.map(({ status }) => status),
    [...Array<number>(10).fill(401), 429],
  );
  assert.equal(responses.at(-1)?.headers["retry-after"], "3");
  assert.match(responses.at(-1)?.text ?? "", /Too many attempts. Try again in 3 seconds\./);
  assert.match(responses.at(-1)?.text ?? "", /go back in your browser: the form still has what you entered/);
});

test("sign-in attempts are counted by the client IP address that the trusted proxy adds", async () => {
  const proxiedPlatform = await startTestPlatform({ config: { trustProxy: 1 } });
  const url = `${proxiedPlatform.addresses.adminOrigin}/sign-in`;
  let count = 0;
  const signInFrom = async (forwarded: string) => {
    // Another account each time, because wrong passwords are counted by account too.
    count += 1;
    const form = { email: `nobody-${count}@shops.test`, password: "wrong" };
    const headers = { ...sameOriginHeaders, "x-forwarded-for": forwarded };
    return (await proxiedPlatform.request(url, { method: "POST", headers, form })).status;
  };
  for (let attempt = 0; attempt < 10; attempt++) await signInFrom(`198.51.100.${attempt}, 203.0.113.1`);
  assert.equal(await signInFrom("198.51.100.99, 203.0.113.1"), 429);
  assert.equal(await signInFrom("203.0.113.2"), 401);
  for (let attempt = 0; attempt < 10; attempt++) await signInFrom(`2001:db8:1:2::${attempt}`);
  assert.equal(
    await signInFrom("2001:db8:1:2:ffff::1"),
    429,
    "all addresses of a /64 network are one caller",
  );
  await proxiedPlatform.stop();
});

test("health probes and OpenAPI documents respond to HEAD", async () => {
  for (const url of [`${admin}/health/live`, `${admin}/health/ready`, `${partners}/docs/openapi-4.0.json`]) {
    assert.equal((await testPlatform.request(url, { method: "HEAD" })).status, 200, url);
  }
});
