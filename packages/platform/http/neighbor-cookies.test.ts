import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type SeededStore, seedStore, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { sessionCookieNames } from "./cookies.ts";
import { sendRawRequest } from "./testing/raw-request.ts";

let testPlatform: TestPlatform;
let store: SeededStore;
let session: string;

before(async () => {
  testPlatform = await startTestPlatform();
  store = await seedStore(testPlatform);
  session = store.owner.browser.getCookieHeader(new URL(testPlatform.addresses.adminOrigin).host) ?? "";
  assert.ok(session.startsWith(`${sessionCookieNames.admin}=`));
});
after(() => testPlatform.stop());

/** Build a header with cookies like those that a store's script can set for all hosts below the domain. */
function buildForeignCookies(count: number, valueLength: number): string {
  return Array.from({ length: count }, (_, index) => `flood${index}=${"x".repeat(valueLength)}`).join("; ");
}

const requestAdmin = (cookie: string, path = `/${store.handle}/products`) =>
  testPlatform.request(`${testPlatform.addresses.adminOrigin}${path}`, { headers: { cookie } });

async function readSessionStatus(cookie: string): Promise<number> {
  return (await requestAdmin(cookie, "/api/console/session.json")).status;
}

test("a browser with 200 cookies set by a store's script can use the admin, the API and another store", async () => {
  const foreignCookies = buildForeignCookies(200, 280);
  assert.ok(foreignCookies.length > 55_000);
  assert.equal(await readSessionStatus(`${foreignCookies}; ${session}`), 200);
  assert.notEqual((await requestAdmin(`${foreignCookies}; ${session}`)).status, 431);
  const { origin } = await seedStore(testPlatform);
  const { status } = await testPlatform.request(`${origin}/api/3.0/products.json`, {
    headers: { cookie: foreignCookies },
  });
  assert.equal(status, 401, "only the token is missing");
});

test("a session stays valid if a foreign cookie has the session cookie's name, whichever of them comes first", async () => {
  const foreignCookie = `${sessionCookieNames.admin}=${"A".repeat(43)}`;
  assert.equal(await readSessionStatus(`${foreignCookie}; ${session}`), 200);
  assert.equal(await readSessionStatus(`${session}; ${foreignCookie}`), 200);
  assert.equal(await readSessionStatus(foreignCookie), 401);
});

test("a cookie whose name only resembles that of the session cookie is not read as a session", async () => {
  const { host } = new URL(testPlatform.addresses.adminOrigin);
  const lines = ["GET /api/console/session.json HTTP/1.1", `Host: ${host}`, "Connection: close"];
  const readStatus = async (cookie: string) =>
    (await sendRawRequest(testPlatform.port, [...lines, `Cookie: ${cookie}`])).status;
  assert.equal(await readStatus(session), 200);
  // Browsers accept these names for a parent domain, because they do not begin with `__Host-`.
  for (const prefix of ["\u00a0", "\u00c2\u00a0", "\u0085", "\u00ef\u00bb\u00bf", "\v", "\f", "=", " ="])
    assert.notEqual(await readStatus(`${prefix}${session}`), 200, JSON.stringify(prefix));
  for (const cookie of [session.toLowerCase(), session.replace("__Host-", "")])
    assert.equal(await readStatus(cookie), 401, cookie);
});

test("a page removes some of the foreign cookies if the browser sends many of them", async () => {
  const { headers, status } = await requestAdmin(`${buildForeignCookies(200, 200)}; ${session}`);
  assert.notEqual(status, 431);
  const removals = headers["set-cookie"] ?? [];
  assert.ok(removals.length > 0);
  const name = /^(flood\d+)=/.exec(removals[0] ?? "")?.[1] ?? "";
  const paths = ["/", `/${store.handle}`, `/${store.handle}/`, `/${store.handle}/products`];
  assert.deepEqual(
    removals.slice(0, 4),
    paths.map((path) => `${name}=; Domain=souk.localhost; Path=${path}; Max-Age=0`),
  );
  for (const removal of removals) assert.doesNotMatch(removal, /__Host-/);
  assert.ok(removals.join().length < 4_000, "proxies limit the headers of a response");
});

test("a page keeps the cookie of a proxy if the browser sends few foreign cookies", async () => {
  assert.equal((await requestAdmin(`cf_clearance=x; ${session}`)).headers["set-cookie"], undefined);
});

test("the 431 response to a request with too large headers makes the browser delete its cookies", async () => {
  const { status, headers } = await requestAdmin(`${buildForeignCookies(180, 4_000)}; ${session}`);
  assert.deepEqual([status, headers["clear-site-data"]], [431, '"cookies"']);
});
