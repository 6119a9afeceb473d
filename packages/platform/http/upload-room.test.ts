import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { Refusal } from "@souk/contract";
import { eventually, testPlatform } from "@souk/testkit";
import { shopApi } from "./testing/shop-api.ts";
import { createUploadRoom } from "./upload-room.ts";

test("a caller's files at once have so much room together, freed as each ends; other callers have their own", async () => {
  const room = createUploadRoom(100);
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const refused = (error: unknown) => error instanceof Refusal && error.code === "rate_limited";
  const first = room.hold("one", 60, () => ends[0].promise);
  const second = room.hold("one", 40, () => ends[1].promise);
  const third = async () => "taken";
  await assert.rejects(room.hold("one", 1, third), refused);
  assert.equal(await room.hold("two", 100, third), "taken");
  ends[0].reject(new Error("broken off"));
  await assert.rejects(first, /broken off/);
  assert.equal(await room.hold("one", 60, third), "taken");
  await assert.rejects(room.hold("one", 61, third), refused);
  ends[1].resolve();
  await second;
  assert.equal(await room.hold("one", 100, third), "taken");
});

test("two files of the largest kind are taken in at once, a third is told to wait", async (t) => {
  const testing = await testPlatform({ role: "api" });
  t.after(() => testing.stop());
  const api = await shopApi(testing);
  const shop = new URL(api.shop.origin);
  const head = [
    "POST /api/4.0/imports.json HTTP/1.1",
    `Host: ${shop.host}`,
    `Service-Access-Token: ${api.token}`,
    "Content-Type: text/csv",
    `Content-Length: ${512 * 1024 * 1024}`,
  ];
  const begin = () => {
    const socket = connect(Number(shop.port), "127.0.0.1");
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
