import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type CatalogRig, catalogRig } from "../../../http/testing/catalog-rig.ts";
import { verifyStock } from "../../inventory/index.ts";
import type { WholeProduct } from "../testing/whole-product.ts";

let testing: TestPlatform;
let rig: CatalogRig;

before(async () => {
  testing = await testPlatform({ role: "api" });
  rig = await catalogRig(testing);
});
after(() => testing.stop());

const create = async (json: object) =>
  (await rig.done<{ product: WholeProduct }>("POST", "/3.0/products.json", json)).product;
const read = async (id: number) =>
  (await rig.done<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;
const put = async (id: number, json: object) =>
  (await rig.done<{ product: WholeProduct }>("PUT", `/3.0/products/${id}.json`, json)).product;

test("PRD-2, WHK-13: PUT changes what is sent and nothing else, and tells product/update once", async () => {
  const made = await create({ title: "Lamp", vendor: "Sungai", tags: ["light"], note: "fragile" });
  let changed = made;
  const events = await rig.raisedBy(async () => {
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

test("what is as asked already, and a product sent back as it was read, change nothing and tell nothing", async () => {
  const made = await create({
    title: "Same",
    published_at: "2026-03-01T08:00:00+08:00",
    tags: ["a"],
    handle: "same",
  });
  const events = await rig.raisedBy(async () => {
    assert.deepEqual(await put(made.id, { product: made }), made);
    assert.deepEqual(await put(made.id, { title: "Same ", tags: ["a ", "a"], is_published: true }), made);
    assert.deepEqual(await put(made.id, {}), made);
  });
  assert.deepEqual(events, []);
});

test("title and name are one: of a product sent back as it was read the one that was changed counts", async () => {
  const made = await create({ title: "Old" });
  assert.equal((await put(made.id, { ...made, name: "New" })).title, "New");
  assert.equal((await put(made.id, { name: "New", title: "Newer" })).name, "Newer");
  assert.equal((await put(made.id, { name: "Name", title: "Title" })).name, "Title");
  assert.equal((await put(made.id, { name: "Alone" })).title, "Alone");
});

test("the three fields of publication follow each other, and one changed in what was read is enough", async () => {
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

test("what a product cannot become is refused by the field's name, and it stays as it is", async () => {
  const made = await create({ title: "Firm", handle: "firm" });
  await create({ title: "Other", handle: "other" });
  const refusals: [object, RegExp][] = [
    [{ title: "" }, /^title must not be empty$/],
    [{ title: "  " }, /^title must not be blank$/],
    [{ name: " " }, /^name must not be blank$/],
    [{ note: 5, title: "New" }, /^note must be a string$/],
    [{ handle: "other", title: "New" }, /^handle is taken/],
    [{ handle: "other--one" }, /^handle must fit/],
    [{ tags: ["ok", 5] }, /^tags.1 must be a string$/],
    [{ is_published: "yes" }, /^is_published must be a boolean$/],
    [
      { is_published: false, published_at: "2026-05-01T09:00:00Z", title: "New" },
      /^published_at says otherwise/,
    ],
    [{ body_html: null }, /^body_html must be a string$/],
  ];
  for (const [body, first] of refusals) {
    const [code, ...fields] = await rig.refused("PUT", `/3.0/products/${made.id}.json`, body);
    assert.equal(code, "invalid");
    assert.match(fields[0] ?? "", first, JSON.stringify(body));
  }
  assert.deepEqual(await read(made.id), made);
  assert.deepEqual(await rig.refused("PUT", "/3.0/products/900719925474.json", { title: "x" }), [
    "not_found",
  ]);
});

test("a product that is deleted while it is changed is changed first or not found", async () => {
  for (let round = 0; round < 8; round++) {
    const { id } = await create({ title: "Short-lived" });
    const path = `/3.0/products/${id}.json`;
    const [, ...changes] = await Promise.all([
      rig.api.call("DELETE", path),
      ...Array.from({ length: 4 }, (_, n) => rig.api.call("PUT", path, { json: { note: `${n}` } })),
    ]);
    for (const { status, text } of changes) assert.ok([200, 404].includes(status), `${status} ${text}`);
  }
});

test("two that give different products one handle at once: one gets it, the other is refused", async () => {
  const products = [await create({ title: "One" }), await create({ title: "Two" })];
  const answers = await Promise.all(
    products.map(({ id }) => rig.api.call("PUT", `/3.0/products/${id}.json`, { json: { handle: "both" } })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422]);
});

test("a deleted product is gone with its variants; its ledger ends at 0, and product/delete is told once", async () => {
  const made = await create({
    title: "Gone",
    variants: [
      { options: [{ name: "Size", value: "S" }], inventory_quantity: 4 },
      { options: [{ name: "Size", value: "M" }], inventory_quantity: 9 },
    ],
  });
  const ids = made.variants.map(({ id }) => id);
  const events = await rig.raisedBy(async () => {
    assert.deepEqual(await rig.done("DELETE", `/3.0/products/${made.id}.json`), {});
  });
  assert.deepEqual(
    events.map(({ topic, resource_id }) => [topic, resource_id]),
    [["product/delete", made.id]],
  );
  for (const path of [`/3.0/products/${made.id}.json`, `/3.0/products/${made.id}/variants.json`])
    assert.deepEqual(await rig.refused("GET", path), ["not_found"]);
  assert.deepEqual(await rig.refused("DELETE", `/3.0/products/${made.id}.json`), ["not_found"]);
  const { database } = testing;
  const ledger = await database.query<{ reason: string; change: number; resulting_quantity: number }>(
    `select reason, change, resulting_quantity from inventory_movements where store_id = $1 and variant_id = any($2)
     order by id`,
    [rig.api.shop.id, ids],
  );
  assert.deepEqual(
    ledger.rows.map(({ reason, change, resulting_quantity }) => [reason, change, resulting_quantity]),
    [
      ["product created", 4, 4],
      ["product created", 9, 9],
      ["variant deleted", -4, 0],
      ["variant deleted", -9, 0],
    ],
  );
  const stones = await database.query<{ resource: string; record_id: number }>(
    "select resource, record_id from tombstones where store_id = $1 and record_id = any($2) order by resource, record_id",
    [rig.api.shop.id, [made.id, ...ids]],
  );
  assert.deepEqual(
    stones.rows.filter(({ resource }) => resource === "products").map(({ record_id }) => record_id),
    [made.id],
  );
  assert.deepEqual(
    stones.rows.filter(({ resource }) => resource === "variants").map(({ record_id }) => record_id),
    ids,
  );
  assert.deepEqual(await verifyStock(database, rig.api.shop.id), []);
});

test("a product deleted while its stock is adjusted: every adjustment is done or refused, and the ledger ends at 0", async () => {
  for (let round = 0; round < 4; round++) {
    const made = await create({ title: "Busy", variants: [{ inventory_quantity: 100 }] });
    const [variant] = made.variants;
    const locations = rig.api.shop.locations.map(({ id }) => id);
    const adjust = (n: number) =>
      rig.api.call("PUT", "/4.0/inventory_levels/adjust.json", {
        json: {
          variant_id: variant?.id,
          location_id: locations[n % locations.length],
          adjustment_quantity: 1,
        },
      });
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, (_, n) => adjust(n)),
      rig.api.call("DELETE", `/3.0/products/${made.id}.json`),
      ...Array.from({ length: 10 }, (_, n) => adjust(n)),
    ]);
    assert.deepEqual(
      [...new Set(answers.map(({ status }) => status))].filter((status) => ![200, 404].includes(status)),
      [],
    );
    const { rows } = await testing.database.query<{ left: number }>(
      "select coalesce(sum(change), 0)::bigint as left from inventory_movements where store_id = $1 and variant_id = $2",
      [rig.api.shop.id, variant?.id],
    );
    assert.equal(rows[0]?.left, 0);
  }
  assert.deepEqual(await verifyStock(testing.database, rig.api.shop.id), []);
});
