import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { ApiError } from "@souk/contract";
import { eventually, startTestPlatform } from "@souk/testkit";
import { createStoreApi } from "./testing/store-api.ts";
import { createUploadQuota } from "./upload-quota.ts";

test("concurrent uploads of a caller share a size limit, and an ended upload frees its part", async () => {
  const quota = createUploadQuota(100);
  const uploads = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const isRateLimited = (error: unknown) => error instanceof ApiError && error.code === "rate_limited";
  const first = quota.reserve("one", 60, () => uploads[0].promise);
  const second = quota.reserve("one", 40, () => uploads[1].promise);
  const work = async () => "received";
  await assert.rejects(quota.reserve("one", 1, work), isRateLimited);
  assert.equal(await quota.reserve("two", 100, work), "received");
  uploads[0].reject(new Error("broken off"));
  await assert.rejects(first, /broken off/);
  assert.equal(await quota.reserve("one", 60, work), "received");
  await assert.rejects(quota.reserve("one", 61, work), isRateLimited);
  uploads[1].resolve();
  await second;
  assert.equal(await quota.reserve("one", 100, work), "received");
});

test("two concurrent uploads of the maximum size are accepted, and a third gets 429", async (t) => {
  const testing = await startTestPlatform({ role: "api" });
  t.after(() => testing.stop());
  const api = await createStoreApi(testing);
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
  const responses = [startUpload(), startUpload(), startUpload()];
  await eventually(async () => responses.some((responseText) => responseText() !== ""));
  assert.deepEqual(responses.map((responseText) => responseText().slice(0, 12)).sort(), [
    "",
    "",
    "HTTP/1.1 429",
  ]);
});
