import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type RawAnswer, rawRequest } from "./testing/raw-request.ts";
import { createStoreApi, type StoreApi } from "./testing/store-api.ts";

let testing: TestPlatform;
let api: StoreApi;
let storeHost: string;
const path = "/api/3.0/products/count.json";

before(async () => {
  testing = await testPlatform();
  api = await createStoreApi(testing);
  storeHost = `Host: ${new URL(api.store.origin).host}`;
});

after(() => testing.stop());

function send(lines: readonly string[], body?: string): Promise<RawAnswer> {
  return rawRequest(testing.port, lines, body);
}

function asApp(requestLine: string, ...headers: string[]): string[] {
  return [`${requestLine} HTTP/1.1`, storeHost, `Service-Access-Token: ${api.token}`, ...headers];
}

/** Return status and code; a response that is not in the one shape, or shows internals, fails the test. */
function outcome({ status, headers, body }: RawAnswer): string {
  const { error } = JSON.parse(body) as { error: Record<string, string> };
  assert.equal(headers["x-request-id"], error.request_id, body);
  assert.match(headers["content-type"] ?? "", /^application\/json; charset=utf-8$/);
  assert.doesNotMatch(body, /FST_|HPE_|node_modules|\.ts|select /);
  return `${status} ${error.code}`;
}

test("a URL that the router cannot read gets 404", async () => {
  const paths = [
    "/api/3.0/products/%zz.json",
    "/api/3.0/products/%00.json",
    "/api/3.0/products/%c3%28.json",
    `/api/3.0/products/${"1".repeat(300)}.json`,
    "/api/3.0/products/9007199254740993.json",
    "/api/3.0/products/-1.json",
    "/api/3.0//products.json",
    "/api/3.0/products.json/",
    "/API/3.0/products.json",
    "/api/3.0/..%2f4.0/inventory_levels.json",
    "/api/5.0/products.json",
    "/",
  ];
  for (const each of paths) assert.equal(outcome(await send(asApp(`GET ${each}`))), "404 not_found", each);
});

test("a word that the contract does not allow in this part of a URL gets 404", async () => {
  const { browser } = api.store.owner;
  for (const kind of ["1", "Snippets", "constructor", "snippets%00", "%e2%80%ae"]) {
    const url = `${api.store.host_url}/api/console/apps/1/customization/${kind}/1.json`;
    const { status, text } = await browser.call("DELETE", url);
    assert.equal(status, 404, `${kind}: ${text}`);
  }
});

test("a request names exactly one host", async () => {
  const none = await send([`GET ${path} HTTP/1.1`, `Service-Access-Token: ${api.token}`]);
  assert.equal(outcome(none), "400 malformed_request");
  const two = await send(asApp(`GET ${path}`, "Host: other.souk.localhost"));
  assert.equal(outcome(two), "400 malformed_request");
  const probe = await send(["GET /health/live HTTP/1.0"]);
  assert.equal(probe.status, 200, "a probe in HTTP/1.0 may name none");
});

test("a host of another domain, or of no store, is not found", async () => {
  const hosts = [
    "evil.test",
    "souk.localhost.evil.test",
    "x.demo.souk.localhost",
    "-.souk.localhost",
    `${"a".repeat(64)}.souk.localhost`,
    "xsouk.localhost",
    "127.0.0.1",
    "[::1]",
    "nobody.souk.localhost",
    "api.souk.localhost",
    "a_b.souk.localhost",
    "demo.souk.localhost.",
  ];
  for (const host of hosts) {
    const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Service-Access-Token: ${api.token}`];
    assert.equal(outcome(await send(lines)), "404 store_not_found", host);
  }
});

test("case and port of the Host header do not matter", async () => {
  for (const host of [`${api.store.handle}.SOUK.LocalHost`, `${api.store.handle}.souk.localhost:65000`]) {
    const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Service-Access-Token: ${api.token}`];
    assert.equal((await send(lines)).status, 200, host);
  }
});

test("a token that is sent twice is ignored", async () => {
  const answer = await send(asApp(`GET ${path}`, `Service-Access-Token: ${api.token}`));
  assert.equal(outcome(answer), "401 token_invalid");
});

