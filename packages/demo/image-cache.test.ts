import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { drawImages, renderSvg } from "./drawings/render-image.ts";
import { createCachingRenderer } from "./image-cache.ts";

const [svg = "", otherSvg = ""] = drawImages("mug", "#f1e3d3", [
  { main: "#d98e73", accent: "#2f5d62" },
  { main: "#7a8f6a", accent: "#f4e3c1" },
]);

async function createCacheFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "souk-image-cache-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "images");
}

test("a demo image is rendered once and cached until the cached file is deleted", async (t) => {
  const folder = await createCacheFolder(t);
  const render = createCachingRenderer(folder);
  const renderedImage = await renderSvg(svg);
  assert.deepEqual(await render(svg), renderedImage);
  const [name = assert.fail(), ...otherFiles] = await readdir(folder);
  assert.deepEqual(otherFiles, []);
  const cachedData = Buffer.from("cached");
  await writeFile(join(folder, name), cachedData);
  assert.deepEqual(await render(svg), cachedData, "the image comes from the cache");
  assert.deepEqual(await render(otherSvg), await renderSvg(otherSvg));
  await rm(join(folder, name));
  assert.deepEqual(await render(svg), renderedImage);
  assert.ok((await readdir(folder)).every((file) => file.endsWith(".png")));
});

test("a demo image is rendered each time if the image cache is not writable", async (t) => {
  const folder = await createCacheFolder(t);
  // Even root cannot create a folder in a path that is a file.
  await writeFile(folder, "");
  assert.deepEqual(await createCachingRenderer(join(folder, "below"))(svg), await renderSvg(svg));
});
