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

async function pendingFiles(): Promise<number> {
  const row = await fixture.testing.database.one<{ n: number }>("select count(*) as n from file_removals");
  return row.n;
}

const filesBeingTaken = () => readdir(join(fixture.testing.config.dataDir, "uploads"));

test("an image of each type is accepted as the body and shown in every response", async () => {
  const [product = 0] = fixture.products;
  for (const [nth, format] of (["png", "jpeg", "webp", "gif"] as const).entries()) {
    const body = await createImage(40 + nth, 30, format);
    const updates = await fixture.updatesBy(async () => {
      const answer = await fixture.upload(product, body, {
        type: `image/${format}`,
        title: `Seen ${format}`,
      });
      assert.equal(answer.status, 200, answer.text);
      assert.ok(Check(operations.createImages.response, answer.json()));
      const [made] = answer.json<{ images: ShownImage[] }>().images;
      assert.deepEqual(
        [made?.product_id, made?.title, made?.position, made?.width, made?.height],
        [product, `Seen ${format}`, nth + 1, 40 + nth, 30],
      );
      const end = format === "jpeg" ? "jpg" : format;
      assert.match(made?.url ?? "", new RegExp(`/products/${fixture.store.id}/[\\w-]{32}\\.${end}$`));
    });
    assert.deepEqual(updates, [{ resource_id: product, context: "product/update" }]);
  }
  const shown = await fixture.listImages(product);
  assert.equal(shown.length, 4);
  const whole = await fixture.call("GET", `/products/${product}.json`);
  assert.equal(whole.json<{ product: { image_url: string } }>().product.image_url, shown[0]?.url);
  const path = `/products/${product}/images`;
  const list = (await fixture.call("GET", `${path}.json?sort=position.desc&limit=2`)).json<{
    images: ShownImage[];
    total_count: number;
  }>();
  assert.ok(Check(operations.listImages.response, list));
  assert.deepEqual([list.total_count, list.images.map(({ id }) => id)], [4, [shown[3]?.id, shown[2]?.id]]);
  const from = await fixture.call("GET", `${path}/count.json?since_id=${shown[1]?.id}`);
  assert.deepEqual(from.json(), { count: 3 });
  const one = await fixture.call("GET", `${path}/${shown[2]?.id}.json`);
  assert.deepEqual(one.json(), { image: shown[2] });
  const some = await fixture.call("GET", `${path}/${shown[2]?.id}.json?fields=url`);
  assert.deepEqual(some.json(), { image: { id: shown[2]?.id, url: shown[2]?.url } });
  assert.deepEqual([await pendingFiles(), await filesBeingTaken()], [0, []]);
});

