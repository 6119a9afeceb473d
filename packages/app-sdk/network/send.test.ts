import assert from "node:assert/strict";
import { test } from "node:test";
import { findFreePort, startRecordingReceiver } from "@souk/testkit";
import { isLocalhostName } from "./loopback.ts";
import { createSend } from "./send.ts";

test("an API call to a subdomain of localhost reaches this machine, with the subdomain as Host", async () => {
  const receiver = await startRecordingReceiver();
  receiver.respondWith({ status: 200, headers: { "x-a": "1", "set-cookie": "a=1" }, body: "{}" });
  const send = createSend();
  for (const host of ["localhost", "demo.souk.localhost", "a.b.c.localhost.", "127.0.0.1"]) {
    const response = await send(`http://${host}:${receiver.port}/a?b=c`, { method: "GET" });
    assert.deepEqual([response.status, response.headers.get("x-a"), await response.text()], [200, "1", "{}"]);
    assert.equal(receiver.requests.at(-1)?.headers["host"], `${host}:${receiver.port}`);
  }
  await receiver.stop();
});

test("no name other than localhost and its subdomains resolves to this machine", () => {
  for (const name of [
    "localhost.souk-no-such-name.invalid",
    "notlocalhost",
    "localhost.dev",
    "demo.souk.shop",
  ])
    assert.equal(isLocalhostName(name), false, name);
});

test("an API call returns a redirect as its response and does not follow it", async () => {
  const [receiver, redirectTarget] = [await startRecordingReceiver(), await startRecordingReceiver()];
  for (const status of [301, 302, 303, 307, 308]) {
    receiver.respondWith({ status, headers: { location: `${redirectTarget.url}/stolen` } });
    const response = await createSend()(`${receiver.url}/`, {
      method: "POST",
      headers: { "service-access-token": "secret" },
      body: '{"client_secret":"secret"}',
    });
    assert.equal(response.status, status);
  }
  assert.equal(redirectTarget.requests.length, 0);
  await Promise.all([receiver.stop(), redirectTarget.stop()]);
});

test("an API call's body is sent in UTF-8, and content-length is its number of bytes", async () => {
  const receiver = await startRecordingReceiver();
  await createSend()(receiver.url, { method: "PUT", body: "商店" });
  assert.equal(receiver.requests[0]?.headers["content-length"], "6");
  assert.equal(receiver.requests[0]?.body.toString("utf8"), "商店");
  await receiver.stop();
});

test("an API call fails if it gets no response or if its caller aborts it", async () => {
  const receiver = await startRecordingReceiver();
  receiver.respondWith("hang");
  await assert.rejects(createSend({ timeoutMs: 50 })(receiver.url, {}));
  await assert.rejects(createSend()(receiver.url, { signal: AbortSignal.timeout(50) }));
  receiver.respondWith("reset");
  await assert.rejects(createSend()(receiver.url, {}));
  await receiver.stop();
  await assert.rejects(createSend()(`http://127.0.0.1:${await findFreePort()}/`, {}));
  await assert.rejects(createSend()("file:///etc/passwd", {}), TypeError);
});

test("an API call accepts a response without a body", async () => {
  const receiver = await startRecordingReceiver();
  receiver.respondWith({ status: 204 });
  assert.equal((await createSend()(receiver.url, {})).body, null);
  await receiver.stop();
});

test("an API call fails if its response ends before the announced length", async () => {
  const receiver = await startRecordingReceiver();
  receiver.respondWith({ status: 200, headers: { "content-length": "10" }, body: "short" });
  await assert.rejects(createSend({ timeoutMs: 200 })(receiver.url, {}));
  await receiver.stop();
});
