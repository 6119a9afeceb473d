import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "@souk/testkit";
import { listRenditionPaths } from "../../../infrastructure/images/index.ts";
import { removeDueFiles } from "../../../infrastructure/storage/index.ts";
import { createImageFixture, type ImageFixture, type ShownImage } from "./testing/image-fixture.ts";

let fixture: ImageFixture;

before(async () => {
  fixture = await createImageFixture();
});

after(() => fixture.stop());

/** List the paths of all stored files. */
async function listStoredFiles(): Promise<string[]> {
  const folder = join(fixture.testPlatform.config.dataDir, "files");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".parts"))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .sort();
}

/** Make every pending file removal due, and remove the files. */
async function removePendingFiles(): Promise<void> {
  const { database, platform } = fixture.testPlatform;
  await database.query("update file_removals set due_at = clock_timestamp() - interval '1 s'");
  await removeDueFiles(database, { storage: platform.files.storage, listDerivedFiles: listRenditionPaths });
}

async function listPendingRemovals(): Promise<{ path: string; attempts: number }[]> {
  const rows = await fixture.testPlatform.database.many<{ path: string; attempts: number }>(
    "select path, attempts from file_removals order by path",
  );
  return rows;
}

async function addImages(productId: number, urls: readonly string[]): Promise<ShownImage[]> {
  const response = await fixture.addByUrl(productId, urls);
  assert.equal(response.status, 200, response.text);
  return response.json<{ images: ShownImage[] }>().images;
}

const getPath = ({ url }: ShownImage) => new URL(url).pathname;

test("a deleted image's file and renditions are removed after the commit", async () => {
  const [productId = 0] = fixture.productIds;
  const [keptImage, deletedImage] = await addImages(productId, ["/64x48.png", "/32x32.png"]);
  assert.ok(keptImage && deletedImage);
  const { renditions } = fixture.testPlatform.platform.files;
  await renditions.getOrRender(getPath(deletedImage), 160);
  await renditions.getOrRender(getPath(keptImage), 160);
  const response = await fixture.call("DELETE", `/products/${productId}/images.json`, {
    json: { image_ids: String(deletedImage.id) },
  });
  assert.equal(response.status, 200);
  await removePendingFiles();
  assert.deepEqual(
    await listStoredFiles(),
    [getPath(keptImage), `/renditions/160${getPath(keptImage)}.webp`].sort(),
  );
  // A file is removed twice, an hour apart, because a rendition may be stored after the first removal.
  // Simulate such a rendition. The platform's own job may have done the second removal already, so the insert makes it due again.
  const { database } = fixture.testPlatform;
  await database.query(
    `insert into file_removals (store_id, path, due_at, attempts) values ($1, $2, clock_timestamp() + interval '1 hour', 1)
     on conflict (store_id, path) do update set attempts = 1, due_at = excluded.due_at`,
    [fixture.store.id, getPath(deletedImage)],
  );
  await fixture.testPlatform.platform.files.storage.put(
    `/renditions/480${getPath(deletedImage)}.webp`,
    Buffer.from("created late"),
    "image/webp",
  );
  await removePendingFiles();
  assert.deepEqual([(await listStoredFiles()).length, await listPendingRemovals()], [2, []]);
});

test("the files of a product's images are removed with the product", async () => {
  const [, productId = 0] = fixture.productIds;
  const filesBefore = await listStoredFiles();
  await addImages(productId, ["/64x48.png", "/20x10.png"]);
  assert.equal((await listStoredFiles()).length, filesBefore.length + 2);
  await fixture.testPlatform.database.query("delete from products where store_id = $1 and id = $2", [
    fixture.store.id,
    productId,
  ]);
  await removePendingFiles();
  await removePendingFiles();
  assert.deepEqual([await listStoredFiles(), await listPendingRemovals()], [filesBefore, []]);
});

test("a failed removal of an image file does not prevent other removals and is retried in the next run", async () => {
  const { database, platform } = fixture.testPlatform;
  const { storage } = platform.files;
  const paths = ["/products/0/a.png", "/products/0/b.png"];
  for (const path of paths) {
    await storage.put(path, Buffer.from("x"), "image/png");
    await database.query("insert into file_removals (store_id, path, due_at) values (0, $1, '2020-01-01')", [
      path,
    ]);
  }
  const failingStorage = {
    ...storage,
    remove: (path: string) => (path === paths[0] ? Promise.reject(new Error("away")) : storage.remove(path)),
  };
  await assert.rejects(
    removeDueFiles(database, { storage: failingStorage, listDerivedFiles: listRenditionPaths }),
    /away/,
  );
  assert.deepEqual([await storage.getSize(paths[0] ?? ""), await storage.getSize(paths[1] ?? "")], [1, null]);
  await removePendingFiles();
  assert.equal(await storage.getSize(paths[0] ?? ""), null);
  await removePendingFiles();
  assert.deepEqual(await listPendingRemovals(), []);
});

