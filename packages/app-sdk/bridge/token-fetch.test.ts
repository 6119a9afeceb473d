import assert from "node:assert/strict";
import { test } from "node:test";
import { keepSessionTokens } from "./session-tokens.ts";
import { tokenFetch } from "./token-fetch.ts";

/** An app's server that takes one token alone, and what it was sent. */
function rig(taken: string) {
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
  const { send, seen } = rig("t1");
  const { status } = await send("/api/stock", { method: "POST", body: "1" });
  assert.equal(status, 200);
  assert.deepEqual(seen, [{ url: "https://app.example/api/stock", authorization: "Bearer t1", body: "1" }]);
});

test("no other origin is sent it", async () => {
  const { send, seen } = rig("t1");
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

test("a 401 is answered once with a fresh token and the same body", async () => {
  const { send, seen } = rig("t2");
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

test("a server that takes no token at all is asked twice and no more", async () => {
  const { send, seen } = rig("none");
  assert.equal((await send("/api/stock")).status, 401);
  assert.equal(seen.length, 2);
});

test("an Authorization header of the caller's own stays as it is", async () => {
  const { send, seen } = rig("t1");
  await send("/api/stock", { headers: { authorization: "Basic abc" } });
  assert.deepEqual(
    seen.map(({ authorization }) => authorization),
    ["Basic abc"],
  );
});
