import assert from "node:assert/strict";
import { test } from "node:test";
import { sendWithRetry } from "./send.ts";

function sending(...answers: Response[]) {
  const waits: number[] = [];
  const urls: string[] = [];
  const send = sendWithRetry(
    async (url) => {
      urls.push(url);
      return answers.shift() ?? new Response("{}");
    },
    async (ms) => {
      waits.push(ms);
    },
  );
  return { send, waits, urls };
}

const limited = (seconds: string) => new Response("{}", { status: 429, headers: { "retry-after": seconds } });

test("a rate-limited request is resent once, after as long as the platform says", async () => {
  const { send, waits, urls } = sending(limited("2"));
  assert.equal((await send("/a", {})).status, 200);
  assert.deepEqual([waits, urls], [[2_000], ["/a", "/a"]]);
});

test("a second rejection is returned, as is one with a wait over 20 seconds", async () => {
  assert.equal((await sending(limited("1"), limited("1")).send("/a", {})).status, 429);
  const long = sending(limited("60"));
  assert.equal((await long.send("/a", {})).status, 429);
  assert.deepEqual(long.waits, []);
});

test("every other response is returned unchanged", async () => {
  const { send, urls } = sending(new Response("{}", { status: 503, headers: { "retry-after": "1" } }));
  assert.equal((await send("/a", {})).status, 503);
  assert.equal(urls.length, 1);
});
