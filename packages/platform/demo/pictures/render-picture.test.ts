import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32, inflateSync } from "node:zlib";
import { coverageOf } from "./coverage.ts";
import { box, circle, line } from "./outline.ts";
import { renderPictures } from "./render-picture.ts";

const area = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0);

test("an outline covers its area, whichever way it runs, and a hole takes away", () => {
  assert.ok(Math.abs(area(coverageOf(box(10, 10, [20, 30]), 100).values) - 600) < 1);
  const turnedRound = box(10, 10, [20, 30]).map((points) => points.toReversed());
  assert.ok(Math.abs(area(coverageOf(turnedRound, 100).values) - 600) < 1);
  const ring = [...circle(50, 50, 40), ...circle(50, 50, 20).map((points) => points.toReversed())];
  assert.ok(Math.abs(area(coverageOf(ring, 100).values) - Math.PI * 1200) < 40);
  assert.ok(Math.abs(area(coverageOf(line("M20 50 L80 50", 10), 100).values) - (600 + Math.PI * 25)) < 8);
});

test("what lies outside the picture is cut off", () => {
  assert.ok(Math.abs(area(coverageOf(box(-50, -50, [100, 100]), 100).values) - 2500) < 1);
  assert.equal(area(coverageOf(box(200, 200, [10, 10]), 100).values), 0);
});

test("a picture is a PNG of 800 by 800 whose sums are right, the same each time", async () => {
  const colours = [{ main: "#d98e73", accent: "#2f5d62" }];
  const [picture] = await renderPictures("mug", "#f1e3d3", colours);
  const [again] = await renderPictures("mug", "#f1e3d3", colours);
  assert.ok(picture && again);
  assert.deepEqual(picture, again);
  assert.equal(picture.subarray(0, 8).toString("latin1"), "\x89PNG\r\n\x1a\n");
  assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [800, 800]);
  const data: Buffer[] = [];
  for (let at = 8; at < picture.length; at += 12 + picture.readUInt32BE(at)) {
    const length = picture.readUInt32BE(at);
    assert.equal(picture.readUInt32BE(at + 8 + length), crc32(picture.subarray(at + 4, at + 8 + length)));
    if (picture.toString("latin1", at + 4, at + 8) === "IDAT") {
      data.push(picture.subarray(at + 8, at + 8 + length));
    }
  }
  assert.equal(inflateSync(Buffer.concat(data)).length, 800 * (800 * 3 + 1));
});
