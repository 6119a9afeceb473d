import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { ApiError } from "@souk/contract";
import { eventually, testPlatform } from "@souk/testkit";
import { createStoreApi } from "./testing/store-api.ts";
import { createUploadRoom } from "./upload-room.ts";

test("a caller's concurrent files share a limit, freed as each ends", async () => {
  const room = createUploadRoom(100);
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const isRateLimited = (error: unknown) => error instanceof ApiError && error.code === "rate_limited";
  const first = room.hold("one", 60, () => ends[0].promise);
  const second = room.hold("one", 40, () => ends[1].promise);
  const third = async () => "taken";
  await assert.rejects(room.hold("one", 1, third), isRateLimited);
  assert.equal(await room.hold("two", 100, third), "taken");
  ends[0].reject(new Error("broken off"));
  await assert.rejects(first, /broken off/);
  assert.equal(await room.hold("one", 60, third), "taken");
  await assert.rejects(room.hold("one", 61, third), isRateLimited);
  ends[1].resolve();
  await second;
  assert.equal(await room.hold("one", 100, third), "taken");
});

test("two files of the largest kind are accepted at once, a third must retry later", async (t) => {
  const testing = await testPlatform({ role: "api" });
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
  const begin = () => {
    const socket = connect(Number(storeUrl.port), "127.0.0.1");
    let answer = "";
    socket.on("data", (part) => {
      answer += part.toString();
    });
    t.after(() => socket.destroy());
    socket.write(`${head.join("\r\n")}\r\n\r\nhandle,title\r\n`);
    return () => answer;
  };
  const answers = [begin(), begin(), begin()];
  await eventually(async () => answers.some((answer) => answer() !== ""));
  assert.deepEqual(answers.map((answer) => answer().slice(0, 12)).sort(), ["", "", "HTTP/1.1 429"]);
});
