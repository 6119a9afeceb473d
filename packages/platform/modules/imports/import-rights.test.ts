import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Right } from "@souk/contract";
import {
  createFakeClock,
  eventually,
  type FakeClock,
  signUpMember,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "../../http/testing/store-api.ts";
import { createImportFixture, type Import, type ImportFixture } from "./testing/import-fixture.ts";

let testPlatform: TestPlatform;
let clock: FakeClock;
let api: StoreApi;
let fixture: ImportFixture;

before(async () => {
  clock = createFakeClock();
  testPlatform = await startTestPlatform({ clock });
  api = await createStoreApi(testPlatform);
  fixture = createImportFixture(api);
});

after(() => testPlatform.stop());

const csvRequest = { headers: { "content-type": "text/csv" } };
const file = "handle,title,price\nmug,Mug,5\n";

test("every import operation requires the write scope of an importable resource", async () => {
  const { store } = api;
  const response = await store.owner.browser.call("POST", `${store.host_url}/api/console/custom_apps.json`, {
    name: "Reader",
    scopes: ["read_products"],
  });
  const token = response.json<{ custom_app: { access_token: string } }>().custom_app.access_token;
  const { id } = await fixture.checkFile(file);
  const calls: [string, string, object?][] = [
    ["POST", "/4.0/imports.json", { ...csvRequest, body: file }],
    ["GET", "/4.0/imports.json"],
    ["GET", `/4.0/imports/${id}.json`],
    ["POST", `/4.0/imports/${id}/confirm.json`],
    ["POST", `/4.0/imports/${id}/cancel.json`],
    ["GET", `/4.0/imports/${id}/errors.json`],
  ];
  for (const [method, path, options] of calls) {
    const response = await testPlatform.request(`${store.origin}/api${path}`, { method, token, ...options });
    assert.deepEqual(
      [response.status, readError(response).required_scope],
      [403, "write_products or write_customers"],
      path,
    );
  }
});

test("an app's import is not visible to another store or to the store's members", async () => {
  const { id } = await fixture.checkFile(file);
  const otherStoreApi = await createStoreApi(testPlatform);
  const { owner, host_url } = api.store;
  for (const path of [`${id}.json`, `${id}/errors.json`, `${id}/errors/count.json`]) {
    assert.equal((await otherStoreApi.call("GET", `/4.0/imports/${path}`)).status, 404, path);
    assert.equal((await owner.browser.call("GET", `${host_url}/api/4.0/imports/${path}`)).status, 404, path);
  }
  for (const verb of ["confirm", "cancel"])
    assert.equal((await otherStoreApi.call("POST", `/4.0/imports/${id}/${verb}.json`)).status, 404, verb);
  assert.equal((await fixture.loadImport(id)).status, "checked");
  const list = await otherStoreApi.call("GET", "/4.0/imports.json");
  assert.deepEqual(list.json<{ imports: object[] }>().imports, []);
  assert.deepEqual((await otherStoreApi.call("GET", "/4.0/imports/count.json")).json(), { count: 0 });
});

test("an import of a resource that the caller may not write is not found", async () => {
  const { database } = testPlatform;
  const app = await createStoreApi(testPlatform);
  const { id } = await createImportFixture(app).checkFile(file);
  const setResource = (resource: string) =>
    database.query("update imports set resource = $2 where store_id = $1", [app.store.id, resource]);
  await setResource("something else");
  for (const path of [`${id}.json`, `${id}/errors.json`, `${id}/errors/count.json`])
    assert.equal((await app.call("GET", `/4.0/imports/${path}`)).status, 404, path);
  for (const verb of ["confirm", "cancel"])
    assert.equal((await app.call("POST", `/4.0/imports/${id}/${verb}.json`)).status, 404, verb);
  const loadCount = async (query: string) =>
    (await app.call("GET", `/4.0/imports/count.json${query}`)).json();
  assert.deepEqual(await loadCount(""), { count: 0 });
  await setResource("products");
  assert.deepEqual(await loadCount("?resource=products"), { count: 1 });
});

test("the error for a resource that cannot be imported lists the importable resources", async () => {
  const response = await api.call("POST", "/4.0/imports.json?resource=orders", { ...csvRequest, body: file });
  const { code, fields } = readError(response);
  assert.deepEqual([response.status, code, fields?.[0]?.path], [422, "invalid", "resource"]);
  assert.match(fields?.[0]?.message ?? "", /products/);
});

test("a caller's imports can be listed and counted by status", async () => {
  await fixture.checkFile(file);
  const response = await api.call("GET", "/4.0/imports.json?status=checked&limit=250");
  const { imports, total_count } = response.json<{ imports: Import[]; total_count: number }>();
  assert.ok(imports.length > 0 && imports.every(({ status }) => status === "checked"));
  const count = await api.call("GET", "/4.0/imports/count.json?status=checked");
  assert.deepEqual(count.json(), { count: total_count });
});

test("an import can be confirmed or canceled twice, but not canceled when done or confirmed when canceled", async () => {
  const { id } = await fixture.checkFile(file);
  await fixture.confirm(id);
  const doneImport = await fixture.waitUntilSettled(id);
  assert.deepEqual(await fixture.confirm(id), doneImport);
  const lateCancellation = await api.call("POST", `/4.0/imports/${id}/cancel.json`);
  assert.deepEqual([lateCancellation.status, readError(lateCancellation).code], [409, "conflict"]);
  const secondImport = await fixture.checkFile(file);
  const cancelSecondImport = () => api.call("POST", `/4.0/imports/${secondImport.id}/cancel.json`);
  const canceledImport = (await cancelSecondImport()).json<{ import: Import }>().import;
  assert.equal(canceledImport.status, "cancelled");
  assert.deepEqual((await cancelSecondImport()).json(), { import: canceledImport });
  const lateConfirmation = await api.call("POST", `/4.0/imports/${secondImport.id}/confirm.json`);
  assert.deepEqual([lateConfirmation.status, readError(lateConfirmation).code], [409, "conflict"]);
});

test("a second upload with the same idempotency key returns the first import", async () => {
  const options = { headers: { ...csvRequest.headers, "idempotency-key": "one file" }, body: file };
  const firstResponse = await api.call("POST", "/4.0/imports.json", options);
  const repeatedResponse = await api.call("POST", "/4.0/imports.json", options);
  assert.deepEqual(
    [repeatedResponse.status, repeatedResponse.text, repeatedResponse.headers["idempotent-replay"]],
    [200, firstResponse.text, "true"],
  );
  const otherFile = await api.call("POST", "/4.0/imports.json", { ...options, body: `${file}x,X,1\n` });
  assert.equal(otherFile.status, 422);
});

test("a caller with five imports in progress cannot create another one", async () => {
  const busyApp = await createStoreApi(testPlatform);
  const text = `insert into imports (store_id, installation_id, filename, size, path, actor_kind, actor_id, request_id, expires_at)
    select $1, $2, 'x', 1, '/imports/x', 'app', 'x', 'x', now() from generate_series(1, 5)`;
  await testPlatform.database.query(text, [busyApp.store.id, busyApp.installation_id]);
  const response = await busyApp.call("POST", "/4.0/imports.json", { ...csvRequest, body: file });
  assert.deepEqual([response.status, readError(response).code], [409, "conflict"]);
});

test("an import cannot be confirmed while five other imports are in progress", async () => {
  const busyApp = await createStoreApi(testPlatform);
  const { id } = await createImportFixture(busyApp).checkFile(file);
  const text = `insert into imports (store_id, installation_id, filename, size, path, actor_kind, actor_id, request_id, expires_at)
    select $1, $2, 'x', 1, '/imports/x', 'app', 'x', 'x', now() from generate_series(1, 5)`;
  await testPlatform.database.query(text, [busyApp.store.id, busyApp.installation_id]);
  const confirm = () => busyApp.call("POST", `/4.0/imports/${id}/confirm.json`);
  const response = await confirm();
  assert.deepEqual([response.status, readError(response).code], [409, "conflict"]);
  await testPlatform.database.query("delete from imports where store_id = $1 and filename = 'x'", [
    busyApp.store.id,
  ]);
  assert.equal((await confirm()).status, 200);
});

test("uninstalling an app cancels its imports but keeps records already written", async () => {
  const app = await createStoreApi(testPlatform);
  const appFixture = createImportFixture(app);
  await appFixture.importFile("handle,title\nstays,Stays\n");
  const { id } = await appFixture.checkFile("handle,title\nnever,Never\n");
  const { owner, host_url } = app.store;
  const url = `${host_url}/api/console/apps/${app.installation_id}.json`;
  assert.equal((await owner.browser.call("DELETE", url)).status, 200);
  clock.advance(3_000);
  const loadStatus = async () => {
    const text = "select status from imports where store_id = $1 and id = $2";
    return (await testPlatform.database.maybeOne<{ status: string }>(text, [app.store.id, id]))?.status;
  };
  await eventually(async () => (await loadStatus()) === "cancelled");
  const list = await owner.browser.call("GET", `${host_url}/api/3.0/products.json?handle=stays`);
  assert.equal(list.json<{ total_count: number }>().total_count, 1);
});

test("an import fails with a reason if its app is disabled or loses its scope", async () => {
  const { database } = testPlatform;
  for (const installationChange of ["status = 'disabled'", "scopes = array['read_products']"]) {
    const app = await createStoreApi(testPlatform);
    const appFixture = createImportFixture(app);
    const { id } = await appFixture.checkFile(file);
    // Simulate a confirmation just before the app loses its permission.
    await database.transaction(async (tx) => {
      await tx.query(`update installations set ${installationChange} where id = $1`, [app.installation_id]);
      await tx.query("update imports set status = 'running', row_count = 0 where store_id = $1", [
        app.store.id,
      ]);
      await tx.query("insert into long_jobs (store_id, task, record_id) values ($1, 'import', $2)", [
        app.store.id,
        id,
      ]);
    });
    const loadImport = async () => {
      const text = "select status, error from imports where store_id = $1 and id = $2";
      return await database.maybeOne<{ status: string; error: string }>(text, [app.store.id, id]);
    };
    await eventually(async () => (await loadImport())?.status === "failed", { timeoutMs: 60_000 });
    assert.match((await loadImport())?.error ?? "", /no longer has permission to write products/);
    const productsText = "select 1 from products where store_id = $1 and handle = 'mug'";
    assert.equal((await database.query(productsText, [app.store.id])).rowCount, 0, installationChange);
  }
});

test("if an import is confirmed shortly before its file would be deleted, the file is kept for longer", async () => {
  // A process with the role `api` runs no jobs, so the records of the confirmed import are not written.
  const apiPlatform = await startTestPlatform({ role: "api" });
  const app = await createStoreApi(apiPlatform);
  const values = [app.store.id, app.installation_id];
  const row = await apiPlatform.database.maybeOne<{ id: number }>(
    `insert into imports (store_id, installation_id, filename, size, path, status, actor_kind, actor_id, request_id, expires_at)
    values ($1, $2, 'x', 1, '/imports/late', 'checked', 'app', 'x', 'x', clock_timestamp() + interval '1 minute') returning id`,
    values,
  );
  await apiPlatform.database.query(
    "insert into file_removals (store_id, path, due_at) values ($1, '/imports/late', clock_timestamp() + interval '1 minute')",
    [app.store.id],
  );
  await createImportFixture(app).confirm(row?.id ?? 0);
  const removals = await apiPlatform.database.many<{ is_kept: boolean }>(
    "select due_at > clock_timestamp() + interval '6 days' as is_kept from file_removals where path = '/imports/late'",
  );
  assert.deepEqual(removals, [{ is_kept: true }]);
  await apiPlatform.stop();
});

test("an import cannot be confirmed more than 7 days after its upload", async () => {
  const { id } = await fixture.checkFile(file);
  clock.advance(7 * 86_400_000 + 1);
  const response = await api.call("POST", `/4.0/imports/${id}/confirm.json`);
  assert.deepEqual([response.status, readError(response).code], [409, "conflict"]);
  assert.match(readError(response).message, /7 days/);
});

test("importing customers requires the right to change store credit", async () => {
  const { store } = api;
  const { adminOrigin } = testPlatform.addresses;
  const csv = "email,total_credit\nrich@kedai.test,1000000\n";
  const upload = async (rights: Right[]) => {
    const { browser } = await signUpMember(testPlatform, store, rights);
    const session = await browser.call("GET", `${adminOrigin}/api/console/session.json`);
    const { csrf_token } = session.json<{ session: { csrf_token: string } }>().session;
    return testPlatform.request(`${store.host_url}/api/4.0/imports.json?resource=customers`, {
      method: "POST",
      headers: {
        "content-type": "text/csv",
        cookie: browser.getCookieHeader(new URL(adminOrigin).host) ?? "",
        origin: adminOrigin,
        "sec-fetch-site": "same-origin",
        "x-csrf-token": csrf_token,
      },
      body: csv,
    });
  };
  const rejectedResponse = await upload(["customers.view", "customers.edit"]);
  assert.deepEqual(
    [rejectedResponse.status, readError(rejectedResponse).required_right],
    [403, "customers.credit"],
  );
  const acceptedResponse = await upload(["customers.view", "customers.edit", "customers.credit"]);
  assert.equal(acceptedResponse.status, 200, acceptedResponse.text);
});
