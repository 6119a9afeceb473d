import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { type CatalogFixture, createCatalogFixture } from "../../../http/testing/catalog-fixture.ts";
import { verifyStock } from "../../inventory/index.ts";
import { createShirt } from "../testing/shirt.ts";
import type { WholeProduct, WholeVariant } from "../testing/whole-product.ts";

let testPlatform: TestPlatform;
let fixture: CatalogFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createCatalogFixture(testPlatform);
});
after(() => testPlatform.stop());

const loadProduct = async (id: number) =>
  (await fixture.expectSuccess<{ product: WholeProduct }>("GET", `/3.0/products/${id}.json`)).product;

test("deleting a variant deletes its stock and unused option value, and the last variant cannot be deleted", async () => {
  const product = await createShirt(fixture);
  const [firstVariant, secondVariant] = product.variants as [WholeVariant, WholeVariant];
  const path = `/3.0/products/${product.id}/variants`;
  const publishedEvents = await fixture.listEventsPublishedBy(async () => {
    assert.deepEqual(await fixture.expectSuccess("DELETE", `${path}/${firstVariant.id}.json`), {});
  });
  assert.deepEqual(
    publishedEvents.map(({ topic, resource_id }) => [topic, resource_id]),
    [["product/update", product.id]],
  );
  const productAfter = await loadProduct(product.id);
  assert.deepEqual(
    [
      productAfter.total_quantity,
      productAfter.variants.map(({ id }) => id),
      productAfter.variant_options.map(({ name }) => name),
    ],
    [5, [secondVariant.id], ["M"]],
  );
  assert.deepEqual(await fixture.expectError("DELETE", `${path}/${firstVariant.id}.json`), ["not_found"]);
  assert.match(
    (await fixture.expectError("DELETE", `${path}/${secondVariant.id}.json`))[1] ?? "",
    /^id not_allowed$/,
  );
  assert.deepEqual(await verifyStock(testPlatform.database, fixture.api.store.id), []);
});

test("if the last two variants are deleted concurrently, one is kept", async () => {
  for (let round = 0; round < 5; round++) {
    const { id, variants } = await createShirt(fixture);
    const responses = await Promise.all(
      variants.map((variant) =>
        fixture.api.call("DELETE", `/3.0/products/${id}/variants/${variant.id}.json`),
      ),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 422]);
    assert.equal((await loadProduct(id)).variants.length, 1);
  }
});

test("an update of a variant during its deletion either succeeds first or gets not_found", async () => {
  for (let round = 0; round < 5; round++) {
    const { id, variants } = await createShirt(fixture);
    const path = `/3.0/products/${id}/variants/${variants[0]?.id}.json`;
    const [, ...updateResponses] = await Promise.all([
      fixture.api.call("DELETE", path),
      ...[1, 2, 3].map((price) => fixture.api.call("PUT", path, { json: { price } })),
    ]);
    for (const { status, text } of updateResponses)
      assert.ok([200, 404].includes(status), `${status} ${text}`);
  }
});