test("a process that is stopping removes no more image files", async () => {
  const { database, platform } = fixture.testPlatform;
  const { storage } = platform.files;
  const removeFilesUnlessStopping = (stopping?: AbortSignal) =>
    removeDueFiles(database, { storage, listDerivedFiles: listRenditionPaths }, stopping);
  await database.query(
    "insert into file_removals (store_id, path, due_at) values (0, 'nonsense/../x', '2020-01-01')",
  );
  await removeFilesUnlessStopping(AbortSignal.abort());
  assert.deepEqual(await listPendingRemovals(), [{ path: "nonsense/../x", attempts: 0 }]);
  await removePendingFiles();
  await removePendingFiles();
});

test("a pending file removal whose path is invalid is discarded", async () => {
  await fixture.testPlatform.database.query(
    "insert into file_removals (store_id, path, due_at) values (0, 'nonsense/../x', '2020-01-01')",
  );
  await removePendingFiles();
  await removePendingFiles();
  assert.deepEqual(await listPendingRemovals(), []);
});

const script = join(import.meta.dirname, "testing/killed-intake.ts");

/**
 * Prepare images, as a request does, in a process that kills itself: after it has announced the files to the database, while it
 * is writing one of them, or after it has stored all of them.
 */
async function runKilledProcess(moment: "announced" | "writing" | "stored"): Promise<ChildProcess> {
  const { testPlatform, store, imageServer } = fixture;
  const { dataDir } = testPlatform.config;
  const processArguments = [
    testPlatform.testDatabase.connectionString,
    dataDir,
    String(store.id),
    moment,
    `${imageServer.url}/64x48.png`,
    `${imageServer.url}/32x32.png`,
  ];
  const child = spawn(process.execPath, [script, ...processArguments], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  await once(child, "exit");
  return child;
}

test("a process killed between fetching and committing an image leaves no orphaned file", async () => {
  const filesBefore = await listStoredFiles();
  const { platform, config, database } = fixture.testPlatform;
  for (const [moment, expectedNewFileCount] of [
    ["announced", 0],
    ["writing", 1],
    ["stored", 2],
  ] as const) {
    assert.equal((await runKilledProcess(moment)).signalCode, "SIGKILL", moment);
    assert.equal((await listStoredFiles()).length, filesBefore.length + expectedNewFileCount, moment);
    const pendingRemovals = await listPendingRemovals();
    assert.equal(pendingRemovals.length, 2, moment);
    // Files are kept for an hour, because the request could still be running.
    await removeDueFiles(database, { storage: platform.files.storage, listDerivedFiles: listRenditionPaths });
    assert.equal((await listStoredFiles()).length, filesBefore.length + expectedNewFileCount, moment);
    await removePendingFiles();
    await removePendingFiles();
    assert.deepEqual([await listStoredFiles(), await listPendingRemovals()], [filesBefore, []], moment);
  }
  const listFolder = (folder: string) => readdir(join(config.dataDir, folder));
  assert.ok((await listFolder("uploads")).length > 0, "the killed processes left no unprocessed file");
  assert.ok((await listFolder("files/.parts")).length > 0, "the killed processes left no half-written file");
  const longAgo = new Date(Date.parse("2020-01-01"));
  for (const folder of ["uploads", "files/.parts"])
    for (const name of await listFolder(folder))
      await utimes(join(config.dataDir, folder, name), longAgo, longAgo);
  await platform.files.cleanUp();
  assert.deepEqual([await listFolder("uploads"), await listFolder("files/.parts")], [[], []]);
});

test("images whose files were removed before the commit are not added to the product", async () => {
  const [productId = 0] = fixture.productIds;
  const { database } = fixture.testPlatform;
  const countBefore = (await fixture.listImages(productId)).length;
  // The product is locked until the file has been removed, so the request can commit only afterward.
  const lockReleased = Promise.withResolvers<void>();
  const productLock = database.transaction(async (tx) => {
    await tx.query("select 1 from products where store_id = $1 and id = $2 for update", [
      fixture.store.id,
      productId,
    ]);
    await lockReleased.promise;
  });
  const addRequest = fixture.addByUrl(productId, ["/20x10.png"]);
  await eventually(async () => (await listPendingRemovals()).length === 1);
  await removePendingFiles();
  lockReleased.resolve();
  await productLock;
  const response = await addRequest;
  assert.equal(response.status, 503, response.text);
  assert.equal((await fixture.listImages(productId)).length, countBefore);
  await removePendingFiles();
});
