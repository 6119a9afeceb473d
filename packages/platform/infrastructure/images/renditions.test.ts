import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { fakeClock } from "@souk/testkit";
import sharp from "sharp";
import { createDiskStorage } from "../storage/disk-storage.ts";
import type { FileStorage } from "../storage/file-storage.ts";
import { createImageQueue } from "./image-queue.ts";
import { createRenditions, listRenditionPaths } from "./renditions.ts";
import { gifOfFrames, twoColors } from "./testing/unusual-images.ts";

let folder: string;
let storage: FileStorage;
let puts: string[] = [];

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-renditions-"));
  const disk = createDiskStorage(folder, fakeClock());
  storage = {
    ...disk,
    put: (path, content, type) => {
      puts.push(path);
      return disk.put(path, content, type);
    },
  };
});

after(() => rm(folder, { recursive: true }));

async function readMetadata(path: string) {
  const file = (await storage.read(path)) ?? assert.fail(`${path} is not there`);
  return sharp(await buffer(file.stream)).metadata();
}

test("a resized image is a WebP of at most its width, made once and kept", async () => {
  await storage.put("/p/large.png", await twoColors(2_000, 1_000).png().toBuffer(), "image/png");
  const renditions = createRenditions(storage, createImageQueue());
  puts = [];
  const asked = Array.from({ length: 10 }, () => renditions.getPath("/p/large.png", 480));
  assert.equal(new Set(await Promise.all(asked)).size, 1);
  await createRenditions(storage, createImageQueue()).getPath("/p/large.png", 480);
  assert.deepEqual(puts, ["/renditions/480/p/large.png.webp"]);
  const { format, width, height } = await readMetadata(puts[0] ?? "");
  assert.deepEqual([format, width, height], ["webp", 480, 240]);
  assert.ok(listRenditionPaths("/p/large.png").includes(puts[0] ?? ""));
});

test("a smaller image is not enlarged, and an animation shows its first frame", async () => {
  await storage.put("/p/small.gif", gifOfFrames(100, 60, 4), "image/gif");
  const renditions = createRenditions(storage, createImageQueue());
  const { width, height, pages } = await readMetadata((await renditions.getPath("/p/small.gif", 1600)) ?? "");
  assert.deepEqual([width, height, pages ?? 1], [100, 60, 1]);
});

test("a missing image has no resized image", async () => {
  assert.equal(await createRenditions(storage, createImageQueue()).getPath("/p/none.png", 160), null);
});

test("two images are processed at a time, a few wait, and more are to retry later", async () => {
  const queue = createImageQueue({ atOnce: 2, waiting: 3 });
  const gate = Promise.withResolvers<void>();
  let working = 0;
  let peak = 0;
  const work = async (): Promise<string> => {
    working += 1;
    peak = Math.max(peak, working);
    await gate.promise;
    working -= 1;
    return "done";
  };
  const taken = Array.from({ length: 5 }, () => queue.run(work));
  const isQueueFull = (error: unknown) =>
    error instanceof ApiError && error.code === "unavailable" && error.details.retry_after_s === 5;
  await assert.rejects(queue.run(work), isQueueFull);
  gate.resolve();
  assert.deepEqual(
    await Promise.all(taken),
    Array.from({ length: 5 }, () => "done"),
  );
  assert.equal(peak, 2);
  await assert.rejects(
    queue.run(() => Promise.reject(new Error("broken"))),
    /broken/,
  );
  assert.equal(await queue.run(async () => "again"), "again");
});
