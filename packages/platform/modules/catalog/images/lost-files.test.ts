import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "@souk/testkit";
import { listRenditionPaths } from "../../../infrastructure/images/index.ts";
import { sweepFiles } from "../../../infrastructure/storage/index.ts";
import { createImageFixture, type ImageFixture, type ShownImage } from "./testing/image-fixture.ts";

let fixture: ImageFixture;

before(async () => {
  fixture = await createImageFixture();
});

after(() => fixture.stop());

/** List the paths of every stored file. */
async function stored(): Promise<string[]> {
  const folder = join(fixture.testing.config.dataDir, "files");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".parts"))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .sort();
}

/** Remove all files due for removal, after making every waiting one due. */
async function sweepAll(): Promise<void> {
  const { database, platform } = fixture.testing;
  await database.query("update file_removals set due_at = clock_timestamp() - interval '1 s'");
  await sweepFiles(database, { storage: platform.files.storage, made: listRenditionPaths });
}

async function pending(): Promise<{ path: string; attempts: number }[]> {
  const rows = await fixture.testing.database.many<{ path: string; attempts: number }>(
    "select path, attempts from file_removals order by path",
  );
  return rows;
}

async function add(product: number, urls: readonly string[]): Promise<ShownImage[]> {
  const answer = await fixture.addByUrl(product, urls);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ images: ShownImage[] }>().images;
}

const getPath = ({ url }: ShownImage) => new URL(url).pathname;

test("the file of a deleted image is removed after the commit with its renditions", async () => {
  const [product = 0] = fixture.products;
  const [kept, deleted] = await add(product, ["/64x48.png", "/32x32.png"]);
  assert.ok(kept && deleted);
  const { renditions } = fixture.testing.platform.files;
  await renditions.getPath(getPath(deleted), 160);
  await renditions.getPath(getPath(kept), 160);
  const answer = await fixture.call("DELETE", `/products/${product}/images.json`, {
    json: { image_ids: String(deleted.id) },
  });
  assert.equal(answer.status, 200);
  await sweepAll();
  assert.deepEqual(await stored(), [getPath(kept), `/renditions/160${getPath(kept)}.webp`].sort());
  // A rendition that was being made meanwhile.
  await fixture.testing.platform.files.storage.put(
    `/renditions/480${getPath(deleted)}.webp`,
    Buffer.from("late"),
    "image/webp",
  );
  await sweepAll();
  assert.deepEqual([(await stored()).length, await pending()], [2, []]);
});

test("the files of a product's images are removed with the product", async () => {
  const [, product = 0] = fixture.products;
  const before = await stored();
  await add(product, ["/64x48.png", "/20x10.png"]);
  assert.equal((await stored()).length, before.length + 2);
  await fixture.testing.database.query("delete from products where store_id = $1 and id = $2", [
    fixture.store.id,
    product,
  ]);
  await sweepAll();
  await sweepAll();
  assert.deepEqual([await stored(), await pending()], [before, []]);
});

test("a failing storage leaves a file for the next run and the others are removed", async () => {
  const { database, platform } = fixture.testing;
  const { storage } = platform.files;
  const paths = ["/products/0/a.png", "/products/0/b.png"];
  for (const path of paths) {
    await storage.put(path, Buffer.from("x"), "image/png");
    await database.query("insert into file_removals (store_id, path, due_at) values (0, $1, '2020-01-01')", [
      path,
    ]);
  }
  const failing = {
    ...storage,
    remove: (path: string) => (path === paths[0] ? Promise.reject(new Error("away")) : storage.remove(path)),
  };
  await assert.rejects(sweepFiles(database, { storage: failing, made: listRenditionPaths }), /away/);
  assert.deepEqual([await storage.getSize(paths[0] ?? ""), await storage.getSize(paths[1] ?? "")], [1, null]);
  await sweepAll();
  assert.equal(await storage.getSize(paths[0] ?? ""), null);
  await sweepAll();
  assert.deepEqual(await pending(), []);
});

test("a stopping process starts no further removal", async () => {
  const { database, platform } = fixture.testing;
  const { storage } = platform.files;
  const sweep = (stopping?: AbortSignal) =>
    sweepFiles(database, { storage, made: listRenditionPaths }, stopping);
  await database.query(
    "insert into file_removals (store_id, path, due_at) values (0, 'nonsense/../x', '2020-01-01')",
  );
  await sweep(AbortSignal.abort());
  assert.deepEqual(await pending(), [{ path: "nonsense/../x", attempts: 0 }]);
  await sweepAll();
  await sweepAll();
});

test("a path that no storage accepts is dropped and blocks no other removal", async () => {
  await fixture.testing.database.query(
    "insert into file_removals (store_id, path, due_at) values (0, 'nonsense/../x', '2020-01-01')",
  );
  await sweepAll();
  await sweepAll();
  assert.deepEqual(await pending(), []);
});

const script = join(import.meta.dirname, "testing/killed-intake.ts");

/** Prepare images as a request does, in a process that is killed at this moment. */
async function killedAt(moment: "announced" | "writing" | "stored"): Promise<ChildProcess> {
  const { testing, store, imageServer } = fixture;
  const { dataDir } = testing.config;
  const words = [
    testing.storage.connectionString,
    dataDir,
    String(store.id),
    moment,
    `${imageServer.url}/64x48.png`,
    `${imageServer.url}/32x32.png`,
  ];
  const child = spawn(process.execPath, [script, ...words], { stdio: ["ignore", "inherit", "inherit"] });
  await once(child, "exit");
  return child;
}

test("a process killed between fetching and committing leaves no orphaned file", async () => {
  const before = await stored();
  const { platform, config, database } = fixture.testing;
  for (const [moment, files] of [
    ["announced", 0],
    ["writing", 1],
    ["stored", 2],
  ] as const) {
    assert.equal((await killedAt(moment)).signalCode, "SIGKILL", moment);
    assert.equal((await stored()).length, before.length + files, moment);
    const waiting = await pending();
    assert.equal(waiting.length, 2, moment);
    // Not before their hour: the request could still be on its way.
    await sweepFiles(database, { storage: platform.files.storage, made: listRenditionPaths });
    assert.equal((await stored()).length, before.length + files, moment);
    await sweepAll();
    await sweepAll();
    assert.deepEqual([await stored(), await pending()], [before, []], moment);
  }
  const left = (folder: string) => readdir(join(config.dataDir, folder));
  assert.ok((await left("uploads")).length > 0, "what was being looked at");
  assert.ok((await left("files/.parts")).length > 0, "what was being written");
  const longAgo = new Date(Date.parse("2020-01-01"));
  for (const folder of ["uploads", "files/.parts"])
    for (const name of await left(folder)) await utimes(join(config.dataDir, folder, name), longAgo, longAgo);
  await platform.files.tidy();
  assert.deepEqual([await left("uploads"), await left("files/.parts")], [[], []]);
});

test("images prepared over an hour ago are not added: their files may be gone", async () => {
  const [product = 0] = fixture.products;
  const { database } = fixture.testing;
  const before = (await fixture.listImages(product)).length;
  // The file is taken away between the preparation and the commit: the product is held until it is.
  const released = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await tx.query("select 1 from products where store_id = $1 and id = $2 for update", [
      fixture.store.id,
      product,
    ]);
    await released.promise;
  });
  const adding = fixture.addByUrl(product, ["/20x10.png"]);
  await eventually(async () => (await pending()).length === 1);
  await sweepAll();
  released.resolve();
  await holding;
  const answer = await adding;
  assert.equal(answer.status, 503, answer.text);
  assert.equal((await fixture.listImages(product)).length, before);
  await sweepAll();
});
