import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import {
  createMetafieldFixture,
  type Metafield,
  type MetafieldFixture,
} from "./testing/metafield-fixture.ts";

let testPlatform: TestPlatform;
let fixture: MetafieldFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createMetafieldFixture(testPlatform);
});
after(() => testPlatform.stop());

test("SNP-3: metafields of the store, its catalog and locations can be created, updated and deleted", async () => {
  for (const { path, resource, id } of fixture.ownerRecords) {
    const fields = {
      namespace: "care",
      key: "wash",
      value: { degrees: 30 },
      value_type: "Json",
      description: "How",
    };
    const createdMetafield = await fixture.create("all", path, fields);
    const { id: createdId, created_at: _createdAt, updated_at, ...otherFields } = createdMetafield;
    assert.deepEqual(otherFields, { owner_resource: resource, owner_id: id, ...fields, is_private: false });
    await fixture.create("all", path, { namespace: "care", key: "iron", value: "no" });
    assert.deepEqual(await fixture.listKeys("all", path, "namespace=care"), ["wash", "iron"]);
    assert.deepEqual(await fixture.listKeys("all", path, "namespace=care&key=iron"), ["iron"]);
    assert.deepEqual(await fixture.listKeys("all", path, `since_id=${createdId}&ids=${createdId}`), ["wash"]);
    const url = `${path}/${createdId}.json`;
    assert.deepEqual(
      (await fixture.request<{ metafield: Metafield }>("all", "GET", url)).metafield,
      createdMetafield,
    );
    const updateResponse = await fixture.request<{ metafield: Metafield }>("all", "PUT", url, {
      metafield: { value: "[40]", key: "wash" },
    });
    const updatedMetafield = updateResponse.metafield;
    assert.deepEqual([updatedMetafield.value, updatedMetafield.description], [[40], "How"]);
    assert.ok(updatedMetafield.updated_at > updated_at);
    const repeatedResponse = await fixture.request<{ metafield: Metafield }>("all", "PUT", url, {
      value: [40],
      is_private: false,
    });
    assert.deepEqual(repeatedResponse.metafield, updatedMetafield);
    assert.deepEqual(await fixture.request("all", "DELETE", url), {});
    for (const method of ["GET", "PUT", "DELETE"])
      assert.deepEqual(await fixture.getErrors("all", method, url, {}), ["not_found"]);
    assert.deepEqual(await fixture.listKeys("all", path, "namespace=care"), ["iron"]);
  }
});

test("a metafield is not found through another record's path", async () => {
  for (const { path } of fixture.ownerRecords) {
    const { id } = await fixture.create("all", path, { namespace: "own", key: "k", value: "v" });
    for (const otherOwner of fixture.ownerRecords) {
      if (otherOwner.path === path) continue;
      for (const method of ["GET", "PUT", "DELETE"])
        assert.deepEqual(await fixture.getErrors("all", method, `${otherOwner.path}/${id}.json`, {}), [
          "not_found",
        ]);
    }
  }
  for (const plural of ["products", "variants", "collections", "locations"]) {
    const path = `/${plural}/987654/metafields`;
    const json = { namespace: "n", key: "k", value: "v" };
    assert.deepEqual(await fixture.getErrors("all", "GET", `${path}.json`), ["not_found"]);
    assert.deepEqual(await fixture.getErrors("all", "GET", `${path}/count.json`), ["not_found"]);
    assert.deepEqual(await fixture.getErrors("all", "POST", `${path}.json`, json), ["not_found"]);
  }
});

test("an invalid metafield is rejected with an error that names the invalid field", async () => {
  const path = fixture.ownerRecords[1]?.path ?? "";
  await fixture.create("all", path, { namespace: "rules", key: "taken", value: "v" });
  const validInput = { namespace: "rules", key: "k", value: "v" };
  const invalidInputs: [object, string][] = [
    [{}, "namespace required"],
    [{ ...validInput, key: "taken" }, "key not_unique"],
    [{ ...validInput, namespace: " " }, "namespace required"],
    [{ ...validInput, key: "" }, "key required"],
    [{ ...validInput, key: "x".repeat(256) }, "key too_long"],
    [{ namespace: "rules", key: "k" }, "value required"],
    [{ ...validInput, value: null }, "value invalid_type"],
    [{ ...validInput, value: "x".repeat(65_537) }, "value too_long"],
    [{ ...validInput, value: 5 }, "value invalid_type"],
    [{ ...validInput, value_type: "Integer" }, "value invalid_type"],
    [{ ...validInput, value_type: "Float" }, "value_type not_allowed"],
    [{ ...validInput, value_type: "Json" }, "value invalid_type"],
    [{ ...validInput, description: "x".repeat(256) }, "description too_long"],
    [{ ...validInput, is_private: "no" }, "is_private invalid_type"],
  ];
  for (const [metafield, expectedError] of invalidInputs) {
    const [code, fieldError] = await fixture.getErrors("all", "POST", `${path}.json`, { metafield });
    assert.deepEqual([code, fieldError], ["invalid", expectedError]);
  }
  const { id } = await fixture.create("all", path, validInput);
  const invalidChanges: [object, string][] = [
    [{ key: "other" }, "key not_allowed"],
    [{ namespace: "other" }, "namespace not_allowed"],
    [{ value_type: "Integer" }, "value invalid_type"],
    [{ value: 7 }, "value invalid_type"],
  ];
  for (const [metafield, expectedError] of invalidChanges)
    assert.deepEqual(await fixture.getErrors("all", "PUT", `${path}/${id}.json`, { metafield }), [
      "invalid",
      expectedError,
    ]);
  assert.deepEqual(await fixture.listKeys("all", path, "namespace=rules"), ["taken", "k"]);
});

test("if many requests add the same metafield key concurrently, only one succeeds", async () => {
  const path = `${fixture.ownerRecords[2]?.path}.json`;
  const json = { namespace: "race", key: "once", value: "v" };
  const responses = await Promise.all(
    Array.from({ length: 10 }, () => fixture.call("all", "POST", path, json)),
  );
  assert.deepEqual(responses.map(({ status }) => status).sort(), [200, ...Array<number>(9).fill(422)]);
});

test("deleting a record deletes its metafields", async () => {
  const { database } = testPlatform;
  const countMetafields = async (resource: string, id: number) =>
    (
      await database.one<{ n: number }>(
        "select count(*) as n from metafields where store_id = $1 and owner_resource = $2 and owner_id = $3",
        [fixture.store.id, resource, id],
      )
    ).n;
  for (const { resource, id } of fixture.ownerRecords)
    assert.ok((await countMetafields(resource, id)) > 0, resource);
  const [, product, variant, collection, location] = fixture.ownerRecords;
  await fixture.request("all", "DELETE", `/collections/${collection?.id}.json`);
  await database.query("delete from products where store_id = $1 and id = $2", [
    fixture.store.id,
    product?.id,
  ]);
  await database.query("delete from inventory_levels where store_id = $1 and location_id = $2", [
    fixture.store.id,
    location?.id,
  ]);
  await database.query("delete from locations where store_id = $1 and id = $2", [
    fixture.store.id,
    location?.id,
  ]);
  for (const owner of [product, variant, collection, location])
    assert.equal(await countMetafields(owner?.resource ?? "", owner?.id ?? 0), 0, owner?.resource);
  assert.ok((await countMetafields("store", fixture.store.id)) > 0);
});
