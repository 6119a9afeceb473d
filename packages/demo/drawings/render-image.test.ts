import assert from "node:assert/strict";
import { test } from "node:test";
import sharp from "sharp";
import { type Layer, renderSvgText } from "./canvas.ts";
import { box, circle, line, repeat, rotate } from "./outline.ts";
import { drawImages, renderSvg } from "./render-image.ts";

/** Return the area in pixels that a black layer covers on a white background. */
async function measureInkedArea(layer: Omit<Layer, "fill">): Promise<number> {
  const paper = { outline: box(0, 0, [800, 800]), fill: "#ffffff" };
  const png = await renderSvg(renderSvgText([paper, { ...layer, fill: "#000000" }]));
  const [{ mean = 0 } = {}] = (await sharp(png).stats()).channels;
  return (1 - mean / 255) * 800 * 800;
}

const assertArea = (area: number, expected: number) =>
  assert.ok(Math.abs(area - expected) < expected / 100, `${area} instead of ${expected}`);

test("drawn shapes, lines with round ends and repeated shapes have the right area", async () => {
  assertArea(await measureInkedArea({ outline: box(10, 10, [200, 300]) }), 60_000);
  assertArea(await measureInkedArea({ outline: circle(400, 400, 100) }), Math.PI * 10_000);
  assertArea(await measureInkedArea({ outline: line("M200 500 L500 500", 40) }), 12_000 + Math.PI * 400);
  const turnedBox = rotate(box(-50, -50, [100, 100]), 45, [0, 0]);
  assertArea(
    await measureInkedArea({
      outline: repeat(turnedBox, [
        [200, 200],
        [500, 500],
      ]),
    }),
    20_000,
  );
});

test("a drawing's layer is clipped to `within`, and its opacity applies to the whole layer", async () => {
  const outline = [...box(0, 0, [300, 300]), ...box(100, 100, [300, 300])];
  // Two squares of 90,000 pixels overlap in 40,000 pixels, so both together cover 140,000.
  assertArea(await measureInkedArea({ outline, opacity: 0.5 }), 70_000);
  const within = repeat(box(0, 0, [50, 50]), [[200, 200]]);
  assertArea(await measureInkedArea({ outline, within }), 2500);
});

test("a rendered demo image is an 800 by 800 PNG with the palette's colors and stable bytes", async () => {
  const [svg = "", otherSvg = ""] = drawImages("mug", "#f1e3d3", [
    { main: "#d98e73", accent: "#2f5d62" },
    { main: "#7a8f6a", accent: "#f4e3c1" },
  ]);
  const png = await renderSvg(svg);
  assert.deepEqual(png, await renderSvg(svg));
  assert.notDeepEqual(png, await renderSvg(otherSvg));
  const { format, width, height, hasAlpha } = await sharp(png).metadata();
  assert.deepEqual([format, width, height, hasAlpha], ["png", 800, 800, false]);
  const glazePixel = await sharp(png).extract({ left: 300, top: 350, width: 1, height: 1 }).raw().toBuffer();
  assert.deepEqual([...glazePixel], [0x2f, 0x5d, 0x62]);
});
