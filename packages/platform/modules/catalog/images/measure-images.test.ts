import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createMeasureJob } from "./measure-images.ts";
import { createImage, createImageFixture, type ImageFixture } from "./testing/image-fixture.ts";

let fixture: ImageFixture;
before(async () => {
  fixture = await createImageFixture({ role: "api" });
});
after(() => fixture.stop());

test("the missing file size of an image from an earlier release is stored and counted once", async () => {
  const { testPlatform, store, productIds } = fixture;
  const { database } = testPlatform;
  const { storage } = testPlatform.platform.files;
  const readSizes = async () => {
    const text = "select size from product_images where store_id = $1 order by id";
    return (await database.many<{ size: number }>(text, [store.id])).map(({ size }) => size);
  };
  const countBytes = async () => {
    const text = `select coalesce(sum(delta), 0)::int as bytes from resource_counts
      where store_id = $1 and resource = 'file_bytes'`;
    return (await database.one<{ bytes: number }>(text, [store.id])).bytes;
  };
  for (const width of [10, 20, 30])
    assert.equal((await fixture.upload(productIds[0] ?? 0, await createImage(width, 10))).status, 200);
  const sizes = await readSizes();
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.equal(await countBytes(), totalBytes);
  await database.query("update product_images set size = 0 where store_id = $1", [store.id]);
  await database.query("delete from resource_counts where resource = 'file_bytes'");
  await database.query(
    `insert into product_images (store_id, product_id, path, position, width, height)
     values ($1, $2, '/products/lost.png', 9, 1, 1)`,
    [store.id, productIds[0]],
  );
  const { signal } = new AbortController();
  await createMeasureJob(storage).run(database, signal);
  assert.deepEqual(await readSizes(), [...sizes, 0]);
  assert.equal(await countBytes(), totalBytes);
  await createMeasureJob(storage).run(database, signal);
  assert.equal(await countBytes(), totalBytes);
});
