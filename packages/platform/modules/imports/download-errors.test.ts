import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { OperationResponse, operations } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { createImportFixture, type ImportFixture } from "./testing/import-fixture.ts";

let testing: TestPlatform;
let api: StoreApi;
let fixture: ImportFixture;

before(async () => {
  testing = await testPlatform();
  api = await createStoreApi(testing);
  fixture = createImportFixture(api);
});

after(() => testing.stop());

/** Download the errors as the store's owner. */
function download(importId: number) {
  const { owner, host_url } = api.store;
  return owner.browser.call("GET", `${host_url}/api/console/imports/${importId}/errors_csv.json`);
}

/** Make an import of the app one of the store's people. */
function handToPeople(importId: number) {
  const text = "update imports set installation_id = null where store_id = $1 and id = $2";
  return testing.database.query(text, [api.store.id, importId]);
}

test("a merchant downloads an import's errors as CSV with row, key, path, code and message", async () => {
  const { id } = await fixture.checked("handle,title,price\ngood,Good,5\nbad,Bad,a lot\n,None,1\n");
  await handToPeople(id);
  const answer = await download(id);
  assert.equal(answer.status, 200, answer.text);
  const { import_errors_csv } = answer.json<OperationResponse<typeof operations.downloadImportErrors>>();
  assert.equal(
    import_errors_csv,
    [
      "\ufeffrow,key,path,code,message",
      '3,bad,price,invalid_format,"price is ""a lot"". It must be an amount of money, such as 12.50."',
      "4,,handle,required,handle is required.",
      "",
    ].join("\r\n"),
  );
});

test("a cell of the file that looks like a formula is guarded in the downloaded errors", async () => {
  const { id } = await fixture.checked("handle,title,price\n=HYPERLINK(1),Bad,1\n");
  await handToPeople(id);
  const answer = await download(id);
  const [, line = ""] = answer
    .json<OperationResponse<typeof operations.downloadImportErrors>>()
    .import_errors_csv.split("\r\n");
  assert.match(line, /^2,'=HYPERLINK\(1\),handle,invalid_format,/);
});

test("the errors of an app's import, or of another store, are not found by a merchant", async () => {
  const { id } = await fixture.checked("handle,title,price\nbad,Bad,a lot\n");
  assert.equal((await download(id)).status, 404);
  await handToPeople(id);
  assert.equal((await download(id)).status, 200);
  const other = await createStoreApi(testing);
  const url = `${other.store.host_url}/api/console/imports/${id}/errors_csv.json`;
  assert.equal((await other.store.owner.browser.call("GET", url)).status, 404);
});
