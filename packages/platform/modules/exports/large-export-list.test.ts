import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi } from "../../http/testing/store-api.ts";
import type { Export } from "./testing/export-fixture.ts";

let testPlatform: TestPlatform;

before(async () => {
  testPlatform = await startTestPlatform({ role: "api" });
});
after(() => testPlatform.stop());

test("an export list of more than 1 MiB links each file and has only the requested fields", async () => {
  const api = await createStoreApi(testPlatform);
  await testPlatform.database.query(
    `insert into exports (store_id, installation_id, resource, format, filters, status, path, expires_at)
     select $1, $2, 'products', 'jsonl', jsonb_build_object('query', repeat('q', 8000)), 'done', '/exports/file.jsonl',
       now() + interval '1 day' from generate_series(1, 150)`,
    [api.store.id, api.installation_id],
  );
  const listExports = async (query: string) => {
    const response = await api.call("GET", `/4.0/exports.json?limit=250${query}`);
    assert.equal(response.status, 200, response.text.slice(0, 300));
    return response.json<{ exports: Export[] }>().exports;
  };
  const exports = await listExports("");
  assert.equal(exports.length, 150);
  for (const { url } of exports) assert.match(url ?? "", /\/exports\/file\.jsonl\?expires=\d+&signature=/);
  for (const record of await listExports("&fields=filters,url"))
    assert.deepEqual(Object.keys(record).sort(), ["filters", "id", "url"]);
});
