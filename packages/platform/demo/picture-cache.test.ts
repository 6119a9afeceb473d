import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { cachedDrawing, drawAnew } from "./picture-cache.ts";
import { demoProducts } from "./products/demo-products.ts";

const [mug = assert.fail()] = demoProducts;

async function cacheFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "souk-picture-cache-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "pictures");
}

test("pictures are drawn once and come from the cache then, a lost one with the others of its product anew", async (t) => {
  const folder = await cacheFolder(t);
  const draw = await cachedDrawing(folder);
  const drawn = await drawAnew(mug);
  assert.deepEqual(await draw(mug), drawn);
  const [first = assert.fail(), ...others] = (await readdir(folder)).toSorted();
  assert.equal(others.length + 1, mug.colours.length);
  const kept = Buffer.from("kept");
  await writeFile(join(folder, first), kept);
  assert.deepEqual(await draw(mug), [kept, ...drawn.slice(1)], "nothing is drawn");
  await rm(join(folder, first));
  assert.deepEqual(await draw(mug), drawn);
  assert.deepEqual(
    await readdir(folder),
    (await readdir(folder)).filter((name) => name.endsWith(".png")),
  );
});

test("where nothing can be kept all is drawn", async (t) => {
  const folder = await cacheFolder(t);
  // Not even root makes a folder below a file.
  await writeFile(folder, "");
  assert.deepEqual(await (await cachedDrawing(join(folder, "below")))(mug), await drawAnew(mug));
});
