import assert from "node:assert/strict";
import { test } from "node:test";
import { sendWithRetry } from "./send.ts";

/** Create a sender that gets these responses, and then successful ones. */
function createRetryFixture(responses: Response[], random = () => 0) {
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
    random,
  );
  return { send, waits, urls };
}

function createRateLimitResponse(retryAfter: string): Response {
  return new Response("{}", { status: 429, headers: { "retry-after": retryAfter } });
}

test("a rate-limited request is resent after the time in Retry-After", async () => {
  const { send, waits, urls } = createRetryFixture([createRateLimitResponse("2")]);
  assert.equal((await send("/a", {})).status, 200);
  assert.deepEqual([waits, urls], [[2_000], ["/a", "/a"]]);
});

test("a request is resent up to four times, and each wait is longer by a random part", async () => {
  const responses = Array.from({ length: 4 }, () => createRateLimitResponse("1"));
  const { send, waits } = createRetryFixture(responses, () => 0.5);
  assert.equal((await send("/a", {})).status, 200);
  assert.deepEqual(waits, [1_500, 1_500, 1_500, 1_500]);
  const tooManyResponses = Array.from({ length: 5 }, () => createRateLimitResponse("1"));
  assert.equal((await createRetryFixture(tooManyResponses).send("/a", {})).status, 429);
});

test("a rate-limit response is returned at once if the waits would exceed 45 seconds in total", async () => {
  for (const [retryAfters, expectedWaits] of [
    [["60"], []],
    [["30", "20"], [30_000]],
  ] as const) {
    const { send, waits } = createRetryFixture(retryAfters.map(createRateLimitResponse));
    assert.equal((await send("/a", {})).status, 429);
    assert.deepEqual(waits, expectedWaits);
  }
});

test("a response that is not a rate limit is returned without a retry", async () => {
  const unavailable = new Response("{}", { status: 503, headers: { "retry-after": "1" } });
  const { send, urls } = createRetryFixture([unavailable]);
  assert.equal((await send("/a", {})).status, 503);
  assert.equal(urls.length, 1);
});
