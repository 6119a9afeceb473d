import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type RawResponse, sendRawRequest } from "./testing/raw-request.ts";
import { createStoreApi, type StoreApi } from "./testing/store-api.ts";

let testPlatform: TestPlatform;
let api: StoreApi;
let storeHost: string;
const path = "/api/3.0/products/count.json";

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform);
  storeHost = `Host: ${new URL(api.store.origin).host}`;
});

after(() => testPlatform.stop());

function sendRaw(lines: readonly string[], body?: string): Promise<RawResponse> {
  return sendRawRequest(testPlatform.port, lines, body);
}

function buildAppRequest(requestLine: string, ...headers: string[]): string[] {
  return [`${requestLine} HTTP/1.1`, storeHost, `Service-Access-Token: ${api.token}`, ...headers];
}

/** Return an error response's status and code, and assert that it has the shape of API errors and hides internals. */
function readOutcome({ status, headers, body }: RawResponse): string {
  const { error } = JSON.parse(body) as { error: Record<string, string> };
  assert.equal(headers["x-request-id"], error.request_id, body);
  assert.match(headers["content-type"] ?? "", /^application\/json; charset=utf-8$/);
  assert.doesNotMatch(body, /FST_|HPE_|node_modules|\.ts|select /);
  return `${status} ${error.code}`;
}

test("a malformed URL and a URL that matches no endpoint get 404", async () => {
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
  for (const requestPath of paths)
    assert.equal(
      readOutcome(await sendRaw(buildAppRequest(`GET ${requestPath}`))),
      "404 not_found",
      requestPath,
    );
});

test("a URL segment that is none of the values that the contract allows gets 404", async () => {
  const { browser } = api.store.owner;
  for (const kind of ["1", "Snippets", "constructor", "snippets%00", "%e2%80%ae"]) {
    const url = `${api.store.host_url}/api/console/apps/1/customization/${kind}/1.json`;
    const { status, text } = await browser.call("DELETE", url);
    assert.equal(status, 404, `${kind}: ${text}`);
  }
});

test("a request must have exactly one Host header", async () => {
  const withoutHost = await sendRaw([`GET ${path} HTTP/1.1`, `Service-Access-Token: ${api.token}`]);
  assert.equal(readOutcome(withoutHost), "400 malformed_request");
  const withTwoHosts = await sendRaw(buildAppRequest(`GET ${path}`, "Host: other.souk.localhost"));
  assert.equal(readOutcome(withTwoHosts), "400 malformed_request");
  const probe = await sendRaw(["GET /health/live HTTP/1.0"]);
  assert.equal(probe.status, 200, "an HTTP/1.0 probe needs no Host header");
});

test("a request to a host of another domain or of a missing store gets 404", async () => {
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
    assert.equal(readOutcome(await sendRaw(lines)), "404 store_not_found", host);
  }
});

test("the case and port of the Host header are ignored", async () => {
  for (const host of [`${api.store.handle}.SOUK.LocalHost`, `${api.store.handle}.souk.localhost:65000`]) {
    const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, `Service-Access-Token: ${api.token}`];
    assert.equal((await sendRaw(lines)).status, 200, host);
  }
});

test("a token header that is sent twice is rejected", async () => {
  const response = await sendRaw(buildAppRequest(`GET ${path}`, `Service-Access-Token: ${api.token}`));
  assert.equal(readOutcome(response), "401 token_invalid");
});

test("broken HTTP, large headers and conflicting lengths get an API error", async () => {
  assert.equal(readOutcome(await sendRaw(["NONSENSE"])), "400 malformed_request");
  assert.equal(readOutcome(await sendRaw([`BREW ${path} HTTP/1.1`, storeHost])), "400 malformed_request");
  assert.equal(
    readOutcome(await sendRaw(buildAppRequest(`GET ${path}`, "Bad Header: x"))),
    "400 malformed_request",
  );
  const longRequest = await sendRaw(buildAppRequest(`GET ${path}?a=${"x".repeat(70_000)}`));
  assert.equal(readOutcome(longRequest), "431 headers_too_large");
  const smuggledRequest = buildAppRequest(
    "PUT /api/4.0/inventory_levels/set.json",
    "Content-Length: 2",
    "Transfer-Encoding: chunked",
  );
  assert.equal(readOutcome(await sendRaw(smuggledRequest, "0\r\n\r\n")), "400 malformed_request");
  const withTwoLengths = buildAppRequest(
    "PUT /api/4.0/inventory_levels/set.json",
    "Content-Length: 2",
    "Content-Length: 3",
  );
  assert.equal(readOutcome(await sendRaw(withTwoLengths, "{}")), "400 malformed_request");
});

