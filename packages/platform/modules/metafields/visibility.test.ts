import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { readError } from "../../http/testing/store-api.ts";
import { createMetafieldFixture, type MetafieldFixture } from "./testing/metafield-fixture.ts";

let testPlatform: TestPlatform;
let fixture: MetafieldFixture;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
  fixture = await createMetafieldFixture(testPlatform);
});
after(() => testPlatform.stop());

test("only apps can create private metafields, and each is visible only to the app that created it", async () => {
  const { browser } = fixture.store.owner;
  for (const { path } of fixture.ownerRecords) {
    const secret = { namespace: "vault", key: "seal", value: "mine", is_private: true };
    const { id } = await fixture.create("all", path, secret);
    const url = `${path}/${id}.json`;
    assert.deepEqual(await fixture.listKeys("all", path, "namespace=vault"), ["seal"]);
    assert.deepEqual(await fixture.listKeys("other", path, "namespace=vault"), []);
    for (const method of ["GET", "PUT", "DELETE"])
      assert.deepEqual(await fixture.getErrors("other", method, url, { value: "other app's" }), [
        "not_found",
      ]);
    const memberResponse = await browser.call("GET", `${fixture.store.host_url}/api/3.0${url}`);
    assert.equal(memberResponse.status, 404, memberResponse.text);
    // The other app can use the same key, so it does not learn that a private metafield has this key.
    const otherSecret = await fixture.create("other", path, { ...secret, value: "theirs" });
    assert.deepEqual(await fixture.listKeys("other", path, "namespace=vault"), ["seal"]);
    const publicMetafield = await fixture.create("other", path, { ...secret, is_private: false });
    assert.deepEqual(await fixture.getErrors("all", "PUT", url, { is_private: false }), [
      "invalid",
      "key not_unique",
    ]);
    assert.deepEqual(
      await fixture.getErrors("all", "PUT", `${path}/${publicMetafield.id}.json`, { is_private: true }),
      ["invalid", "is_private not_allowed"],
    );
    await fixture.request("other", "DELETE", `${path}/${publicMetafield.id}.json`);
    await fixture.request("all", "PUT", url, { is_private: false });
    assert.deepEqual(await fixture.listKeys("other", path, "namespace=vault"), ["seal", "seal"]);
    await fixture.request("other", "DELETE", `${path}/${otherSecret.id}.json`);
    const memberCreateResponse = await browser.call(
      "POST",
      `${fixture.store.host_url}/api/3.0${path}.json`,
      secret,
    );
    const { fields } = readError(memberCreateResponse);
    assert.equal(fields?.[0]?.path, "is_private", memberCreateResponse.text);
  }
});

test("store metafields require a scope, except those in the namespace named after the app's handle", async () => {
  const appMetafield = await fixture.create("bare", "/metafields", {
    namespace: fixture.app.handle,
    key: "mine",
    value: "v",
  });
  const storeMetafield = await fixture.create("all", "/metafields", {
    namespace: "elsewhere",
    key: "far",
    value: "v",
  });
  const otherAppMetafield = await fixture.create("other", "/metafields", {
    namespace: fixture.app.handle,
    key: "secret",
    value: "v",
  });
  const otherAppPath = `/metafields/${otherAppMetafield.id}.json`;
  assert.deepEqual(await fixture.getErrors("bare", "PUT", otherAppPath, {}), ["not_found"]);
  const json = { namespace: "elsewhere", key: "new", value: "v" };
  const missingWriteScope = ["scope_missing", "write_store"];
  assert.deepEqual(await fixture.getErrors("bare", "POST", "/metafields.json", json), missingWriteScope);
  assert.deepEqual(await fixture.getErrors("readStore", "POST", "/metafields.json", json), missingWriteScope);
  assert.deepEqual(await fixture.listKeys("bare", "/metafields"), ["mine"]);
  assert.deepEqual(await fixture.listKeys("bare", "/metafields", `namespace=${fixture.app.handle}`), [
    "mine",
  ]);
  for (const path of ["/metafields.json", "/metafields/count.json"])
    assert.deepEqual(await fixture.getErrors("bare", "GET", `${path}?namespace=elsewhere`), [
      "scope_missing",
      "read_store",
    ]);
  assert.deepEqual(await fixture.listKeys("writeStore", "/metafields"), ["mine"], "write_store cannot read");
  assert.ok((await fixture.listKeys("readStore", "/metafields", "limit=250")).includes("far"));
  const storeMetafieldPath = `/metafields/${storeMetafield.id}.json`;
  for (const method of ["GET", "PUT", "DELETE"])
    assert.deepEqual(await fixture.getErrors("bare", method, storeMetafieldPath, {}), ["not_found"], method);
  for (const path of [storeMetafieldPath, otherAppPath])
    for (const method of ["PUT", "DELETE"])
      assert.deepEqual(await fixture.getErrors("readStore", method, path, {}), missingWriteScope, path);
  await fixture.request("writeStore", "PUT", storeMetafieldPath, { value: "changed" });
  await fixture.request("bare", "PUT", `/metafields/${appMetafield.id}.json`, { value: "changed" });
  await fixture.request("bare", "DELETE", `/metafields/${appMetafield.id}.json`);
  await fixture.request("writeStore", "DELETE", storeMetafieldPath);
});

test("metafields of products, variants, collections and locations require the scopes of these records", async () => {
  const [, product, variant, collection, location] = fixture.ownerRecords;
  const json = { namespace: "scopes", key: "k", value: "v" };
  for (const owner of [product, variant, collection]) {
    await fixture.create("products", owner?.path ?? "", json);
    assert.deepEqual(await fixture.getErrors("bare", "GET", `${owner?.path}.json`), [
      "scope_missing",
      "read_products",
    ]);
    assert.deepEqual(await fixture.getErrors("bare", "POST", `${owner?.path}.json`, json), [
      "scope_missing",
      "write_products",
    ]);
  }
  const locationPath = `${location?.path}.json`;
  assert.deepEqual(await fixture.listKeys("products", location?.path ?? "", "namespace=scopes"), []);
  assert.deepEqual(await fixture.getErrors("products", "POST", locationPath, json), [
    "scope_missing",
    "write_locations",
  ]);
});
