import assert from "node:assert/strict";
import { test } from "node:test";
import { freePort, recordingReceiver } from "@souk/testkit";
import { isLocalhostName } from "./loopback.ts";
import { createSend } from "./send.ts";

test("names below localhost resolve to this machine and appear in the Host header", async () => {
  const receiver = await recordingReceiver();
  receiver.answer({ status: 200, headers: { "x-a": "1", "set-cookie": "a=1" }, body: "{}" });
  const send = createSend();
  for (const host of ["localhost", "demo.souk.localhost", "a.b.c.localhost.", "127.0.0.1"]) {
    const answer = await send(`http://${host}:${receiver.port}/a?b=c`, { method: "GET" });
    assert.deepEqual([answer.status, answer.headers.get("x-a"), await answer.text()], [200, "1", "{}"]);
    assert.equal(receiver.requests.at(-1)?.headers["host"], `${host}:${receiver.port}`);
  }
  await receiver.stop();
});

test("no other name resolves to this machine", () => {
  for (const name of [
    "localhost.souk-no-such-name.invalid",
    "notlocalhost",
    "localhost.dev",
    "demo.souk.shop",
  ])
    assert.equal(isLocalhostName(name), false, name);
});

test("a redirect is returned as a response and is not followed", async () => {
  const [receiver, elsewhere] = [await recordingReceiver(), await recordingReceiver()];
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.answer({ status, headers: { location: `${elsewhere.url}/stolen` } });
    const answer = await createSend()(`${receiver.url}/`, {
      method: "POST",
      headers: { "service-access-token": "secret" },
      body: '{"client_secret":"secret"}',
    });
    assert.equal(answer.status, status);
  }
  assert.equal(elsewhere.requests.length, 0);
  await Promise.all([receiver.stop(), elsewhere.stop()]);
});

test("a body is sent with its length, in UTF-8", async () => {
  const receiver = await recordingReceiver();
  await createSend()(receiver.url, { method: "PUT", body: "商店" });
  assert.equal(receiver.requests[0]?.headers["content-length"], "6");
  assert.equal(receiver.requests[0]?.body.toString("utf8"), "商店");
  await receiver.stop();
});

test("a call without a response ends, and so does one that its caller aborts", async () => {
  const receiver = await recordingReceiver();
  receiver.answer("hang");
  await assert.rejects(createSend({ timeoutMs: 50 })(receiver.url, {}));
  await assert.rejects(createSend()(receiver.url, { signal: AbortSignal.timeout(50) }));
  receiver.answer("reset");
  await assert.rejects(createSend()(receiver.url, {}));
  await receiver.stop();
  await assert.rejects(createSend()(`http://127.0.0.1:${await freePort()}/`, {}));
  await assert.rejects(createSend()("file:///etc/passwd", {}), TypeError);
});

test("a response without a body and an interrupted one are distinguished", async () => {
  const receiver = await recordingReceiver();
  receiver.answer({ status: 204 });
  assert.equal((await createSend()(receiver.url, {})).body, null);
  receiver.answer({ status: 200, headers: { "content-length": "10" }, body: "short" });
  await assert.rejects(createSend({ timeoutMs: 200 })(receiver.url, {}));
  await receiver.stop();
});