test("images are fetched from their addresses in order and published once", async () => {
  const [, product = 0] = fixture.products;
  const updates = await fixture.updatesBy(async () => {
    const answer = await fixture.addByUrl(product, ["/64x48.png", "/32x32.png", "/20x10.png"]);
    assert.equal(answer.status, 200, answer.text);
    const { images } = answer.json<{ images: ShownImage[] }>();
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
  const [asked] = fixture.imageServer.requests;
  assert.equal(asked?.headers["user-agent"], "Souk-Images/1");
  assert.equal(asked?.headers["accept-encoding"], "identity");
  assert.deepEqual([await pendingFiles(), await filesBeingTaken()], [0, []]);
});

test("a repeated upload adds one image, and another file with its key is rejected", async () => {
  const [, , product = 0] = fixture.products;
  const body = await createImage(50, 50);
  const first = await fixture.upload(product, body, { key: "upload-1" });
  const again = await fixture.upload(product, body, { key: "upload-1" });
  assert.deepEqual([again.status, again.text], [200, first.text]);
  assert.equal(again.headers["idempotent-replay"], "true");
  const other = await fixture.upload(product, await createImage(51, 50), { key: "upload-1" });
  assert.match(formatErrorCodes(other), /^422 Idempotency-Key: /);
  assert.equal((await fixture.listImages(product)).length, 1);
  const seen = fixture.imageServer.requests.length;
  const keyed = () =>
    fixture.call("POST", `/products/${product}/images.json`, {
      json: { images: [`${fixture.imageServer.url}/20x10.png`] },
      headers: { "idempotency-key": "by-url-1" },
    });
  const [one, two] = [await keyed(), await keyed()];
  assert.equal(one.text, two.text);
  // The image was not fetched again either.
  assert.equal(fixture.imageServer.requests.length, seen + 1);
  const side = await Promise.all([1, 2, 3].map(() => fixture.upload(product, body, { key: "upload-2" })));
  assert.ok(side.every(({ status }) => status === 200 || status === 409));
  assert.equal((await fixture.listImages(product)).length, 3);
});

test("a duplicate gets 409 while the images of its key are being fetched", async () => {
  const [, , product = 0] = fixture.products;
  const { database } = fixture.testing;
  const before = (await fixture.listImages(product)).length;
  const seen = fixture.imageServer.requests.length;
  const keyed = (key: string) =>
    fixture.call("POST", `/products/${product}/images.json`, {
      json: { images: [`${fixture.imageServer.url}/slow.png`] },
      headers: { "idempotency-key": key },
    });
  const claims = async () => (await database.query("select from idempotency_claims")).rowCount;
  const first = keyed("key-1");
  await fixture.imageServer.count(seen + 1);
  assert.equal(formatErrorCodes(await keyed("key-1")), "409 conflict");
  assert.equal((await first).status, 200);
  assert.equal((await keyed("key-1")).headers["idempotent-replay"], "true");
  assert.equal(fixture.imageServer.requests.length, seen + 1);
  assert.equal((await fixture.listImages(product)).length, before + 1);
  assert.equal(await claims(), 0);

  await database.query(
    `insert into idempotency_claims (store_id, actor, key, expires_at)
     select store_id, actor, 'key-2', clock_timestamp() + interval '1 hour' from idempotency_keys where key = 'key-1'`,
  );
  assert.equal(formatErrorCodes(await keyed("key-2")), "409 conflict");
  await database.query("update idempotency_claims set expires_at = clock_timestamp()");
  assert.equal((await keyed("key-2")).status, 200);
  assert.equal(await claims(), 0, "also when it was somebody else's");
});

test("PRD-3 of many images that arrive at once a product takes nine, in nine positions", async () => {
  const [, , , product = 0] = fixture.products;
  const body = await createImage(10, 10);
  const answers = await Promise.all(Array.from({ length: 14 }, () => fixture.upload(product, body)));
  const taken = answers.filter(({ status }) => status === 200);
  assert.equal(taken.length, 9);
  for (const answer of answers.filter(({ status }) => status !== 200))
    assert.match(formatErrorCodes(answer), /^422 images: too_many/);
  const places = (await fixture.listImages(product)).map(({ position }) => position);
  assert.deepEqual(places, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const seen = fixture.imageServer.requests.length;
  assert.match(formatErrorCodes(await fixture.addByUrl(product, ["/20x10.png"])), /^422 images: /);
  assert.equal(fixture.imageServer.requests.length, seen, "what is sure to be refused is not fetched");
});

test("a merchant uploads with their session, and only from the admin's own page", async () => {
  const [product = 0] = fixture.products;
  const { testing, store } = fixture;
  const { adminOrigin } = testing.addresses;
  const session = await store.owner.browser.call("GET", `${adminOrigin}/api/console/session.json`);
  const csrf = session.json<{ session: { csrf_token: string } }>().session.csrf_token;
  const cookie = store.owner.browser.cookies(new URL(adminOrigin).host) ?? "";
  const url = `${store.host_url}/api/3.0/products/${product}/images.json`;
  const body = await createImage(12, 12);
  const own = { cookie, origin: adminOrigin, "sec-fetch-site": "same-origin", "content-type": "image/png" };
  for (const headers of [
    own,
    { ...own, "x-csrf-token": "x" },
    { ...own, "x-csrf-token": csrf, "sec-fetch-site": "same-site" },
  ]) {
    const answer = await testing.request(url, { method: "POST", headers, body });
    assert.equal(formatErrorCodes(answer), "403 csrf_failed");
  }
  const before = await fixture.listImages(product);
  const answer = await testing.request(url, {
    method: "POST",
    headers: { ...own, "x-csrf-token": csrf },
    body,
  });
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await fixture.listImages(product)).length, before.length + 1);
});
