import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { verifyStock } from "../../inventory/index.ts";
import type { WholeProduct } from "../testing/whole-product.ts";

let testing: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testing = await testPlatform({ role: "api" });
  fixture = await createCatalogFixture(testing);
});
after(() => testing.stop());

const create = async (json: object) =>
  (await fixture.done<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
const read = async (id: number) =>
  (await fixture.done<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;
const put = async (id: number, json: object) =>
  (await fixture.done<{ product: WholeProduct }>("PUT", `/3.0/products/${id}.json`, json)).product;

test("PRD-2, WHK-13: PUT changes only sent fields, and publishes product/update once", async () => {
  const made = await create({ title: "Lamp", vendor: "Sungai", tags: ["light"], note: "fragile" });
  let changed = made;
  const events = await fixture.raisedBy(async () => {
    changed = await put(made.id, { product: { title: "Rattan lamp", tags: ["light", "new"] } });
  });
  const kept = { ...made, title: "Rattan lamp", name: "Rattan lamp", tags: ["light", "new"] };
  assert.deepEqual(changed, { ...kept, updated_at: changed.updated_at });
  assert.ok(Date.parse(changed.updated_at) > Date.parse(made.updated_at));
  assert.deepEqual(await read(made.id), changed);
  assert.deepEqual(
    events.map(({ topic, resource_id, context }) => [topic, resource_id, context]),
    [["product/update", made.id, "product/update"]],
  );
});

test("an update without a change, or a product sent back as read, publishes nothing", async () => {
  const made = await create({
    title: "Same",
    published_at: "2026-03-01T08:00:00+08:00",
    tags: ["a"],
    handle: "same",
  });
  const events = await fixture.raisedBy(async () => {
    assert.deepEqual(await put(made.id, { product: made }), made);
    assert.deepEqual(await put(made.id, { title: "Same ", tags: ["a ", "a"], is_published: true }), made);
    assert.deepEqual(await put(made.id, {}), made);
  });
  assert.deepEqual(events, []);
});

test("of title and name, the one changed in a product sent back counts", async () => {
  const made = await create({ title: "Old" });
  assert.equal((await put(made.id, { ...made, name: "New" })).title, "New");
  assert.equal((await put(made.id, { name: "New", title: "Newer" })).name, "Newer");
  assert.equal((await put(made.id, { name: "Name", title: "Title" })).name, "Title");
  assert.equal((await put(made.id, { name: "Alone" })).title, "Alone");
});

test("the three publication fields follow each other, and changing one is enough", async () => {
  const made = await create({ title: "Shown" });
  const hidden = await put(made.id, { ...made, is_published: false });
  assert.deepEqual(
    [hidden.is_published, hidden.visibility, hidden.published_at],
    [false, "unpublished", null],
  );
  const shown = await put(made.id, { ...hidden, visibility: "published" });
  assert.deepEqual([shown.is_published, shown.visibility], [true, "published"]);
  assert.ok(Date.parse(shown.published_at ?? "") >= Date.parse(made.published_at ?? ""));
  const dated = await put(made.id, { ...shown, published_at: "2026-05-01 09:00:00" });
  // Without an offset it is store time.
  assert.equal(Date.parse(dated.published_at ?? ""), Date.parse("2026-05-01T09:00:00Z"));
  assert.equal((await put(made.id, { published_at: null })).is_published, false);
  assert.equal((await put(made.id, { published_at: "2026-05-01T09:00:00+08:00" })).visibility, "published");
});

test("invalid product changes are rejected by the field's name and change nothing", async () => {
  const made = await create({ title: "Firm", handle: "firm" });
  await create({ title: "Other", handle: "other" });
  const invalidCases: [object, RegExp][] = [
    [{ title: "" }, /^title required$/],
    [{ title: "  " }, /^title required$/],
    [{ name: " " }, /^name required$/],
    [{ note: 5, title: "New" }, /^note invalid_type$/],
    [{ handle: "other", title: "New" }, /^handle not_unique$/],
    [{ handle: "other--one" }, /^handle invalid_format$/],
    [{ tags: ["ok", 5] }, /^tags.1 invalid_type$/],
    [{ is_published: "yes" }, /^is_published invalid_type$/],
    [{ is_published: false, published_at: "2026-05-01T09:00:00Z", title: "New" }, /^published_at conflict$/],
    [{ body_html: null }, /^body_html invalid_type$/],
  ];
  for (const [body, first] of invalidCases) {
    const [code, ...fields] = await fixture.expectError("PUT", `/3.0/products/${made.id}.json`, body);
    assert.equal(code, "invalid");
    assert.match(fields[0] ?? "", first, JSON.stringify(body));
  }
  assert.deepEqual(await read(made.id), made);
  assert.deepEqual(await fixture.expectError("PUT", "/3.0/products/900719925474.json", { title: "x" }), [
    "not_found",
  ]);
});

test("a product deleted during its update is updated first or not found", async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await create({ title: "Short-lived" });
    const path = `/3.0/products/${id}.json`;
    const [, ...changes] = await Promise.all([
      fixture.api.call("DELETE", path),
      ...Array.from({ length: 4 }, (_, n) => fixture.api.call("PUT", path, { json: { note: `${n}` } })),
    ]);
    for (const { status, text } of changes) assert.ok([200, 404].includes(status), `${status} ${text}`);
  }
});

