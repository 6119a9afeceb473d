import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { ApiError } from "@souk/contract";
import { eventually, startTestPlatform } from "@souk/testkit";
import { createStoreApi } from "./testing/store-api.ts";
import { createUploadQuota } from "./upload-quota.ts";

test("an upload gets `rate_limited` if the caller's concurrent uploads together would exceed the quota", async () => {
  const quota = createUploadQuota(100);
  const uploads = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const isRateLimited = (error: unknown) => error instanceof ApiError && error.code === "rate_limited";
  const firstUpload = quota.reserve("one", 60, () => uploads[0].promise);
  const secondUpload = quota.reserve("one", 40, () => uploads[1].promise);
  const receive = async () => "received";
  await assert.rejects(quota.reserve("one", 1, receive), isRateLimited);
  assert.equal(await quota.reserve("two", 100, receive), "received");
  uploads[0].reject(new Error("broken off"));
  await assert.rejects(firstUpload, /broken off/);
  assert.equal(await quota.reserve("one", 60, receive), "received");
  await assert.rejects(quota.reserve("one", 61, receive), isRateLimited);
  uploads[1].resolve();
  await secondUpload;
  assert.equal(await quota.reserve("one", 100, receive), "received");
});

test("only one of three concurrent uploads of the maximum size gets 429", async (t) => {
  const testPlatform = await startTestPlatform({ role: "api" });
  t.after(() => testPlatform.stop());
  const api = await createStoreApi(testPlatform);
  const storeUrl = new URL(api.store.origin);
  const head = [
    "POST /api/4.0/imports.json HTTP/1.1",
    `Host: ${storeUrl.host}`,
    `Service-Access-Token: ${api.token}`,
    "Content-Type: text/csv",
    `Content-Length: ${512 * 1024 * 1024}`,
  ];
  const startUpload = () => {
    const socket = connect(Number(storeUrl.port), "127.0.0.1");
    let responseText = "";
    socket.on("data", (part) => {
      responseText += part.toString();
    });
    t.after(() => socket.destroy());
    socket.write(`${head.join("\r\n")}\r\n\r\nhandle,title\r\n`);
    return () => responseText;
  };
  const responseReaders = [startUpload(), startUpload(), startUpload()];
  await eventually(async () => responseReaders.some((readResponse) => readResponse() !== ""));
  assert.deepEqual(responseReaders.map((readResponse) => readResponse().slice(0, 12)).sort(), [
    "",
    "",
    "HTTP/1.1 429",
  ]);
});
