import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { type RecordingReceiver, recordingReceiver } from "./recording-receiver.ts";

let receiver: RecordingReceiver;

before(async () => {
  receiver = await recordingReceiver();
});

beforeEach(() => receiver.answer({ status: 200 }));

after(() => receiver.stop());

function send(path: string, body: Buffer | string = "", timeout = 60_000): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(`${receiver.url}${path}`, {
      method: "POST",
      headers: { "X-One": "1" },
      timeout,
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.on("error", reject);
    sent.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    sent.end(body);
  });
}

test("a request is kept with its exact bytes", async () => {
  const body = Buffer.from([0xc3, 0x28, 0x00, 0xff]);
  assert.equal(await send("/hook?a=1", body), 200);
  const kept = await receiver.received(({ path }) => path === "/hook?a=1");
  assert.deepEqual(kept.body, body);
  assert.deepEqual([kept.method, kept.headers["x-one"]], ["POST", "1"]);
});

test("answers are chosen by the request and by its place", async () => {
  const first = receiver.requests.length;
  receiver.answer(({ path }, index) => ({ status: path === "/b" ? 410 : index === first ? 500 : 204 }));
  assert.deepEqual([await send("/a"), await send("/a"), await send("/b")], [500, 204, 410]);
});

test("a receiver can be slow, hang or break the connection", async () => {
  receiver.answer({ status: 200, delay: 50 });
  const begin = performance.now();
  await send("/slow");
  assert.ok(performance.now() - begin >= 45);
  receiver.answer("hang");
  await assert.rejects(send("/hang", "", 300), /no answer/);
  const { promise, resolve } = Promise.withResolvers<void>();
  receiver.answer({ status: 200, delay: promise });
  const pending = send("/held");
  await receiver.received(({ path }) => path === "/held");
  resolve();
  assert.equal(await pending, 200);
  receiver.answer("reset");
  await assert.rejects(send("/reset"), { code: "ECONNRESET" });
  assert.deepEqual(
    receiver.requests.slice(-4).map(({ path }) => path),
    ["/slow", "/hang", "/held", "/reset"],
  );
});

test("a missing request is reported after the wait", async () => {
  await assert.rejects(
    receiver.received(({ path }) => path === "/never", 30),
    /did not hold within 30 ms/,
  );
});
