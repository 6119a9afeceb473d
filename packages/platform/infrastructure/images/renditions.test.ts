import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { createFakeClock } from "@souk/testkit";
import sharp from "sharp";
import { createDiskStorage } from "../storage/disk-storage.ts";
import type { FileStorage } from "../storage/file-storage.ts";
import { createTurnSlots } from "../turn-queue.ts";
import { createImageQueue } from "./image-queue.ts";
import { createRenditions, listRenditionPaths } from "./renditions.ts";
import { createGif, createTwoColorImage } from "./testing/unusual-images.ts";

let folder: string;
let storage: FileStorage;
let storedPaths: string[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-renditions-"));
  const disk = createDiskStorage(folder, createFakeClock());
  storage = {
    ...disk,
    put: (path, content, type) => {
      storedPaths.push(path);
      return disk.put(path, content, type);
    },
  };
});

after(() => rm(folder, { recursive: true }));

async function readMetadata(path: string) {
  const file = (await storage.read(path)) ?? assert.fail(`${path} is not there`);
  return sharp(await buffer(file.stream)).metadata();
}

test("an image is resized to a requested width only once and stored as WebP", async () => {
  await storage.put("/p/large.png", await createTwoColorImage(2_000, 1_000).png().toBuffer(), "image/png");
  const renditions = createRenditions(storage, createImageQueue());
  storedPaths = [];
  const requests = Array.from({ length: 10 }, () => renditions.getOrRender("/p/large.png", 480));
  assert.equal(new Set(await Promise.all(requests)).size, 1);
  await createRenditions(storage, createImageQueue()).getOrRender("/p/large.png", 480);
  assert.deepEqual(storedPaths, ["/renditions/480/p/large.png.webp"]);
  const { format, width, height } = await readMetadata(storedPaths[0] ?? "");
  assert.deepEqual([format, width, height], ["webp", 480, 240]);
  assert.ok(listRenditionPaths("/p/large.png").includes(storedPaths[0] ?? ""));
});

test("the resized copy of a small animation is its first frame, and is not enlarged", async () => {
  await storage.put("/p/small.gif", createGif(100, 60, 4), "image/gif");
  const renditions = createRenditions(storage, createImageQueue());
  const renditionPath = (await renditions.getOrRender("/p/small.gif", 1600)) ?? "";
  const { width, height, pages } = await readMetadata(renditionPath);
  assert.deepEqual([width, height, pages ?? 1], [100, 60, 1]);
});

test("a missing image has no resized copy", async () => {
  assert.equal(await createRenditions(storage, createImageQueue()).getOrRender("/p/none.png", 160), null);
});

test("an image queue processes two images at a time, lets three wait and rejects any more", async () => {
  const queue = createImageQueue({ slots: createTurnSlots(2), maxWaitingPerOwner: 3 });
  const gate = Promise.withResolvers<void>();
  let runningCount = 0;
  let maxRunningCount = 0;
  const work = async (): Promise<string> => {
    runningCount += 1;
    maxRunningCount = Math.max(maxRunningCount, runningCount);
    await gate.promise;
    runningCount -= 1;
    return "done";
  };
  const results = Array.from({ length: 5 }, () => queue.run("a", work));
  const isQueueFull = (error: unknown) =>
    error instanceof ApiError && error.code === "unavailable" && error.details.retry_after_s === 5;
  await assert.rejects(queue.run("a", work), isQueueFull);
  gate.resolve();
  assert.deepEqual(
    await Promise.all(results),
    Array.from({ length: 5 }, () => "done"),
  );
  assert.equal(maxRunningCount, 2);
  await assert.rejects(
    queue.run("a", () => Promise.reject(new Error("broken"))),
    /broken/,
  );
  assert.equal(await queue.run("a", async () => "again"), "again");
});

test("stores take turns in the image queue, however many images one of them adds", async () => {
  const queue = createImageQueue({ slots: createTurnSlots(1), maxWaitingPerOwner: 8 });
  const finishedNames: string[] = [];
  const processImage = (owner: string, name: string) =>
    queue.run(owner, async () => {
      await new Promise(setImmediate);
      finishedNames.push(name);
    });
  const jobs = [1, 2, 3, 4, 5].map((n) => processImage("busy", `busy ${n}`));
  jobs.push(processImage("quiet", "quiet 1"), processImage("quiet", "quiet 2"));
  await Promise.all(jobs);
  assert.deepEqual(finishedNames, ["busy 1", "busy 2", "quiet 1", "busy 3", "quiet 2", "busy 4", "busy 5"]);
});

test("a full image queue of one store does not reject the images of another store", async () => {
  const queue = createImageQueue({ slots: createTurnSlots(1), maxWaitingPerOwner: 1 });
  const gate = Promise.withResolvers<void>();
  const jobs = [queue.run("busy", () => gate.promise), queue.run("busy", () => gate.promise)];
  await assert.rejects(
    queue.run("busy", () => gate.promise),
    ApiError,
  );
  jobs.push(queue.run("quiet", () => gate.promise));
  gate.resolve();
  await Promise.all(jobs);
});

test("one image of each owner may always wait in the image queue, however many images of other owners wait", async () => {
  const queue = createImageQueue({ slots: createTurnSlots(1), maxWaiting: 2 });
  const gate = Promise.withResolvers<void>();
  const run = (owner: string) => queue.run(owner, () => gate.promise);
  const jobs = [run("busy"), run("busy"), run("busy")];
  await assert.rejects(run("busy"), ApiError);
  jobs.push(run("quiet"));
  await assert.rejects(run("quiet"), ApiError);
  gate.resolve();
  await Promise.all(jobs);
});

test("an owner cannot use all slots of an image queue that reserves some for other owners", async () => {
  const queue = createImageQueue({ slots: createTurnSlots(3), maxRunningPerOwner: 2 });
  const startedNames: string[] = [];
  const gate = Promise.withResolvers<void>();
  const run = (owner: string, name: string) =>
    queue.run(owner, async () => {
      startedNames.push(name);
      await gate.promise;
    });
  const jobs = [run("busy", "busy 1"), run("busy", "busy 2"), run("busy", "busy 3"), run("quiet", "quiet 1")];
  await new Promise(setImmediate);
  assert.deepEqual(startedNames, ["busy 1", "busy 2", "quiet 1"]);
  gate.resolve();
  await Promise.all(jobs);
  assert.deepEqual(startedNames, ["busy 1", "busy 2", "quiet 1", "busy 3"]);
});
