import assert from "node:assert/strict";
import { test } from "node:test";
import { sendWithRetry } from "./send.ts";

function createRetryFixture(...responses: Response[]) {
  const waits: number[] = [];
  const urls: string[] = [];
  const send = sendWithRetry(
    async (url) => {
      urls.push(url);
      return responses.shift() ?? new Response("{}");
    },
    async (ms) => {
      waits.push(ms);
    },
  );
  return { send, waits, urls };
}

function createRateLimitResponse(retryAfter: string): Response {
  return new Response("{}", { status: 429, headers: { "retry-after": retryAfter } });
}

test("a rate-limited request is resent once, after the time in Retry-After", async () => {
  const { send, waits, urls } = createRetryFixture(createRateLimitResponse("2"));
  assert.equal((await send("/a", {})).status, 200);
  assert.deepEqual([waits, urls], [[2_000], ["/a", "/a"]]);
});

test("if a resent request is rate-limited too, its response is returned", async () => {
  const { send } = createRetryFixture(createRateLimitResponse("1"), createRateLimitResponse("1"));
  assert.equal((await send("/a", {})).status, 429);
});

test("a rate-limit response with a Retry-After over 20 seconds is returned at once", async () => {
  const { send, waits } = createRetryFixture(createRateLimitResponse("60"));
  assert.equal((await send("/a", {})).status, 429);
  assert.deepEqual(waits, []);
});

test("a response that is not a rate limit is returned without a retry", async () => {
  const unavailable = new Response("{}", { status: 503, headers: { "retry-after": "1" } });
  const { send, urls } = createRetryFixture(unavailable);
  assert.equal((await send("/a", {})).status, 503);
  assert.equal(urls.length, 1);
});
