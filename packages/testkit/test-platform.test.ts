import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type TestPlatform, testPlatform } from "./test-platform.ts";

let testing: TestPlatform;

before(async () => {
  testing = await testPlatform();
});

after(() => testing.stop());

test("a test platform answers on its hosts", async () => {
  const { request, addresses } = testing;
  const ready = await request(`${addresses.adminOrigin}/health/ready`);
  assert.deepEqual([ready.status, ready.text], [200, '{"status":"ready"}']);
  const refused = await request(`${addresses.shopOrigin("nobody")}/api/3.0/products.json`);
  assert.deepEqual([refused.status, refused.json<{ error: { code: string } }>().error.code], [404, "store_not_found"]);
});

test("a test platform boots in well under a second and leaves nothing", async () => {
  const begin = performance.now();
  const { stop } = await testPlatform();
  const ms = performance.now() - begin;
  await stop();
  assert.ok(ms < 1_000, `${ms} ms`);
});
