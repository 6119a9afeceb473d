import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Store } from "../../../infrastructure/routing/call.ts";
import { createDiskReserve } from "../../../infrastructure/storage/index.ts";
import { prepareImages } from "./prepare-images.ts";
import { createImageFixture, type ImageFixture } from "./testing/image-fixture.ts";

let fixture: ImageFixture;
before(async () => {
  fixture = await createImageFixture();
});
after(() => fixture.stop());

test("no image is fetched or stored if the disk has too little space for an image of the maximum size", async () => {
  const { testPlatform, imageServer, store } = fixture;
  const { intake } = testPlatform.platform.files;
  const gib = 1024 ** 3;
  // One GiB must stay free. The remaining 10 MB are less than the 20 MiB that an image may have.
  const free = gib + 10_000_000;
  const diskReserve = createDiskReserve(async () => ({ size: 100 * gib, free }));
  const source = { urls: [`${imageServer.url}/64x48.png`] };
  await assert.rejects(
    prepareImages({ ...intake, diskReserve }, testPlatform.database, {
      store: store as unknown as Store,
      source,
    }),
    { code: "storage_full" },
  );
  assert.equal(imageServer.requests.length, 0);
  // A file is registered in file_removals before it is stored, so that it is removed if the process crashes.
  const countText = "select count(*) as count from file_removals where store_id = $1";
  assert.equal((await testPlatform.database.one<{ count: number }>(countText, [store.id])).count, 0);
});
