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
const storageFullError = { name: "ApiError", code: "storage_full" };

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-reserve-"));
});
after(() => rm(folder, { recursive: true }));

test("a file is rejected if too little free space would remain on the disk", async () => {
  const write = (size: number, free: number, fileBytes: number) =>
    createDiskReserve(async () => ({ size, free })).writeWithinReserve(fileBytes, async () => "written");
  // On a disk of 100 GiB, 1 GiB must stay free.
  assert.equal(await write(100 * gib, 3 * gib, gib), "written");
  await assert.rejects(write(100 * gib, 2 * gib, 1.5 * gib), storageFullError);
  await assert.rejects(write(100 * gib, gib / 2, 0), storageFullError);
  // On a disk of 2 GiB, it is enough that a twentieth of the disk stays free.
  assert.equal(await write(2 * gib, gib / 2, 1_000), "written");
});

test("a file is rejected if the files that are being written leave too little free space for it", async () => {
  const reserve = createDiskReserve(async () => ({ size: 100 * gib, free: 3 * gib }));
  const writeResults = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const firstWrite = reserve.writeWithinReserve(gib, () => writeResults[0].promise);
  const secondWrite = reserve.writeWithinReserve(gib, () => writeResults[1].promise);
  await assert.rejects(
    reserve.writeWithinReserve(1, async () => undefined),
    storageFullError,
  );
  writeResults[0].reject(new Error("broken off"));
  await assert.rejects(firstWrite, /broken off/);
  assert.equal(await reserve.writeWithinReserve(gib, async () => "written"), "written");
  writeResults[1].resolve();
  await secondWrite;
});

test("on a full disk, the storage rejects a stream, a buffer and a file, but the storage check succeeds", async () => {
  const root = join(folder, "full");
  // After two chunks, too little space is free for a third chunk.
  let free = gib + 3_000_000;
  const readSpace = async () => {
    free -= 1_000_000;
    return { size: 100 * gib, free };
  };
  const storage = guardDiskReserve(createDiskStorage(root, createFakeClock()), createDiskReserve(readSpace));
  const chunks = Readable.from([Buffer.alloc(500_000), Buffer.alloc(500_000), Buffer.alloc(500_000)]);
  await assert.rejects(storage.put("/stream.csv", chunks, "text/csv"), storageFullError);
  assert.equal(chunks.destroyed, true);
  await assert.rejects(storage.put("/image.png", Buffer.alloc(10), "image/png"), storageFullError);
  const file = join(folder, "upload");
  await writeFile(file, "text");
  await assert.rejects(storage.put("/import.csv", { file }, "text/csv"), storageFullError);
  for (const path of ["/stream.csv", "/image.png", "/import.csv"])
    assert.equal(await storage.getSize(path), null);
  assert.deepEqual(await readdir(join(root, ".parts")), []);
  await storage.check();
});
