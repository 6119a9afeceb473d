import assert from "node:assert/strict";
import { request } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { type RecordingReceiver, startRecordingReceiver } from "./recording-receiver.ts";

let receiver: RecordingReceiver;

before(async () => {
  receiver = await startRecordingReceiver();
});

beforeEach(() => receiver.respondWith({ status: 200 }));

after(() => receiver.stop());

/** Send a POST request to the recording receiver, and return the status of the response. */
function send(path: string, body: Buffer | string = "", timeoutMs = 60_000): Promise<number> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${receiver.url}${path}`, {
      method: "POST",
      headers: { "X-One": "1" },
      timeout: timeoutMs,
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error("no response")));
    outgoing.on("error", reject);
    outgoing.on("response", (response) => {
      response.resume();
      response.on("end", () => resolve(response.statusCode ?? 0));
    });
    outgoing.end(body);
  });
}

test("the recording receiver stores the exact bytes of a request", async () => {
  const body = Buffer.from([0xc3, 0x28, 0x00, 0xff]);
  assert.equal(await send("/hook?a=1", body), 200);
  const receivedRequest = await receiver.waitForRequest(({ path }) => path === "/hook?a=1");
  assert.deepEqual(receivedRequest.body, body);
  assert.deepEqual([receivedRequest.method, receivedRequest.headers["x-one"]], ["POST", "1"]);
});

test("the response of the recording receiver can depend on the request", async () => {
  const firstIndex = receiver.requests.length;
  receiver.respondWith(({ path }, index) => {
    if (path === "/b") return { status: 410 };
    return { status: index === firstIndex ? 500 : 204 };
  });
  assert.deepEqual([await send("/a"), await send("/a"), await send("/b")], [500, 204, 410]);
});

test("the recording receiver can delay a response, hang or reset the connection", async () => {
  receiver.respondWith({ status: 200, delay: 50 });
  const begin = performance.now();
  await send("/slow");
  assert.ok(performance.now() - begin >= 45);
  receiver.respondWith("hang");
  await assert.rejects(send("/hang", "", 300), /no response/);
  const { promise: requestChecked, resolve: allowResponse } = Promise.withResolvers<void>();
  receiver.respondWith({ status: 200, delay: requestChecked });
  const pendingStatus = send("/held");
  await receiver.waitForRequest(({ path }) => path === "/held");
  allowResponse();
  assert.equal(await pendingStatus, 200);
  receiver.respondWith("reset");
  await assert.rejects(send("/reset"), { code: "ECONNRESET" });
  assert.deepEqual(
    receiver.requests.slice(-4).map(({ path }) => path),
    ["/slow", "/hang", "/held", "/reset"],
  );
});

test("waiting for a request that does not arrive fails after the timeout", async () => {
  await assert.rejects(
    receiver.waitForRequest(({ path }) => path === "/never", 30),
    /did not succeed within 30 ms/,
  );
});
