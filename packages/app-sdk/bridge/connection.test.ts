import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBridgeRequest } from "@souk/contract";
import { openConnection } from "./connection.ts";

/** Create the admin's end of the connection, controlled by the test. */
function farEnd() {
  const posted: { id: number }[] = [];
  const timers = new Set<() => void>();
  const connection = openConnection(
    {
      post: (message) => posted.push(message as { id: number }),
      after: (_milliseconds, call) => {
        timers.add(call);
        return () => timers.delete(call);
      },
    },
    10_000,
  );
  const answer = (id: number, rest: object) =>
    connection.receive({ souk_bridge: 1, reply_to: posted[id]?.id, ...rest });
  const timeOut = () => {
    for (const call of timers) call();
  };
  return { connection, posted, timers, answer, timeOut };
}

test("every request fits the contract, and responses match requests in any order", async () => {
  const { connection, posted, timers, answer } = farEnd();
  const title = connection.ask("title", { text: "Stock" });
  const token = connection.ask("session_token", {});
  for (const message of posted) assert.equal(parseBridgeRequest(message).ok, true);
  answer(1, { ok: true, value: { token: "t", expires_in_s: 60 } });
  answer(0, { ok: true, value: {} });
  assert.deepEqual([await token, await title], [{ token: "t", expires_in_s: 60 }, {}]);
  assert.equal(timers.size, 0);
});

test("a rejection has its code and sentence", async () => {
  const { connection, answer } = farEnd();
  const asked = connection.ask("navigate", { path: "/sign-out" });
  answer(0, { ok: false, error: { code: "refused", message: "No such place." } });
  await assert.rejects(asked, { name: "BridgeError", code: "refused", message: "No such place." });
});

test("a request without a response ends with a sentence that says so", async () => {
  const { connection, timeOut, answer } = farEnd();
  const asked = connection.ask("title", { text: "Stock" });
  timeOut();
  await assert.rejects(asked, {
    code: "timeout",
    message: 'The admin did not respond to "title" within 10 seconds.',
  });
  answer(0, { ok: true, value: {} });
});

test("messages that are not responses of the bridge are ignored", async () => {
  const { connection, posted, answer } = farEnd();
  const asked = connection.ask("title", { text: "Stock" });
  const reply_to = posted[0]?.id;
  for (const data of [null, "x", { reply_to, ok: true }, { souk_bridge: 2, reply_to, ok: true, value: {} }])
    connection.receive(data);
  connection.receive({ souk_bridge: 1, reply_to: 99, ok: true, value: {} });
  answer(0, { ok: true, value: {} });
  assert.deepEqual(await asked, {});
});
