import assert from "node:assert/strict";
import { test } from "node:test";
import { keepSessionTokens } from "./session-tokens.ts";

function fixture() {
  let asked = 0;
  let time = 5_000;
  const tokens = keepSessionTokens(
    async () => ({ token: `token ${++asked}`, expires_in_s: 60 }),
    () => time,
  );
  return {
    tokens,
    asked: () => asked,
    pass: (milliseconds: number) => {
      time += milliseconds;
    },
  };
}

test("simultaneous callers share one request, and later callers share the token", async () => {
  const { tokens, asked } = fixture();
  const first = await Promise.all([tokens.current(), tokens.current(), tokens.current()]);
  assert.deepEqual([...first, await tokens.current()], Array(4).fill("token 1"));
  assert.equal(asked(), 1);
});

test("a token is renewed ten seconds before it ends", async () => {
  const { tokens, pass } = fixture();
  await tokens.current();
  pass(49_999);
  assert.equal(await tokens.current(), "token 1");
  pass(1);
  assert.equal(await tokens.current(), "token 2");
});

test("a rejected token is replaced once for all callers that it was rejected for", async () => {
  const { tokens, asked } = fixture();
  await tokens.current();
  const after = await Promise.all([tokens.otherThan("token 1"), tokens.otherThan("token 1")]);
  assert.deepEqual([...after, await tokens.otherThan("token 1")], Array(3).fill("token 2"));
  assert.equal(asked(), 2);
});

test("after a failed request the next caller requests again", async () => {
  let isDown = true;
  const tokens = keepSessionTokens(
    async () => {
      if (isDown) throw new Error("away");
      return { token: "t", expires_in_s: 60 };
    },
    () => 0,
  );
  await assert.rejects(tokens.current(), /away/);
  isDown = false;
  assert.equal(await tokens.current(), "t");
});
