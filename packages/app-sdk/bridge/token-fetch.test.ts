import assert from "node:assert/strict";
import { test } from "node:test";
import { keepSessionTokens } from "./session-tokens.ts";
import { tokenFetch } from "./token-fetch.ts";

/** Create an app's server that accepts only one token and records the requests it received. */
function fixture(taken: string) {
  const seen: { url: string; authorization: string | null; body: string }[] = [];
  let made = 0;
  const tokens = keepSessionTokens(
    async () => ({ token: `t${++made}`, expires_in_s: 60 }),
    () => 0,
  );
  const send = tokenFetch({
    plain: async (input) => {
      const request = new Request(input);
      const authorization = request.headers.get("authorization");
      seen.push({ url: request.url, authorization, body: await request.text() });
      return new Response(null, { status: authorization === `Bearer ${taken}` ? 200 : 401 });
    },
    pageUrl: "https://app.example/page?x=1",
    tokens,
  });
  return { send, seen };
}

test("the app's own origin is sent the token", async () => {
  const { send, seen } = fixture("t1");
  const { status } = await send("/api/stock", { method: "POST", body: "1" });
  assert.equal(status, 200);
  assert.deepEqual(seen, [{ url: "https://app.example/api/stock", authorization: "Bearer t1", body: "1" }]);
});

test("no other origin is sent the token", async () => {
  const { send, seen } = fixture("t1");
  const others = [
    "https://other.example/",
    "https://app.example:8443/",
    "http://app.example/",
    "//evil.example/",
  ];
  for (const url of others) await send(url);
  assert.deepEqual(
    seen.map(({ authorization }) => authorization),
    [null, null, null, null],
  );
});

test("a 401 is retried once with a new token and the same body", async () => {
  const { send, seen } = fixture("t2");
  const { status } = await send("/api/stock", { method: "PUT", body: "7" });
  assert.equal(status, 200);
  assert.deepEqual(
    seen.map(({ authorization, body }) => [authorization, body]),
    [
      ["Bearer t1", "7"],
      ["Bearer t2", "7"],
    ],
  );
});

test("a server that accepts no token is called exactly twice", async () => {
  const { send, seen } = fixture("none");
  assert.equal((await send("/api/stock")).status, 401);
  assert.equal(seen.length, 2);
});

test("an Authorization header of the caller stays unchanged", async () => {
  const { send, seen } = fixture("t1");
  await send("/api/stock", { headers: { authorization: "Basic abc" } });
  assert.deepEqual(
    seen.map(({ authorization }) => authorization),
    ["Basic abc"],
  );
});