test("a query with more than 8 KB or 100 parameters, or with NUL, is rejected", async () => {
  for (const query of [`a=${"x".repeat(8_200)}`, "a=1&".repeat(101), "ids=1%002", "%00=1&sort=id%00.asc"]) {
    assert.equal(
      readOutcome(await sendRaw(buildAppRequest(`GET ${path}?${query}`))),
      "422 invalid",
      query.slice(0, 20),
    );
  }
});

test("an unknown Expect header is ignored, and 100-continue is supported", async () => {
  const body = JSON.stringify({ ...api.level, adjustment_quantity: 1 });
  const bodyHeaders = ["Content-Type: application/json", `Content-Length: ${body.length}`];
  const put = "PUT /api/4.0/inventory_levels/adjust.json";
  assert.equal(
    (await sendRaw(buildAppRequest(put, ...bodyHeaders, "Expect: 100-continue"), body)).status,
    200,
  );
  assert.equal((await sendRaw(buildAppRequest(`GET ${path}`, "Expect: cake"))).status, 200);
});

test("headers for upgrade, version, method override and request id are ignored", async () => {
  const upgrade = buildAppRequest(`GET ${path}`, "Connection: Upgrade", "Upgrade: websocket");
  assert.equal((await sendRaw(upgrade)).status, 200);
  assert.equal((await sendRaw(buildAppRequest(`GET ${path}`, "Accept-Version: 9.x"))).status, 200);
  const override = ["X-HTTP-Method-Override: DELETE", "X-Method-Override: DELETE"];
  assert.equal((await sendRaw(buildAppRequest(`GET ${path}?_method=DELETE`, ...override))).status, 200);
  const requestId = await sendRaw(buildAppRequest(`GET ${path}`, "X-Request-Id: mine", "Request-Id: mine"));
  assert.match(requestId.headers["x-request-id"] ?? "", /^req_[\w-]{16}$/);
});

test("a client that disconnects while sending its body is not logged as a bug", async () => {
  const socket = connect(testPlatform.port, "127.0.0.1");
  const bodyHeaders = ["Content-Type: application/json", "Content-Length: 2000"];
  socket.write(
    `${buildAppRequest("PUT /api/4.0/inventory_levels/adjust.json", ...bodyHeaders).join("\r\n")}\r\n\r\n{`,
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.destroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(
    testPlatform.log.lines.filter(({ level }) => level === "error"),
    [],
  );
});

test("the server has timeouts for slow headers and slow requests", () => {
  const { headersTimeout, requestTimeout, maxRequestsPerSocket, keepAliveTimeout } =
    testPlatform.platform.server.server;
  assert.deepEqual(
    { headersTimeout, requestTimeout, maxRequestsPerSocket, keepAliveTimeout },
    { headersTimeout: 10_000, requestTimeout: 30_000, maxRequestsPerSocket: 1_000, keepAliveTimeout: 72_000 },
  );
});

test("the files host serves no path traversal, no dot files and no directory listing", async () => {
  const host = "Host: files.souk.localhost";
  for (const requestPath of [
    "/",
    "/..%2f..%2fetc/passwd",
    "/%2e%2e/secret.key",
    "/.env",
    "/a%00b",
    "/%zz",
    "/none.png",
  ]) {
    assert.equal(
      readOutcome(await sendRaw([`GET ${requestPath} HTTP/1.1`, host])),
      "404 not_found",
      requestPath,
    );
  }
});
