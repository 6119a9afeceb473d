import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { eventually } from "@souk/testkit";
import { renditionPathsOf } from "../../../pictures/index.ts";
import { sweepFiles } from "../../../storage/index.ts";
import { type ImageWorld, imageWorld, type ShownImage } from "./testing/image-world.ts";

let world: ImageWorld;

before(async () => {
  world = await imageWorld();
});

after(() => world.stop());

/** Every stored file, as paths. */
async function stored(): Promise<string[]> {
  const folder = join(world.testing.config.dataDir, "files");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(".parts"))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .sort();
}

/** Takes away what is due, after everything that waits was made due. */
async function sweepAll(): Promise<void> {
  const { database, platform } = world.testing;
  await database.query("update file_removals set due_at = clock_timestamp() - interval '1 s'");
  await sweepFiles(database, { storage: platform.files.storage, made: renditionPathsOf });
}

async function pending(): Promise<{ path: string; tries: number }[]> {
  const { rows } = await world.testing.database.query<{ path: string; tries: number }>(
    "select path, tries from file_removals order by path",
  );
  return rows;
}

async function add(product: number, urls: readonly string[]): Promise<ShownImage[]> {
  const answer = await world.addByUrl(product, urls);
  assert.equal(answer.status, 200, answer.text);
  return answer.json<{ images: ShownImage[] }>().images;
}

const pathOf = ({ url }: ShownImage) => new URL(url).pathname;

test("the file of a deleted picture goes after the commit, with every rendition, and is looked for once more", async () => {
  const [product = 0] = world.products;
  const [kept, gone] = await add(product, ["/64x48.png", "/32x32.png"]);
  assert.ok(kept && gone);
  const { renditions } = world.testing.platform.files;
  await renditions.pathOf(pathOf(gone), 160);
  await renditions.pathOf(pathOf(kept), 160);
  const answer = await world.call("DELETE", `/products/${product}/images.json`, {
    json: { image_ids: String(gone.id) },
  });
  assert.equal(answer.status, 200);
  await sweepAll();
  assert.deepEqual(await stored(), [pathOf(kept), `/renditions/160${pathOf(kept)}.webp`].sort());
  // A rendition that was being made meanwhile.
  await world.testing.platform.files.storage.put(
    `/renditions/480${pathOf(gone)}.webp`,
    Buffer.from("late"),
    "image/webp",
  );
  await sweepAll();
  assert.deepEqual([(await stored()).length, await pending()], [2, []]);
});

test("the files of a product's pictures go with the product", async () => {
  const [, product = 0] = world.products;
  const before = await stored();
  await add(product, ["/64x48.png", "/20x10.png"]);
  assert.equal((await stored()).length, before.length + 2);
  await world.testing.database.query("delete from products where store_id = $1 and id = $2", [
    world.shop.id,
    product,
  ]);
  await sweepAll();
  await sweepAll();
  assert.deepEqual([await stored(), await pending()], [before, []]);
});

test("a storage that fails leaves the file for the next time, and the others are taken away all the same", async () => {
  const { database, platform } = world.testing;
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
  await assert.rejects(sweepFiles(database, { storage: failing, made: renditionPathsOf }), /away/);
  assert.deepEqual([await storage.sizeOf(paths[0] ?? ""), await storage.sizeOf(paths[1] ?? "")], [1, null]);
  await sweepAll();
  assert.equal(await storage.sizeOf(paths[0] ?? ""), null);
  await sweepAll();
  assert.deepEqual(await pending(), []);
});

test("a process that stops begins to take nothing further away", async () => {
  const { database, platform } = world.testing;
  const { storage } = platform.files;
  const sweep = (stopping?: AbortSignal) =>
    sweepFiles(database, { storage, made: renditionPathsOf }, stopping);
  await database.query(
    "insert into file_removals (store_id, path, due_at) values (0, 'nonsense/../x', '2020-01-01')",
  );
  await sweep(AbortSignal.abort());
  assert.deepEqual(await pending(), [{ path: "nonsense/../x", tries: 0 }]);
  await sweepAll();
  await sweepAll();
});

test("a path that no storage takes is forgotten and stops nothing", async () => {
  await world.testing.database.query(
    "insert into file_removals (store_id, path, due_at) values (0, 'nonsense/../x', '2020-01-01')",
  );
  await sweepAll();
  await sweepAll();
  assert.deepEqual(await pending(), []);
});

const script = join(import.meta.dirname, "testing/killed-intake.ts");

/** Takes pictures in like a request does, in a process that is killed at a moment. */
async function killedAt(moment: "announced" | "writing" | "stored"): Promise<ChildProcess> {
  const { testing, shop, pictures } = world;
  const { dataDir } = testing.config;
  const words = [
    testing.storage.connectionString,
    dataDir,
    String(shop.id),
    moment,
    `${pictures.url}/64x48.png`,
    `${pictures.url}/32x32.png`,
  ];
  const child = spawn(process.execPath, [script, ...words], { stdio: ["ignore", "inherit", "inherit"] });
  await once(child, "exit");
  return child;
}

test("a process that is killed anywhere between fetching and committing leaves no file that is not taken away", async () => {
  const before = await stored();
  const { platform, config, database } = world.testing;
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
    await sweepFiles(database, { storage: platform.files.storage, made: renditionPathsOf });
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

test("pictures that were prepared more than an hour ago are not shown: their files may be gone", async () => {
  const [product = 0] = world.products;
  const { database } = world.testing;
  const before = (await world.imagesOf(product)).length;
  // The file is taken away between the preparation and the commit: the product is held until it is.
  const held = Promise.withResolvers<void>();
  const holding = database.transaction(async (tx) => {
    await tx.query("select 1 from products where store_id = $1 and id = $2 for update", [
      world.shop.id,
      product,
    ]);
    await held.promise;
  });
  const adding = world.addByUrl(product, ["/20x10.png"]);
  await eventually(async () => (await pending()).length === 1);
  await sweepAll();
  held.resolve();
  await holding;
  const answer = await adding;
  assert.equal(answer.status, 503, answer.text);
  assert.equal((await world.imagesOf(product)).length, before);
  await sweepAll();
});
