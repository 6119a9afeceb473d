import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { drawSvg, type Layer } from "./canvas.ts";
import { box, circle, line, repeated, turned } from "./outline.ts";
import { drawImages, renderSvg } from "./render-picture.ts";

/** Counts the pixels that a black layer darkens on white paper, a half-covered pixel as a half. */
async function inkedArea(layer: Omit<Layer, "fill">): Promise<number> {
  const paper = { outline: box(0, 0, [800, 800]), fill: "#ffffff" };
  const png = await renderSvg(drawSvg([paper, { ...layer, fill: "#000000" }]));
  const [{ mean = 0 } = {}] = (await sharp(png).stats()).channels;
  return (1 - mean / 255) * 800 * 800;
}

const about = (area: number, expected: number) =>
  assert.ok(Math.abs(area - expected) < expected / 100, `${area} in place of ${expected}`);

test("a shape, a line with round ends and repeated shapes cover their areas", async () => {
  about(await inkedArea({ outline: box(10, 10, [200, 300]) }), 60_000);
  about(await inkedArea({ outline: circle(400, 400, 100) }), Math.PI * 10_000);
  about(await inkedArea({ outline: line("M200 500 L500 500", 40) }), 12_000 + Math.PI * 400);
  const turnedBox = turned(box(-50, -50, [100, 100]), 45, [0, 0]);
  about(
    await inkedArea({
      outline: repeated(turnedBox, [
        [200, 200],
        [500, 500],
      ]),
    }),
    20_000,
  );
});

test("a layer is cut to the outline that it lies within, and its opacity counts once where shapes overlap", async () => {
  const outline = [...box(0, 0, [300, 300]), ...box(100, 100, [300, 300])];
  about(await inkedArea({ outline, opacity: 0.5 }), 70_000);
  const within = repeated(box(0, 0, [50, 50]), [[200, 200]]);
  about(await inkedArea({ outline, within }), 2500);
});

test("a picture is a PNG of 800 by 800 in the colors of its thing, the same bytes each time", async () => {
  const [svg = "", other = ""] = drawImages("mug", "#f1e3d3", [
    { main: "#d98e73", accent: "#2f5d62" },
    { main: "#7a8f6a", accent: "#f4e3c1" },
  ]);
  const png = await renderSvg(svg);
  assert.deepEqual(png, await renderSvg(svg));
  assert.notDeepEqual(png, await renderSvg(other));
  const { format, width, height, hasAlpha } = await sharp(png).metadata();
  assert.deepEqual([format, width, height, hasAlpha], ["png", 800, 800, false]);
  const glaze = await sharp(png).extract({ left: 300, top: 350, width: 1, height: 1 }).raw().toBuffer();
  assert.deepEqual([...glaze], [0x2f, 0x5d, 0x62]);
});
