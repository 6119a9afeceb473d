import assert from "node:assert/strict";
import { test } from "node:test";
import { createSessionTokens } from "./session-tokens.ts";
import { createTokenFetch } from "./token-fetch.ts";

/**
 * Create the `fetch` under test (`send`) with a fake app server, which accepts only `acceptedToken`. `requests` are the requests
 * that the server has received.
 */
function createFixture(acceptedToken: string) {
  const requests: { url: string; authorization: string | null; body: string }[] = [];
  let tokenCount = 0;
  const tokens = createSessionTokens(
    async () => ({ token: `t${++tokenCount}`, expires_in_s: 60 }),
    () => 0,
  );
  const send = createTokenFetch({
    browserFetch: async (input) => {
      const request = new Request(input);
      const authorization = request.headers.get("authorization");
      requests.push({ url: request.url, authorization, body: await request.text() });
      return new Response(null, { status: authorization === `Bearer ${acceptedToken}` ? 200 : 401 });
    },
    pageUrl: "https://app.example/page?x=1",
    tokens,
  });
  return { send, requests };
}

test("requests to the app's own origin carry the session token", async () => {
  const { send, requests } = createFixture("t1");
  const { status } = await send("/api/stock", { method: "POST", body: "1" });
  assert.equal(status, 200);
  assert.deepEqual(requests, [
    { url: "https://app.example/api/stock", authorization: "Bearer t1", body: "1" },
  ]);
});

test("requests to other origins do not carry the session token", async () => {
  const { send, requests } = createFixture("t1");
  const otherUrls = [
    "https://other.example/",
    "https://app.example:8443/",
    "http://app.example/",
    "//evil.example/",
  ];
  for (const url of otherUrls) await send(url);
  assert.deepEqual(
    requests.map(({ authorization }) => authorization),
    [null, null, null, null],
  );
});

test("a request that gets a 401 is retried once with a new session token and the same body", async () => {
  const { send, requests } = createFixture("t2");
  const { status } = await send("/api/stock", { method: "PUT", body: "7" });
  assert.equal(status, 200);
  assert.deepEqual(
    requests.map(({ authorization, body }) => [authorization, body]),
    [
      ["Bearer t1", "7"],
      ["Bearer t2", "7"],
    ],
  );
});

test("a request is sent exactly twice if the server rejects every session token", async () => {
  const { send, requests } = createFixture("none");
  assert.equal((await send("/api/stock")).status, 401);
  assert.equal(requests.length, 2);
});

test("an Authorization header that the caller has set is not changed", async () => {
  const { send, requests } = createFixture("t1");
  await send("/api/stock", { headers: { authorization: "Basic abc" } });
  assert.deepEqual(
    requests.map(({ authorization }) => authorization),
    ["Basic abc"],
  );
});
