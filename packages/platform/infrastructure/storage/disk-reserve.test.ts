import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before, test } from "node:test";
import { createFakeClock } from "@souk/testkit";
import { createDiskReserve } from "./disk-reserve.ts";
import { createDiskStorage } from "./disk-storage.ts";
import { guardDiskReserve } from "./guard-disk-reserve.ts";

const gib = 1024 ** 3;
const isFull = { name: "ApiError", code: "storage_full" };

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-reserve-"));
});
after(() => rm(folder, { recursive: true }));

test("a file that would use the reserve of the disk is rejected", async () => {
  const write = (size: number, free: number, fileBytes: number) =>
    createDiskReserve(async () => ({ size, free })).run(fileBytes, async () => "written");
  assert.equal(await write(100 * gib, 3 * gib, gib), "written");
  await assert.rejects(write(100 * gib, 2 * gib, 1.5 * gib), isFull);
  await assert.rejects(write(100 * gib, gib / 2, 0), isFull);
  // On a disk of 2 GiB, a twentieth of free space is enough.
  assert.equal(await write(2 * gib, gib / 2, 1_000), "written");
});

test("files written at the same time cannot use the disk reserve together, and a failed write frees its space", async () => {
  const reserve = createDiskReserve(async () => ({ size: 100 * gib, free: 3 * gib }));
  const writes = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const first = reserve.run(gib, () => writes[0].promise);
  const second = reserve.run(gib, () => writes[1].promise);
  await assert.rejects(
    reserve.run(1, async () => undefined),
    isFull,
  );
  writes[0].reject(new Error("broken off"));
  await assert.rejects(first, /broken off/);
  assert.equal(await reserve.run(gib, async () => "written"), "written");
  writes[1].resolve();
  await second;
});

test("the storage on a full disk stores no file of any kind, and still passes its check", async () => {
  const root = join(folder, "full");
  // After two chunks, the disk is full.
  let free = gib + 3_000_000;
  const readSpace = async () => {
    free -= 1_000_000;
    return { size: 100 * gib, free };
  };
  const storage = guardDiskReserve(createDiskStorage(root, createFakeClock()), createDiskReserve(readSpace));
  const chunks = Readable.from([Buffer.alloc(500_000), Buffer.alloc(500_000), Buffer.alloc(500_000)]);
  await assert.rejects(storage.put("/stream.csv", chunks, "text/csv"), isFull);
  assert.equal(chunks.destroyed, true);
  await assert.rejects(storage.put("/image.png", Buffer.alloc(10), "image/png"), isFull);
  const file = join(folder, "upload");
  await writeFile(file, "text");
  await assert.rejects(storage.put("/import.csv", { file }, "text/csv"), isFull);
  for (const path of ["/stream.csv", "/image.png", "/import.csv"])
    assert.equal(await storage.getSize(path), null);
  assert.deepEqual(await readdir(join(root, ".parts")), []);
  await storage.check();
});