test("of two concurrent changes to one handle, one succeeds and one is rejected", async () => {
  const products = [await create({ title: "One" }), await create({ title: "Two" })];
  const answers = await Promise.all(
    products.map(({ id }) =>
      fixture.api.call("PUT", `/3.0/products/${id}.json`, { json: { handle: "both" } }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
});

test("a deleted product is gone with its variants and publishes product/delete once", async () => {
  const made = await create({
    title: "Gone",
    variants: [
      { options: [{ name: "Size", value: "S" }], inventory_quantity: 4 },
      { options: [{ name: "Size", value: "M" }], inventory_quantity: 9 },
    ],
  });
  const ids = made.variants.map(({ id }) => id);
  const events = await fixture.raisedBy(async () => {
    assert.deepEqual(await fixture.done("DELETE", `/3.0/products/${made.id}.json`), {});
  });
  assert.deepEqual(
    events.map(({ topic, resource_id }) => [topic, resource_id]),
    [["product/delete", made.id]],
  );
  for (const path of [`/3.0/products/${made.id}.json`, `/3.0/products/${made.id}/variants.json`])
    assert.deepEqual(await fixture.expectError("GET", path), ["not_found"]);
  assert.deepEqual(await fixture.expectError("DELETE", `/3.0/products/${made.id}.json`), ["not_found"]);
  const { database } = testing;
  const ledger = await database.many<{ reason: string; change: number; resulting_quantity: number }>(
    `select reason, change, resulting_quantity from inventory_movements where store_id = $1 and variant_id = any($2)
     order by id`,
    [fixture.api.store.id, ids],
  );
  assert.deepEqual(
    ledger.map(({ reason, change, resulting_quantity }) => [reason, change, resulting_quantity]),
    [
      ["product created", 4, 4],
      ["product created", 9, 9],
      ["variant deleted", -4, 0],
      ["variant deleted", -9, 0],
    ],
  );
  const stones = await database.many<{ resource: string; record_id: number }>(
    "select resource, record_id from tombstones where store_id = $1 and record_id = any($2) order by resource, record_id",
    [fixture.api.store.id, [made.id, ...ids]],
  );
  assert.deepEqual(
    stones.filter(({ resource }) => resource === "products").map(({ record_id }) => record_id),
    [made.id],
  );
  assert.deepEqual(
    stones.filter(({ resource }) => resource === "variants").map(({ record_id }) => record_id),
    ids,
  );
  assert.deepEqual(await verifyStock(database, fixture.api.store.id), []);
});

test("adjustments during a deletion succeed or are rejected, and the ledger ends at 0", async () => {
  for (let round = 0; round < 4; round++) {
    const made = await create({ title: "Busy", variants: [{ inventory_quantity: 100 }] });
    const [variant] = made.variants;
    const locations = fixture.api.store.locations.map(({ id }) => id);
    const adjust = (n: number) =>
      fixture.api.call("PUT", "/4.0/inventory_levels/adjust.json", {
        json: {
          variant_id: variant?.id,
          location_id: locations[n % locations.length],
          adjustment_quantity: 1,
        },
      });
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => adjust(n)),
      fixture.api.call("DELETE", `/3.0/products/${made.id}.json`),
      ...Array.from({ length: 10 }, (_, n) => adjust(n)),
    ]);
    assert.deepEqual(
      [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 404].includes(status)),
      [],
    );
    const row = await testing.database.one<{ left: number }>(
      "select coalesce(sum(change), 0)::bigint as left from inventory_movements where store_id = $1 and variant_id = $2",
      [fixture.api.store.id, variant?.id],
    );
    assert.equal(row.left, 0);
  }
  assert.deepEqual(await verifyStock(testing.database, fixture.api.store.id), []);
});
