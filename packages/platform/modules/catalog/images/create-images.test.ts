import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { operations } from "@souk/contract";
import { Check } from "typebox/value";
import { type ImageWorld, imageWorld, picture, refusalOf, type ShownImage } from "./testing/image-world.ts";

let world: ImageWorld;

before(async () => {
  world = await imageWorld();
});

after(() => world.stop());

async function pendingFiles(): Promise<number> {
  const { rows } = await world.testing.database.query<{ n: number }>(
    "select count(*) as n from file_removals",
  );
  return rows[0]?.n ?? 0;
}

const filesBeingTaken = () => readdir(join(world.testing.config.dataDir, "uploads"));

test("a picture of each kind is taken as the body, and shown by the product, the list, the count and itself", async () => {
  const [product = 0] = world.products;
  for (const [nth, format] of (["png", "jpeg", "webp", "gif"] as const).entries()) {
    const body = await picture(40 + nth, 30, format);
    const updates = await world.updatesBy(async () => {
      const answer = await world.upload(product, body, { type: `image/${format}`, title: `Seen ${format}` });
      assert.equal(answer.status, 200, answer.text);
      assert.ok(Check(operations.createImages.answer, answer.json()));
      const [made] = answer.json<{ images: ShownImage[] }>().images;
      assert.deepEqual(
        [made?.product_id, made?.title, made?.position, made?.width, made?.height],
        [product, `Seen ${format}`, nth + 1, 40 + nth, 30],
      );
      const end = format === "jpeg" ? "jpg" : format;
      assert.match(made?.url ?? "", new RegExp(`/products/${world.shop.id}/[\\w-]{32}\\.${end}$`));
    });
    assert.deepEqual(updates, [{ resource_id: product, context: "product/update" }]);
  }
  const shown = await world.imagesOf(product);
  assert.equal(shown.length, 4);
  const whole = await world.call("GET", `/products/${product}.json`);
  assert.equal(whole.json<{ product: { image_url: string } }>().product.image_url, shown[0]?.url);
  const path = `/products/${product}/images`;
  const list = (await world.call("GET", `${path}.json?sort=position.desc&limit=2`)).json<{
    images: ShownImage[];
    total_count: number;
  }>();
  assert.ok(Check(operations.listImages.answer, list));
  assert.deepEqual([list.total_count, list.images.map(({ id }) => id)], [4, [shown[3]?.id, shown[2]?.id]]);
  const from = await world.call("GET", `${path}/count.json?since_id=${shown[1]?.id}`);
  assert.deepEqual(from.json(), { count: 3 });
  const one = await world.call("GET", `${path}/${shown[2]?.id}.json`);
  assert.deepEqual(one.json(), { image: shown[2] });
  const some = await world.call("GET", `${path}/${shown[2]?.id}.json?fields=url`);
  assert.deepEqual(some.json(), { image: { id: shown[2]?.id, url: shown[2]?.url } });
  assert.deepEqual([await pendingFiles(), await filesBeingTaken()], [0, []]);
});

