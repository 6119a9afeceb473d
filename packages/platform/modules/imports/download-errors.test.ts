import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { createImportFixture, type ImportFixture } from "./testing/import-fixture.ts";

let testPlatform: TestPlatform;
let api: StoreApi;
let fixture: ImportFixture;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform);
  fixture = createImportFixture(api);
});

after(() => testPlatform.stop());

/** Download the errors as the store's owner. */
function downloadErrors(importId: number) {
  const { owner, host_url } = api.store;
  return owner.browser.call("GET", `${host_url}/api/console/imports/${importId}/errors_csv.json`);
}

/** Change the owner of an import from the app to the store's members. */
function assignToMembers(importId: number) {
  const text = "update imports set installation_id = null where store_id = $1 and id = $2";
  return testPlatform.database.query(text, [api.store.id, importId]);
}

test("a merchant can download an import's errors as a CSV file", async () => {
  const { id } = await fixture.checkFile("handle,title,price\ngood,Good,5\nbad,Bad,a lot\n,None,1\n");
  await assignToMembers(id);
  const response = await downloadErrors(id);
  assert.equal(response.status, 200, response.text);
  const { import_errors_csv } = response.json<OperationResponse<typeof operations.downloadImportErrors>>();
  assert.equal(
    import_errors_csv,
    [
      '\ufeff"row","key","path","code","message"',
      '"3","bad","price","invalid_format","price is ""a lot"". It must be an amount of money, such as 12.50."',
      '"4","","handle","required","handle is required."',
      "",
    ].join("\r\n"),
  );
});

test("a cell that looks like a formula is escaped in the downloaded import errors", async () => {
  const { id } = await fixture.checkFile("handle,title,price\n=HYPERLINK(1),Bad,1\n");
  await assignToMembers(id);
  const response = await downloadErrors(id);
  const [, line = ""] = response
    .json<OperationResponse<typeof operations.downloadImportErrors>>()
    .import_errors_csv.split("\r\n");
  assert.match(line, /^"2","'=HYPERLINK\(1\)","handle","invalid_format",/);
});

test("a merchant cannot download errors of an app's import or another store's import", async () => {
  const { id } = await fixture.checkFile("handle,title,price\nbad,Bad,a lot\n");
  assert.equal((await downloadErrors(id)).status, 404);
  await assignToMembers(id);
  assert.equal((await downloadErrors(id)).status, 200);
  const otherStoreApi = await createStoreApi(testPlatform);
  const url = `${otherStoreApi.store.host_url}/api/console/imports/${id}/errors_csv.json`;
  assert.equal((await otherStoreApi.store.owner.browser.call("GET", url)).status, 404);
});
