import assert from "node:assert/strict";
import { test } from "node:test";
import type { Send } from "@souk/client";
import { createRetryingSend } from "./retrying-send.ts";

type Outcome = Response | Error;

/** Create a retrying sender whose requests have the given outcomes. The fixture records the requests and the waits. */
function createFixture(...outcomes: Outcome[]) {
  const requests: RequestInit[] = [];
  const waitsMs: number[] = [];
  const send: Send = async (_url, init) => {
    requests.push(init);
    const outcome = outcomes.shift() ?? new Response("{}", { status: 200 });
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const retryingSend = createRetryingSend(send, { wait: async (ms) => void waitsMs.push(ms) });
  const listKeys = () => requests.map(({ headers }) => new Headers(headers).get("idempotency-key"));
  return {
    requests,
    waitsMs,
    listKeys,
    call: (method: string, init: RequestInit = {}) => retryingSend("/x", { method, ...init }),
  };
}

const respond429 = (retryAfter?: string): Response =>
  new Response("{}", { status: 429, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } });
const respond503 = (): Response => new Response("{}", { status: 503 });

test("an API call that gets a 429 or 503 is retried after the requested time, with jitter", async () => {
  const { call, waitsMs } = createFixture(respond429("2"), respond429("2"), respond503());
  assert.equal((await call("GET")).status, 200);
  assert.ok(waitsMs[0]! >= 2_000 && waitsMs[0]! <= 2_500, String(waitsMs));
  // Without Retry-After, the third wait is two seconds, varied by up to a quarter.
  assert.ok(waitsMs[2]! >= 1_500 && waitsMs[2]! <= 2_500, String(waitsMs));
});

test("an API call returns a 429 or 503 after four attempts or if the wait is too long", async () => {
  const { call, requests } = createFixture(
    respond429(),
    respond429(),
    respond429(),
    respond429("0"),
    respond429(),
  );
  assert.equal((await call("GET")).status, 429);
  assert.equal(requests.length, 4);
  const longWait = createFixture(respond429("60"));
  assert.equal((await longWait.call("GET")).status, 429);
  assert.deepEqual(longWait.waitsMs, []);
});

test("all attempts of a POST or PUT have the same idempotency key: the caller's or a new one", async () => {
  for (const method of ["POST", "PUT"]) {
    const { call, listKeys } = createFixture(respond503(), new Error("reset"));
    await call(method);
    const [firstKey, ...otherKeys] = listKeys();
    assert.match(firstKey ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(otherKeys, [firstKey, firstKey]);
  }
  const { call, listKeys } = createFixture(respond503());
  await call("POST", { headers: { "Idempotency-Key": "mine" } });
  assert.deepEqual(listKeys(), ["mine", "mine"]);
  const callsWithoutKey = createFixture();
  await callsWithoutKey.call("GET");
  await callsWithoutKey.call("DELETE");
  assert.deepEqual(callsWithoutKey.listKeys(), [null, null]);
});

test("an API call that gets no response is retried, and the last error is thrown", async () => {
  const connectionError = new Error("reset");
  const { call } = createFixture(connectionError);
  assert.equal((await call("PUT")).status, 200);
  await assert.rejects(
    createFixture(connectionError, connectionError, connectionError, connectionError).call("GET"),
    connectionError,
  );
});

test("an API call that gets a 409 is retried only after an attempt without a response", async () => {
  const respond409 = (): Response => new Response("{}", { status: 409 });
  assert.equal((await createFixture(respond409()).call("PUT")).status, 409);
  assert.equal((await createFixture(new Error("reset"), respond409()).call("PUT")).status, 200);
});

test("an API call is not retried after its caller aborts it or the platform rejects it", async () => {
  const { call, requests } = createFixture(new Error("aborted"));
  await assert.rejects(call("GET", { signal: AbortSignal.abort() }));
  assert.equal(requests.length, 1);
  for (const status of [400, 401, 403, 404, 422, 500, 302]) {
    const rejectedFixture = createFixture(new Response("{}", { status }));
    assert.equal((await rejectedFixture.call("GET")).status, status);
    assert.equal(rejectedFixture.requests.length, 1);
  }
});
