import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { startTestPlatform } from "@souk/testkit";
import sharp from "sharp";

test("resizing an image waits while uploaded images use all slots for image processing", async (t) => {
  const testPlatform = await startTestPlatform({ role: "api" });
  t.after(() => testPlatform.stop());
  const { storage, intake } = testPlatform.platform.files;
  const image = { create: { width: 400, height: 400, channels: 3, background: "red" } } as const;
  await storage.put("/products/1/red.png", await sharp(image).png().toBuffer(), "image/png");
  const gate = Promise.withResolvers<void>();
  const runningUploads = ["a", "b"].map((owner) => intake.queue.run(owner, () => gate.promise));
  const url = `${testPlatform.addresses.filesOrigin}/products/1/red.png?width=160`;
  const pendingResponse = testPlatform.request(url);
  assert.equal(await Promise.race([pendingResponse, setTimeout(300, "waiting")]), "waiting");
  gate.resolve();
  await Promise.all(runningUploads);
  assert.equal((await pendingResponse).status, 200);
});
