import assert from "node:assert/strict";
import { test } from "node:test";
import { startRecordingReceiver, startTestPlatform } from "@souk/testkit";
import sharp from "sharp";
import { createStoreApi } from "../../http/testing/store-api.ts";
import { createImportFixture } from "./testing/import-fixture.ts";

test("an image that exceeds the store's byte quota causes an import error, but its product is imported", async (t) => {
  const testPlatform = await startTestPlatform({ config: { quotas: { file_bytes: 2_000 } } });
  t.after(() => testPlatform.stop());
  const imageServer = await startRecordingReceiver();
  t.after(() => imageServer.stop());
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
  const image = { create: { width: 60, height: 60, channels: 3, background: "white", noise } } as const;
  imageServer.respondWith({ status: 200, body: await sharp(image).png().toBuffer() });
  const fixture = createImportFixture(await createStoreApi(testPlatform));
  const { id, result, status } = await fixture.importFile(
    `handle,title,image_urls\npictured,Pictured,${imageServer.url}/large.png\n`,
  );
  assert.deepEqual([status, result?.created, result?.errors], ["done", 1, 1]);
  const [error] = await fixture.listErrors({ id });
  assert.deepEqual([error?.path, error?.code], ["image_urls", "not_fetched"]);
  assert.match(
    error?.message ?? "",
    /large\.png" could not be stored\. The store has reached its quota file_bytes/,
  );
  assert.deepEqual((await fixture.loadProduct("pictured")).images, []);
});
