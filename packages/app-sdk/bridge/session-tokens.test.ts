import assert from "node:assert/strict";
import { test } from "node:test";
import { createSessionTokens } from "./session-tokens.ts";

function createFixture() {
  let requestCount = 0;
  let time = 5_000;
  const tokens = createSessionTokens(
    async () => ({ token: `token ${++requestCount}`, expires_in_s: 60 }),
    () => time,
  );
  return {
    tokens,
    getRequestCount: () => requestCount,
    advance: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

test("all callers get the same session token from a single request, even if they call at the same time", async () => {
  const { tokens, getRequestCount } = createFixture();
  const firstTokens = await Promise.all([tokens.getToken(), tokens.getToken(), tokens.getToken()]);
  assert.deepEqual([...firstTokens, await tokens.getToken()], Array(4).fill("token 1"));
  assert.equal(getRequestCount(), 1);
});

test("a session token is renewed ten seconds before it expires", async () => {
  const { tokens, advance } = createFixture();
  await tokens.getToken();
  advance(49_999);
  assert.equal(await tokens.getToken(), "token 1");
  advance(1);
  assert.equal(await tokens.getToken(), "token 2");
});

test("a rejected session token is replaced only once, even if several callers report it", async () => {
  const { tokens, getRequestCount } = createFixture();
  await tokens.getToken();
  const newTokens = await Promise.all([tokens.replaceToken("token 1"), tokens.replaceToken("token 1")]);
  assert.deepEqual([...newTokens, await tokens.replaceToken("token 1")], Array(3).fill("token 2"));
  assert.equal(getRequestCount(), 2);
});

test("after a failed request for a session token, the next caller sends a new request", async () => {
  let isDown = true;
  const tokens = createSessionTokens(
    async () => {
      if (isDown) throw new Error("unavailable");
      return { token: "t", expires_in_s: 60 };
    },
    () => 0,
  );
  await assert.rejects(tokens.getToken(), /unavailable/);
  isDown = false;
  assert.equal(await tokens.getToken(), "t");
});
