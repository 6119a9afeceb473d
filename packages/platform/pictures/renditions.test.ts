import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { after, before, test } from "node:test";
import { Refusal } from "@souk/contract";
import { fakeClock } from "@souk/testkit";
import sharp from "sharp";
import { createDiskStorage } from "../storage/disk-storage.ts";
import type { FileStorage } from "../storage/file-storage.ts";
import { createPictureQueue } from "./picture-queue.ts";
import { createRenditions, renditionPathsOf } from "./renditions.ts";
import { gifOfFrames, twoColours } from "./testing/odd-pictures.ts";

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

async function pictureAt(path: string) {
  const file = (await storage.read(path)) ?? assert.fail(`${path} is not there`);
  return sharp(await buffer(file.stream)).metadata();
}

test("a rendition is a WebP of at most its width, made once and kept", async () => {
  await storage.put("/p/large.png", await twoColours(2_000, 1_000).png().toBuffer(), "image/png");
  const renditions = createRenditions(storage, createPictureQueue());
  puts = [];
  const asked = Array.from({ length: 10 }, () => renditions.pathOf("/p/large.png", 480));
  assert.equal(new Set(await Promise.all(asked)).size, 1);
  await createRenditions(storage, createPictureQueue()).pathOf("/p/large.png", 480);
  assert.deepEqual(puts, ["/renditions/480/p/large.png.webp"]);
  const { format, width, height } = await pictureAt(puts[0] ?? "");
  assert.deepEqual([format, width, height], ["webp", 480, 240]);
  assert.ok(renditionPathsOf("/p/large.png").includes(puts[0] ?? ""));
});

test("a picture that is smaller is not made larger, and an animation shows its first frame", async () => {
  await storage.put("/p/small.gif", gifOfFrames(100, 60, 4), "image/gif");
  const renditions = createRenditions(storage, createPictureQueue());
  const { width, height, pages } = await pictureAt((await renditions.pathOf("/p/small.gif", 1600)) ?? "");
  assert.deepEqual([width, height, pages ?? 1], [100, 60, 1]);
});

test("of what is not there there is no rendition", async () => {
  assert.equal(await createRenditions(storage, createPictureQueue()).pathOf("/p/none.png", 160), null);
});

test("two are worked on at a time, a few wait, and more are told to come again", async () => {
  const queue = createPictureQueue({ atOnce: 2, waiting: 3 });
  const gate = Promise.withResolvers<void>();
  let working = 0;
  let most = 0;
  const work = async (): Promise<string> => {
    working += 1;
    most = Math.max(most, working);
    await gate.promise;
    working -= 1;
    return "done";
  };
  const taken = Array.from({ length: 5 }, () => queue.run(work));
  const refused = (error: unknown) =>
    error instanceof Refusal && error.code === "unavailable" && error.details.retry_after_s === 5;
  await assert.rejects(queue.run(work), refused);
  gate.resolve();
  assert.deepEqual(
    await Promise.all(taken),
    Array.from({ length: 5 }, () => "done"),
  );
  assert.equal(most, 2);
  await assert.rejects(
    queue.run(() => Promise.reject(new Error("broken"))),
    /broken/,
  );
  assert.equal(await queue.run(async () => "again"), "again");
});
