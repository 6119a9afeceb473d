import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createSeededRandom, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { verifyStock } from "../../inventory/index.ts";
import type { WholeProduct } from "../testing/whole-product.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
});
after(() => testPlatform.stop());

const sizes = ["S", "M", "L", "XL"];

async function countDeadlocks(): Promise<number> {
  const text = "select deadlocks from pg_stat_database where datname = current_database()";
  return (await testPlatform.database.maybeOne<{ deadlocks: number }>(text))?.deadlocks ?? -1;
}

test("concurrent changes of options, variants and stock cause no deadlock and lose no stock", async () => {
  const createResponses = await Promise.all(
    ["One", "Two"].map((title) =>
      fixture.expectSuccess<{ product: WholeProduct }>("POST", "/3.0/products.json", {
        title,
        variant_options: [
          { name: "Size", options: sizes },
          { name: "Glaze", options: ["Blue", "White"] },
        ],
      }),
    ),
  );
  const random = createSeededRandom(20_261_121);
  const pick = <T>(choices: readonly T[]): T =>
    choices[Math.floor(random() * choices.length)] ?? assert.fail();
  const locationIds = fixture.api.store.locations.map(({ id }) => id);
  const countByStatus = new Map<number, number>();
  const makeRandomRequest = async (): Promise<void> => {
    const { product } = pick(createResponses);
    const base = `/3.0/products/${product.id}`;
    const variant_id = pick(product.variants).id;
    const responsePromise = pick<() => ReturnType<typeof fixture.api.call>>([
      () =>
        fixture.api.call("PUT", "/4.0/inventory_levels/adjust.json", {
          json: {
            variant_id,
            location_id: pick(locationIds),
            adjustment_quantity: 1 + Math.floor(random() * 5),
          },
        }),
      () =>
        fixture.api.call("PUT", "/4.0/inventory_levels/set.json", {
          json: { variant_id, location_id: pick(locationIds), quantity: Math.floor(random() * 50) },
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
    const { status, text } = await responsePromise;
    assert.ok([200, 404, 422].includes(status), `${status} ${text}`);
    countByStatus.set(status, (countByStatus.get(status) ?? 0) + 1);
  };
  const deadlocksBefore = await countDeadlocks();
  const runClient = async () => {
    for (let round = 0; round < 30; round++) await makeRandomRequest();
  };
  await Promise.all(Array.from({ length: 12 }, runClient));
  // If only a few of the 360 requests succeeded, hardly any changes would be concurrent.
  assert.ok((countByStatus.get(200) ?? 0) > 100, JSON.stringify([...countByStatus]));
  assert.equal(await countDeadlocks(), deadlocksBefore);
  assert.deepEqual(await verifyStock(testPlatform.database, fixture.api.store.id), []);
  for (const { product } of createResponses) {
    const { product: productAfter } = await fixture.expectSuccess<{ product: WholeProduct }>(
      "GET",
      `/3.0/products/${product.id}.json`,
    );
    const names = productAfter.variants.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length, names.join(", "));
    assert.ok(names.length >= 1);
  }
});