test("broken HTTP, large headers and smuggled lengths are rejected in the one shape", async () => {
  assert.equal(outcome(await send(["NONSENSE"])), "400 malformed_request");
  assert.equal(outcome(await send([`BREW ${path} HTTP/1.1`, storeHost])), "400 malformed_request");
  assert.equal(outcome(await send(asApp(`GET ${path}`, "Bad Header: x"))), "400 malformed_request");
  const long = await send(asApp(`GET ${path}?a=${"x".repeat(40_000)}`));
  assert.equal(outcome(long), "431 headers_too_large");
  const smuggled = asApp(
    "PUT /api/4.0/inventory_levels/set.json",
    "Content-Length: 2",
    "Transfer-Encoding: chunked",
  );
  assert.equal(outcome(await send(smuggled, "0\r\n\r\n")), "400 malformed_request");
  const twice = asApp("PUT /api/4.0/inventory_levels/set.json", "Content-Length: 2", "Content-Length: 3");
  assert.equal(outcome(await send(twice, "{}")), "400 malformed_request");
});

test("a query of more than 8 KB, of more than 100 parameters or with NUL is rejected", async () => {
  for (const query of [`a=${"x".repeat(8_200)}`, "a=1&".repeat(101), "ids=1%002", "%00=1&sort=id%00.asc"]) {
    assert.equal(outcome(await send(asApp(`GET ${path}?${query}`))), "422 invalid", query.slice(0, 20));
  }
});

test("an Expect header is no reason to reject, and 100-continue is answered", async () => {
  const body = JSON.stringify({ ...api.level, adjustment_quantity: 1 });
  const sized = ["Content-Type: application/json", `Content-Length: ${body.length}`];
  const put = "PUT /api/4.0/inventory_levels/adjust.json";
  assert.equal((await send(asApp(put, ...sized, "Expect: 100-continue"), body)).status, 200);
  assert.equal((await send(asApp(`GET ${path}`, "Expect: cake"))).status, 200);
});

test("requests beyond HTTP change nothing: upgrades, versions, other methods by header", async () => {
  const upgrade = asApp(`GET ${path}`, "Connection: Upgrade", "Upgrade: websocket");
  assert.equal((await send(upgrade)).status, 200);
  assert.equal((await send(asApp(`GET ${path}`, "Accept-Version: 9.x"))).status, 200);
  const override = ["X-HTTP-Method-Override: DELETE", "X-Method-Override: DELETE"];
  assert.equal((await send(asApp(`GET ${path}?_method=DELETE`, ...override))).status, 200);
  const requestId = await send(asApp(`GET ${path}`, "X-Request-Id: mine", "Request-Id: mine"));
  assert.match(requestId.headers["x-request-id"] ?? "", /^req_[\w-]{16}$/);
});

test("a client that leaves in the middle of its body is not logged as a bug", async () => {
  const socket = connect(testing.port, "127.0.0.1");
  const length = ["Content-Type: application/json", "Content-Length: 2000"];
  socket.write(`${asApp("PUT /api/4.0/inventory_levels/adjust.json", ...length).join("\r\n")}\r\n\r\n{`);
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(
    testing.log.lines.filter(({ level }) => level === "error"),
    [],
  );
});

test("the limits on slow requests are in force", () => {
  const { headersTimeout, requestTimeout, maxRequestsPerSocket, keepAliveTimeout } =
    testing.platform.server.server;
  assert.deepEqual(
    { headersTimeout, requestTimeout, maxRequestsPerSocket, keepAliveTimeout },
    { headersTimeout: 10_000, requestTimeout: 30_000, maxRequestsPerSocket: 1_000, keepAliveTimeout: 72_000 },
  );
});

test("files: no path leaves their folder, no dot files, no listing", async () => {
  const host = "Host: files.souk.localhost";
  for (const each of [
    "/",
    "/..%2f..%2fetc/passwd",
    "/%2e%2e/secret.key",
    "/.env",
    "/a%00b",
    "/%zz",
    "/none.png",
  ]) {
    assert.equal(outcome(await send([`GET ${each} HTTP/1.1`, host])), "404 not_found", each);
  }
});
