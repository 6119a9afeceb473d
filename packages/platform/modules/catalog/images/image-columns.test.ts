import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import { listSchemaColumns } from "../../../http/testing/sample-columns.ts";
import { imageColumns } from "./image-columns.ts";

let testing: TestDatabase;

before(async () => {
  testing = await createTestDatabase();
});
after(() => testing.stop());

test("imageColumns lists exactly the columns of the migrated table", async () => {
  const columns = await listSchemaColumns(testing.database, "product_images");
  assert.deepEqual(Object.keys(imageColumns).sort(), columns.map(({ name }) => name).sort());
});
