import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Check } from "typebox/value";
import {
  createImage,
  createImageFixture,
  formatErrorCodes,
  type ImageFixture,
  type ShownImage,
} from "./testing/image-fixture.ts";

let fixture: ImageFixture;

before(async () => {
  fixture = await createImageFixture();
});

after(() => fixture.stop());

async function countPendingRemovals(): Promise<number> {
  const text = "select count(*) as count from file_removals";
  const row = await fixture.testPlatform.database.one<{ count: number }>(text);
  return row.count;
}

const listUploadFiles = () => readdir(join(fixture.testPlatform.config.dataDir, "uploads"));

test("an uploaded image of each type is accepted and returned by every endpoint", async () => {
  const [productId = 0] = fixture.productIds;
  for (const [index, format] of (["png", "jpeg", "webp", "gif"] as const).entries()) {
    const body = await createImage(40 + index, 30, format);
    const updates = await fixture.listUpdateEvents(async () => {
      const response = await fixture.upload(productId, body, {
        type: `image/${format}`,
        title: `Seen ${format}`,
      });
      assert.equal(response.status, 200, response.text);
      assert.ok(Check(operations.createImages.response, response.json()));
      const [createdImage] = response.json<{ images: ShownImage[] }>().images;
      assert.deepEqual(
        [
          createdImage?.product_id,
          createdImage?.title,
          createdImage?.position,
          createdImage?.width,
          createdImage?.height,
        ],
        [productId, `Seen ${format}`, index + 1, 40 + index, 30],
      );
      const extension = format === "jpeg" ? "jpg" : format;
      assert.match(
        createdImage?.url ?? "",
        new RegExp(`/products/${fixture.store.id}/[\\w-]{32}\\.${extension}$`),
      );
    });
    assert.deepEqual(updates, [{ resource_id: productId, context: "product/update" }]);
  }
  const images = await fixture.listImages(productId);
  assert.equal(images.length, 4);
  const productResponse = await fixture.call("GET", `/products/${productId}.json`);
  assert.equal(productResponse.json<{ product: { image_url: string } }>().product.image_url, images[0]?.url);
  const path = `/products/${productId}/images`;
  const list = (await fixture.call("GET", `${path}.json?sort=position.desc&limit=2`)).json<{
    images: ShownImage[];
    total_count: number;
  }>();
  assert.ok(Check(operations.listImages.response, list));
  assert.deepEqual([list.total_count, list.images.map(({ id }) => id)], [4, [images[3]?.id, images[2]?.id]]);
  const countResponse = await fixture.call("GET", `${path}/count.json?since_id=${images[1]?.id}`);
  assert.deepEqual(countResponse.json(), { count: 3 });
  const imageResponse = await fixture.call("GET", `${path}/${images[2]?.id}.json`);
  assert.deepEqual(imageResponse.json(), { image: images[2] });
  const partialResponse = await fixture.call("GET", `${path}/${images[2]?.id}.json?fields=url`);
  assert.deepEqual(partialResponse.json(), { image: { id: images[2]?.id, url: images[2]?.url } });
  assert.deepEqual([await countPendingRemovals(), await listUploadFiles()], [0, []]);
});

test("images added by URL are fetched, keep their order and publish one event", async () => {
  const [, productId = 0] = fixture.productIds;
  const updates = await fixture.listUpdateEvents(async () => {
    const response = await fixture.addByUrl(productId, ["/64x48.png", "/32x32.png", "/20x10.png"]);
    assert.equal(response.status, 200, response.text);
    const { images } = response.json<{ images: ShownImage[] }>();
    assert.deepEqual(
      images.map(({ width, position, title }) => [width, position, title]),
      [
        [64, 1, ""],
        [32, 2, ""],
        [20, 3, ""],
      ],
    );
  });
  assert.equal(updates.length, 1);
  const [firstRequest] = fixture.imageServer.requests;
  assert.equal(firstRequest?.headers["user-agent"], "Souk-Images/1");
  assert.equal(firstRequest?.headers["accept-encoding"], "identity");
  assert.deepEqual([await countPendingRemovals(), await listUploadFiles()], [0, []]);
});

test("a repeated idempotency key adds no second image", async () => {
  const [, , productId = 0] = fixture.productIds;
  const body = await createImage(50, 50);
  const firstUpload = await fixture.upload(productId, body, { key: "upload-1" });
  const repeatedUpload = await fixture.upload(productId, body, { key: "upload-1" });
  assert.deepEqual([repeatedUpload.status, repeatedUpload.text], [200, firstUpload.text]);
  assert.equal(repeatedUpload.headers["idempotent-replay"], "true");
  const otherFileUpload = await fixture.upload(productId, await createImage(51, 50), { key: "upload-1" });
  assert.match(formatErrorCodes(otherFileUpload), /^422 Idempotency-Key: /);
  assert.equal((await fixture.listImages(productId)).length, 1);
  const requestsBefore = fixture.imageServer.requests.length;
  const addByUrlWithKey = () =>
    fixture.call("POST", `/products/${productId}/images.json`, {
      json: { images: [`${fixture.imageServer.url}/20x10.png`] },
      headers: { "idempotency-key": "by-url-1" },
    });
  const [firstResponse, secondResponse] = [await addByUrlWithKey(), await addByUrlWithKey()];
  assert.equal(firstResponse.text, secondResponse.text);
  // The second request did not fetch the image again.
  assert.equal(fixture.imageServer.requests.length, requestsBefore + 1);
  const concurrentUploads = await Promise.all(
    [1, 2, 3].map(() => fixture.upload(productId, body, { key: "upload-2" })),
  );
  assert.ok(concurrentUploads.every(({ status }) => status === 200 || status === 409));
  assert.equal((await fixture.listImages(productId)).length, 3);
});

