import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { seededRandom, type TestPlatform, testPlatform } from "@souk/testkit";
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

const sizes = ["S", "M", "L", "XL"];

async function deadlocks(): Promise<number> {
  const text = "select deadlocks from pg_stat_database where datname = current_database()";
  return (await testing.database.maybeOne<{ deadlocks: number }>(text))?.deadlocks ?? -1;
}

test("concurrent changes of options, variants and stock cause no deadlock or lost unit", async () => {
  const made = await Promise.all(
    ["One", "Two"].map((title) =>
      fixture.done<{ product: WholeProduct }>("POST", "/3.0/products.json", {
        title,
        variant_options: [
          { name: "Size", options: sizes },
          { name: "Glaze", options: ["Blue", "White"] },
        ],
      }),
    ),
  );
  const random = seededRandom(20_261_121);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] ?? assert.fail();
  const places = fixture.api.store.locations.map(({ id }) => id);
  const seen = new Map<number, number>();
  const act = async (): Promise<void> => {
    const { product } = pick(made);
    const base = `/3.0/products/${product.id}`;
    const variant_id = pick(product.variants).id;
    const call = pick<() => ReturnType<typeof fixture.api.call>>([
      () =>
        fixture.api.call("PUT", "/4.0/inventory_levels/adjust.json", {
          json: { variant_id, location_id: pick(places), adjustment_quantity: 1 + Math.floor(random() * 5) },
        }),
      () =>
        fixture.api.call("PUT", "/4.0/inventory_levels/set.json", {
          json: { variant_id, location_id: pick(places), quantity: Math.floor(random() * 50) },
        }),
      () =>
        fixture.api.call("PUT", `${base}/variants.json`, {
          json: { variants: product.variants.slice(0, 3).map(({ id }) => ({ id, inventory_quantity: 3 })) },
        }),
      () =>
        fixture.api.call("POST", `${base}/options.json`, {
          json: { option_type: "Size", option_values: [pick(sizes)] },
        }),
      () =>
        fixture.api.call("DELETE", `${base}/options.json`, {
          json: { option_type: "Size", option_value: pick(sizes) },
        }),
      () => fixture.api.call("DELETE", `${base}/variants/${variant_id}.json`),
      () => fixture.api.call("PUT", `${base}.json`, { json: { note: `${random()}` } }),
    ])();
    const { status, text } = await call;
    assert.ok([200, 404, 422].includes(status), `${status} ${text}`);
    seen.set(status, (seen.get(status) ?? 0) + 1);
  };
  const before = await deadlocks();
  const client = async () => {
    for (let n = 0; n < 30; n++) await act();
  };
  await Promise.all(Array.from({ length: 12 }, client));
  assert.ok((seen.get(200) ?? 0) > 100, JSON.stringify([...seen]));
  assert.equal(await deadlocks(), before);
  assert.deepEqual(await verifyStock(testing.database, fixture.api.store.id), []);
  for (const { product } of made) {
    const { product: now } = await fixture.done<{ product: WholeProduct }>(
      "GET",
      `/3.0/products/${product.id}.json`,
    );
    const names = now.variants.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, names.join(", "));
    assert.ok(names.length >= 1);
  }
});
