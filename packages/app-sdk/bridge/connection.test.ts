import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBridgeRequest } from "@souk/contract";
import { openConnection } from "./connection.ts";

/** Create a connection whose other end, the admin, is controlled by the test. */
function createTestConnection() {
  const postedMessages: { id: number }[] = [];
  const timers = new Set<() => void>();
  const connection = openConnection(
    {
      post: (message) => postedMessages.push(message as { id: number }),
      callAfter: (_milliseconds, callback) => {
        timers.add(callback);
        return () => timers.delete(callback);
      },
    },
    10_000,
  );
  const respond = (index: number, fields: object) =>
    connection.receive({ souk_bridge: 1, reply_to: postedMessages[index]?.id, ...fields });
  const timeOut = () => {
    for (const callback of timers) callback();
  };
  return { connection, postedMessages, timers, respond, timeOut };
}

test("app bridge requests match the contract, and responses may arrive in any order", async () => {
  const { connection, postedMessages, timers, respond } = createTestConnection();
  const title = connection.sendRequest("title", { text: "Stock" });
  const token = connection.sendRequest("session_token", {});
  for (const message of postedMessages) assert.equal(parseBridgeRequest(message).ok, true);
  respond(1, { ok: true, value: { token: "t", expires_in_s: 60 } });
  respond(0, { ok: true, value: {} });
  assert.deepEqual([await token, await title], [{ token: "t", expires_in_s: 60 }, {}]);
  assert.equal(timers.size, 0);
});

test("an app bridge request that the admin rejects fails with the admin's code and message", async () => {
  const { connection, respond } = createTestConnection();
  const request = connection.sendRequest("navigate", { path: "/sign-out" });
  respond(0, { ok: false, error: { code: "refused", message: "No such place." } });
  await assert.rejects(request, { name: "BridgeError", code: "refused", message: "No such place." });
});

test("an app bridge request without a response fails with a timeout message", async () => {
  const { connection, timeOut, respond } = createTestConnection();
  const request = connection.sendRequest("title", { text: "Stock" });
  timeOut();
  await assert.rejects(request, {
    code: "timeout",
    message: 'The admin did not respond to "title" within 10 seconds.',
  });
  respond(0, { ok: true, value: {} });
});

test("messages that are not responses of the app bridge are ignored", async () => {
  const { connection, postedMessages, respond } = createTestConnection();
  const request = connection.sendRequest("title", { text: "Stock" });
  const reply_to = postedMessages[0]?.id;
  for (const data of [null, "x", { reply_to, ok: true }, { souk_bridge: 2, reply_to, ok: true, value: {} }])
    connection.receive(data);
  connection.receive({ souk_bridge: 1, reply_to: 99, ok: true, value: {} });
  respond(0, { ok: true, value: {} });
  assert.deepEqual(await request, {});
});
