import assert from "node:assert/strict";
import { test } from "node:test";
import type { Send } from "@souk/client";
import { retrying } from "./retrying.ts";

type Step = Response | Error;

/** A network that answers one step after the other, and what was asked of it and waited for. */
function rig(...steps: Step[]) {
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
const away = (): Response => new Response("{}", { status: 503 });

test("a busy or absent platform is asked again, never before it said so, and not exactly then", async () => {
  const { call, waits } = rig(busy("2"), busy("2"), away());
  assert.equal((await call("GET")).status, 200);
  assert.ok(waits[0]! >= 2_000 && waits[0]! <= 2_500, String(waits));
  assert.ok(waits[2]! >= 1_500 && waits[2]! <= 2_500, String(waits));
});

test("after four tries the answer is handed on, and a wait that is too long is not begun", async () => {
  const { call, sent } = rig(busy(), busy(), busy(), busy("0"), busy());
  assert.equal((await call("GET")).status, 429);
  assert.equal(sent.length, 4);
  const long = rig(busy("60"));
  assert.equal((await long.call("GET")).status, 429);
  assert.deepEqual(long.waits, []);
});

test("every try of a POST or PUT carries one key, the caller's own where there is one", async () => {
  for (const method of ["POST", "PUT"]) {
    const { call, keys } = rig(away(), new Error("reset"));
    await call(method);
    const [first, ...others] = keys();
    assert.match(first ?? "", /^[0-9a-f-]{36}$/);
    assert.deepEqual(others, [first, first]);
  }
  const { call, keys } = rig(away());
  await call("POST", { headers: { "Idempotency-Key": "mine" } });
  assert.deepEqual(keys(), ["mine", "mine"]);
  const reading = rig();
  await reading.call("GET");
  await reading.call("DELETE");
  assert.deepEqual(reading.keys(), [null, null]);
});

test("a call that was not answered is sent again, and the last error is thrown", async () => {
  const lost = new Error("reset");
  const { call } = rig(lost);
  assert.equal((await call("PUT")).status, 200);
  await assert.rejects(rig(lost, lost, lost, lost).call("GET"), lost);
});

test("a conflict is waited out only where it may be the twin of a try that was not answered", async () => {
  const conflict = (): Response => new Response("{}", { status: 409 });
  assert.equal((await rig(conflict()).call("PUT")).status, 409);
  assert.equal((await rig(new Error("reset"), conflict()).call("PUT")).status, 200);
});

test("nothing is sent again for a caller who has given up, nor after a refusal", async () => {
  const { call, sent } = rig(new Error("aborted"));
  await assert.rejects(call("GET", { signal: AbortSignal.abort() }));
  assert.equal(sent.length, 1);
  for (const status of [400, 401, 403, 404, 422, 500, 302]) {
    const refused = rig(new Response("{}", { status }));
    assert.equal((await refused.call("GET")).status, status);
    assert.equal(refused.sent.length, 1);
  }
});