test("pictures are fetched from their addresses in their order, and told once", async () => {
  const [, product = 0] = world.products;
  const updates = await world.updatesBy(async () => {
    const answer = await world.addByUrl(product, ["/64x48.png", "/32x32.png", "/20x10.png"]);
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
  const [asked] = world.pictures.requests;
  assert.equal(asked?.headers["user-agent"], "Souk-Images/1");
  assert.equal(asked?.headers["accept-encoding"], "identity");
  assert.deepEqual([await pendingFiles(), await filesBeingTaken()], [0, []]);
});

test("an upload that is repeated with its key is answered again and added once; another file under the key is refused", async () => {
  const [, , product = 0] = world.products;
  const body = await picture(50, 50);
  const first = await world.upload(product, body, { key: "upload-1" });
  const again = await world.upload(product, body, { key: "upload-1" });
  assert.deepEqual([again.status, again.text], [200, first.text]);
  assert.equal(again.headers["idempotent-replay"], "true");
  const other = await world.upload(product, await picture(51, 50), { key: "upload-1" });
  assert.match(refusalOf(other), /^422 Idempotency-Key: /);
  assert.equal((await world.imagesOf(product)).length, 1);
  const seen = world.pictures.requests.length;
  const keyed = () =>
    world.call("POST", `/products/${product}/images.json`, {
      json: { images: [`${world.pictures.url}/20x10.png`] },
      headers: { "idempotency-key": "by-url-1" },
    });
  const [one, two] = [await keyed(), await keyed()];
  assert.equal(one.text, two.text);
  // The picture was not fetched again either.
  assert.equal(world.pictures.requests.length, seen + 1);
  const side = await Promise.all([1, 2, 3].map(() => world.upload(product, body, { key: "upload-2" })));
  assert.ok(side.every(({ status }) => status === 200 || status === 409));
  assert.equal((await world.imagesOf(product)).length, 3);
});

test("while the pictures of a key are fetched its twin gets 409 and fetches nothing; a claim that a dead process left ends", async () => {
  const [, , product = 0] = world.products;
  const { database } = world.testing;
  const before = (await world.imagesOf(product)).length;
  const seen = world.pictures.requests.length;
  const keyed = (key: string) =>
    world.call("POST", `/products/${product}/images.json`, {
      json: { images: [`${world.pictures.url}/slow.png`] },
      headers: { "idempotency-key": key },
    });
  const claims = async () => (await database.query("select from idempotency_claims")).rowCount;
  const first = keyed("twin-1");
  await world.pictures.count(seen + 1);
  assert.equal(refusalOf(await keyed("twin-1")), "409 conflict");
  assert.equal((await first).status, 200);
  assert.equal((await keyed("twin-1")).headers["idempotent-replay"], "true");
  assert.equal(world.pictures.requests.length, seen + 1);
  assert.equal((await world.imagesOf(product)).length, before + 1);
  assert.equal(await claims(), 0);

  await database.query(
    `insert into idempotency_claims (store_id, actor, key, until)
     select store_id, actor, 'twin-2', clock_timestamp() + interval '1 hour' from idempotency_keys where key = 'twin-1'`,
  );
  assert.equal(refusalOf(await keyed("twin-2")), "409 conflict");
  await database.query("update idempotency_claims set until = clock_timestamp()");
  assert.equal((await keyed("twin-2")).status, 200);
  assert.equal(await claims(), 0, "also when it was somebody else's");
});

test("PRD-3 of many pictures that come at once a product takes nine, in nine places", async () => {
  const [, , , product = 0] = world.products;
  const body = await picture(10, 10);
  const answers = await Promise.all(Array.from({ length: 14 }, () => world.upload(product, body)));
  const taken = answers.filter(({ status }) => status === 200);
  assert.equal(taken.length, 9);
  for (const answer of answers.filter(({ status }) => status !== 200))
    assert.match(refusalOf(answer), /^422 images: A product has at most 9 pictures; this one has 9/);
  const places = (await world.imagesOf(product)).map(({ position }) => position);
  assert.deepEqual(places, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const seen = world.pictures.requests.length;
  assert.match(refusalOf(await world.addByUrl(product, ["/20x10.png"])), /^422 images: /);
  assert.equal(world.pictures.requests.length, seen, "what is sure to be refused is not fetched");
});

test("a merchant uploads with their session, and only from the admin's own page", async () => {
  const [product = 0] = world.products;
  const { testing, shop } = world;
  const { adminOrigin } = testing.addresses;
  const session = await shop.owner.browser.call("GET", `${adminOrigin}/api/console/session.json`);
  const csrf = session.json<{ session: { csrf_token: string } }>().session.csrf_token;
  const cookie = shop.owner.browser.cookies(new URL(adminOrigin).host) ?? "";
  const url = `${shop.host_url}/api/3.0/products/${product}/images.json`;
  const body = await picture(12, 12);
  const own = { cookie, origin: adminOrigin, "sec-fetch-site": "same-origin", "content-type": "image/png" };
  for (const headers of [
    own,
    { ...own, "x-csrf-token": "x" },
    { ...own, "x-csrf-token": csrf, "sec-fetch-site": "same-site" },
  ]) {
    const answer = await testing.request(url, { method: "POST", headers, body });
    assert.equal(refusalOf(answer), "403 csrf_failed");
  }
  const before = await world.imagesOf(product);
  const answer = await testing.request(url, {
    method: "POST",
    headers: { ...own, "x-csrf-token": csrf },
    body,
  });
  assert.equal(answer.status, 200, answer.text);
  assert.equal((await world.imagesOf(product)).length, before.length + 1);
});
