import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createCachedRenderer } from "./picture-cache.ts";
import { drawImages, renderSvg } from "./pictures/render-picture.ts";

const [svg = "", other = ""] = drawImages("mug", "#f1e3d3", [
  { main: "#d98e73", accent: "#2f5d62" },
  { main: "#7a8f6a", accent: "#f4e3c1" },
]);

async function cacheFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "souk-picture-cache-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "pictures");
}

test("a picture is rendered once, then read from the cache until it is lost", async (t) => {
  const folder = await cacheFolder(t);
  const render = createCachedRenderer(folder);
  const rendered = await renderSvg(svg);
  assert.deepEqual(await render(svg), rendered);
  const [name = assert.fail(), ...others] = await readdir(folder);
  assert.deepEqual(others, []);
  const kept = Buffer.from("kept");
  await writeFile(join(folder, name), kept);
  assert.deepEqual(await render(svg), kept, "nothing is rendered");
  assert.deepEqual(await render(other), await renderSvg(other));
  await rm(join(folder, name));
  assert.deepEqual(await render(svg), rendered);
  assert.ok((await readdir(folder)).every((file) => file.endsWith(".png")));
});

test("a picture is rendered each time where the cache cannot be written", async (t) => {
  const folder = await cacheFolder(t);
  // Not even root makes a folder below a file.
  await writeFile(folder, "");
  assert.deepEqual(await createCachedRenderer(join(folder, "below"))(svg), await renderSvg(svg));
});