test("a duplicate request gets 409 while the first one is fetching its images", async () => {
  const [, , productId = 0] = fixture.productIds;
  const { database } = fixture.testPlatform;
  const imagesBefore = (await fixture.listImages(productId)).length;
  const requestsBefore = fixture.imageServer.requests.length;
  const addSlowImageWithKey = (key: string) =>
    fixture.call("POST", `/products/${productId}/images.json`, {
      json: { images: [`${fixture.imageServer.url}/slow.png`] },
      headers: { "idempotency-key": key },
    });
  const countClaims = async () => (await database.query("select from idempotency_claims")).rowCount;
  const firstResponse = addSlowImageWithKey("key-1");
  await fixture.imageServer.waitForRequests(requestsBefore + 1);
  assert.equal(formatErrorCodes(await addSlowImageWithKey("key-1")), "409 conflict");
  assert.equal((await firstResponse).status, 200);
  assert.equal((await addSlowImageWithKey("key-1")).headers["idempotent-replay"], "true");
  assert.equal(fixture.imageServer.requests.length, requestsBefore + 1);
  assert.equal((await fixture.listImages(productId)).length, imagesBefore + 1);
  assert.equal(await countClaims(), 0);

  // Simulate a request that ended without removing its claim.
  await database.query(
    `insert into idempotency_claims (store_id, actor, key, expires_at)
     select store_id, actor, 'key-2', clock_timestamp() + interval '1 hour' from idempotency_keys where key = 'key-1'`,
  );
  assert.equal(formatErrorCodes(await addSlowImageWithKey("key-2")), "409 conflict");
  await database.query("update idempotency_claims set expires_at = clock_timestamp()");
  assert.equal((await addSlowImageWithKey("key-2")).status, 200);
  assert.equal(await countClaims(), 0, "the request removed the expired claim too");
});

test("PRD-3: of 14 concurrent image uploads, nine are accepted and get positions 1 to 9", async () => {
  const [, , , productId = 0] = fixture.productIds;
  const body = await createImage(10, 10);
  const responses = await Promise.all(Array.from({ length: 14 }, () => fixture.upload(productId, body)));
  const acceptedResponses = responses.filter(({ status }) => status === 200);
  assert.equal(acceptedResponses.length, 9);
  for (const response of responses.filter(({ status }) => status !== 200))
    assert.match(formatErrorCodes(response), /^422 images: too_many/);
  const positions = (await fixture.listImages(productId)).map(({ position }) => position);
  assert.deepEqual(positions, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const requestsBefore = fixture.imageServer.requests.length;
  assert.match(formatErrorCodes(await fixture.addByUrl(productId, ["/20x10.png"])), /^422 images: /);
  assert.equal(
    fixture.imageServer.requests.length,
    requestsBefore,
    "no image is fetched when the product has no room for another image",
  );
});

test("a merchant's session can upload an image only from the admin's own page", async () => {
  const [productId = 0] = fixture.productIds;
  const { testPlatform, store } = fixture;
  const { adminOrigin } = testPlatform.addresses;
  const session = await store.owner.browser.call("GET", `${adminOrigin}/api/console/session.json`);
  const csrf = session.json<{ session: { csrf_token: string } }>().session.csrf_token;
  const cookie = store.owner.browser.getCookieHeader(new URL(adminOrigin).host) ?? "";
  const url = `${store.host_url}/api/3.0/products/${productId}/images.json`;
  const body = await createImage(12, 12);
  const sessionHeaders = {
    cookie,
    origin: adminOrigin,
    "sec-fetch-site": "same-origin",
    "content-type": "image/png",
  };
  for (const headers of [
    sessionHeaders,
    { ...sessionHeaders, "x-csrf-token": "x" },
    { ...sessionHeaders, "x-csrf-token": csrf, "sec-fetch-site": "same-site" },
  ]) {
    const response = await testPlatform.request(url, { method: "POST", headers, body });
    assert.equal(formatErrorCodes(response), "403 csrf_failed");
  }
  const imagesBefore = await fixture.listImages(productId);
  const response = await testPlatform.request(url, {
    method: "POST",
    headers: { ...sessionHeaders, "x-csrf-token": csrf },
    body,
  });
  assert.equal(response.status, 200, response.text);
  assert.equal((await fixture.listImages(productId)).length, imagesBefore.length + 1);
});
