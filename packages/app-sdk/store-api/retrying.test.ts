import assert from "node:assert/strict";
import { test } from "node:test";
import type { Send } from "@souk/client";
import { retrying } from "./retrying.ts";

type Step = Response | Error;

/** Create a network that responds step by step and records its requests and the waits. */
function fixture(...steps: Step[]) {
  const sent: RequestInit[] = [];
  const waits: number[] = [];
  const send: Send = async (_url, init) => {
    sent.push(init);
    const step = steps.shift() ?? new Response("{}", { status: 200 });
    if (step instanceof Error) throw step;
    return step;
  };
  const again = retrying(send, { wait: async (ms) => void waits.push(ms) });
  const keys = () => sent.map(({ headers }) => new Headers(headers).get("idempotency-key"));
  return {
    sent,
    waits,
    keys,
    call: (method: string, over: RequestInit = {}) => again("/x", { method, ...over }),
  };
}

const busy = (retryAfter?: string): Response =>
  new Response("{}", { status: 429, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } });
const unavailable = (): Response => new Response("{}", { status: 503 });

test("a busy or absent platform is retried after the given time, with jitter", async () => {
  const { call, waits } = fixture(busy("2"), busy("2"), unavailable());
  assert.equal((await call("GET")).status, 200);
  assert.ok(waits[0]! >= 2_000 && waits[0]! <= 2_500, String(waits));
  assert.ok(waits[2]! >= 1_500 && waits[2]! <= 2_500, String(waits));
});

test("the response is returned after four attempts or if the wait is too long", async () => {
  const { call, sent } = fixture(busy(), busy(), busy(), busy("0"), busy());
  assert.equal((await call("GET")).status, 429);
  assert.equal(sent.length, 4);
  const long = fixture(busy("60"));
  assert.equal((await long.call("GET")).status, 429);
  assert.deepEqual(long.waits, []);
});

test("every attempt of a POST or PUT carries one key, the caller's own if there is one", async () => {
  for (const method of ["POST", "PUT"]) {
    const { call, keys } = fixture(unavailable(), new Error("reset"));
    await call(method);
    const [first, ...others] = keys();
    assert.match(first ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(others, [first, first]);
  }
  const { call, keys } = fixture(unavailable());
  await call("POST", { headers: { "Idempotency-Key": "mine" } });
  assert.deepEqual(keys(), ["mine", "mine"]);
  const reading = fixture();
  await reading.call("GET");
  await reading.call("DELETE");
  assert.deepEqual(reading.keys(), [null, null]);
});

test("a call without a response is retried, and the last error is thrown", async () => {
  const lost = new Error("reset");
  const { call } = fixture(lost);
  assert.equal((await call("PUT")).status, 200);
  await assert.rejects(fixture(lost, lost, lost, lost).call("GET"), lost);
});

test("a conflict is retried only after an attempt without a response", async () => {
  const conflict = (): Response => new Response("{}", { status: 409 });
  assert.equal((await fixture(conflict()).call("PUT")).status, 409);
  assert.equal((await fixture(new Error("reset"), conflict()).call("PUT")).status, 200);
});

test("no call is retried after its caller aborts or after a rejection", async () => {
  const { call, sent } = fixture(new Error("aborted"));
  await assert.rejects(call("GET", { signal: AbortSignal.abort() }));
  assert.equal(sent.length, 1);
  for (const status of [400, 401, 403, 404, 422, 500, 302]) {
    const rejected = fixture(new Response("{}", { status }));
    assert.equal((await rejected.call("GET")).status, status);
    assert.equal(rejected.sent.length, 1);
  }
});
