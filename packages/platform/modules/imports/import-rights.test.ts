import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, type FakeClock, fakeClock, type TestPlatform, testPlatform } from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "../../http/testing/store-api.ts";
import { createImportFixture, type Import, type ImportFixture } from "./testing/import-fixture.ts";

let testing: TestPlatform;
let clock: FakeClock;
let api: StoreApi;
let fixture: ImportFixture;

before(async () => {
  clock = fakeClock();
  testing = await testPlatform({ clock });
  api = await createStoreApi(testing);
  fixture = createImportFixture(api);
});

after(() => testing.stop());

const csv = { headers: { "content-type": "text/csv" } };
const file = "handle,title,price\nmug,Mug,5\n";

test("every operation of an import needs a scope that writes something", async () => {
  const { store } = api;
  const made = await store.owner.browser.call("POST", `${store.host_url}/api/console/custom_apps.json`, {
    name: "Reader",
    scopes: ["read_products"],
  });
  const token = made.json<{ custom_app: { access_token: string } }>().custom_app.access_token;
  const { id } = await fixture.checked(file);
  const calls: [string, string, object?][] = [
    ["POST", "/4.0/imports.json", { ...csv, body: file }],
    ["GET", "/4.0/imports.json"],
    ["GET", `/4.0/imports/${id}.json`],
    ["POST", `/4.0/imports/${id}/confirm.json`],
    ["POST", `/4.0/imports/${id}/cancel.json`],
    ["GET", `/4.0/imports/${id}/errors.json`],
  ];
  for (const [method, path, options] of calls) {
    const answer = await testing.request(`${store.origin}/api${path}`, { method, token, ...options });
    assert.deepEqual(
      [answer.status, readError(answer).required_scope],
      [403, "write_products or write_customers"],
      path,
    );
  }
});

test("another store, and another caller of this one, do not find an import", async () => {
  const { id } = await fixture.checked(file);
  const other = await createStoreApi(testing);
  const { owner, host_url } = api.store;
  for (const path of [`${id}.json`, `${id}/errors.json`, `${id}/errors/count.json`]) {
    assert.equal((await other.call("GET", `/4.0/imports/${path}`)).status, 404, path);
    assert.equal((await owner.browser.call("GET", `${host_url}/api/4.0/imports/${path}`)).status, 404, path);
  }
  for (const verb of ["confirm", "cancel"])
    assert.equal((await other.call("POST", `/4.0/imports/${id}/${verb}.json`)).status, 404, verb);
  assert.equal((await fixture.shown(id)).status, "checked");
  const list = await other.call("GET", "/4.0/imports.json");
  assert.deepEqual(list.json<{ imports: object[] }>().imports, []);
  assert.deepEqual((await other.call("GET", "/4.0/imports/count.json")).json(), { count: 0 });
});

test("an import of what the caller may not write is not found", async () => {
  const { database } = testing;
  const own = await createStoreApi(testing);
  const { id } = await createImportFixture(own).checked(file);
  const become = (resource: string) =>
    database.query("update imports set resource = $2 where store_id = $1", [own.store.id, resource]);
  await become("something else");
  for (const path of [`${id}.json`, `${id}/errors.json`, `${id}/errors/count.json`])
    assert.equal((await own.call("GET", `/4.0/imports/${path}`)).status, 404, path);
  for (const verb of ["confirm", "cancel"])
    assert.equal((await own.call("POST", `/4.0/imports/${id}/${verb}.json`)).status, 404, verb);
  const counted = async (query: string) => (await own.call("GET", `/4.0/imports/count.json${query}`)).json();
  assert.deepEqual(await counted(""), { count: 0 });
  await become("products");
  assert.deepEqual(await counted("?resource=products"), { count: 1 });
});

test("a file of a resource that cannot be imported is rejected, naming those that can", async () => {
  const answer = await api.call("POST", "/4.0/imports.json?resource=orders", { ...csv, body: file });
  const { code, fields } = readError(answer);
  assert.deepEqual([answer.status, code, fields?.[0]?.path], [422, "invalid", "resource"]);
  assert.match(fields?.[0]?.message ?? "", /products/);
});

test("the list shows the caller's imports, filtered by their state", async () => {
  await fixture.checked(file);
  const answer = await api.call("GET", "/4.0/imports.json?status=checked&limit=250");
  const { imports, total_count } = answer.json<{ imports: Import[]; total_count: number }>();
  assert.ok(imports.length > 0 && imports.every(({ status }) => status === "checked"));
  const count = await api.call("GET", "/4.0/imports/count.json?status=checked");
  assert.deepEqual(count.json(), { count: total_count });
});

test("a second confirmation or cancellation changes nothing", async () => {
  const { id } = await fixture.checked(file);
  await fixture.confirm(id);
  const done = await fixture.settled(id);
  assert.deepEqual(await fixture.confirm(id), done);
  const late = await api.call("POST", `/4.0/imports/${id}/cancel.json`);
  assert.deepEqual([late.status, readError(late).code], [409, "conflict"]);
  const second = await fixture.checked(file);
  const cancel = () => api.call("POST", `/4.0/imports/${second.id}/cancel.json`);
  const cancelled = (await cancel()).json<{ import: Import }>().import;
  assert.equal(cancelled.status, "cancelled");
  assert.deepEqual((await cancel()).json(), { import: cancelled });
  const confirmed = await api.call("POST", `/4.0/imports/${second.id}/confirm.json`);
  assert.deepEqual([confirmed.status, readError(confirmed).code], [409, "conflict"]);
});

test("a repeated key gets the same import and creates no second one", async () => {
  const options = { headers: { ...csv.headers, "idempotency-key": "one file" }, body: file };
  const first = await api.call("POST", "/4.0/imports.json", options);
  const again = await api.call("POST", "/4.0/imports.json", options);
  assert.deepEqual([again.status, again.text, again.headers["idempotent-replay"]], [200, first.text, "true"]);
  const other = await api.call("POST", "/4.0/imports.json", { ...options, body: `${file}x,X,1\n` });
  assert.equal(other.status, 422);
});

test("no more than five imports of one caller are under way at a time", async () => {
  const busy = await createStoreApi(testing);
  const text = `insert into imports (store_id, installation_id, filename, size, path, actor_kind, actor_id, request_id, expires_at)
    select $1, $2, 'x', 1, '/imports/x', 'app', 'x', 'x', now() from generate_series(1, 5)`;
  await testing.database.query(text, [busy.store.id, busy.installation_id]);
  const answer = await busy.call("POST", "/4.0/imports.json", { ...csv, body: file });
  assert.deepEqual([answer.status, readError(answer).code], [409, "conflict"]);
});

test("a sixth import cannot be confirmed while five are under way", async () => {
  const busy = await createStoreApi(testing);
  const { id } = await createImportFixture(busy).checked(file);
  const text = `insert into imports (store_id, installation_id, filename, size, path, actor_kind, actor_id, request_id, expires_at)
    select $1, $2, 'x', 1, '/imports/x', 'app', 'x', 'x', now() from generate_series(1, 5)`;
  await testing.database.query(text, [busy.store.id, busy.installation_id]);
  const confirm = () => busy.call("POST", `/4.0/imports/${id}/confirm.json`);
  const answer = await confirm();
  assert.deepEqual([answer.status, readError(answer).code], [409, "conflict"]);
  await testing.database.query("delete from imports where store_id = $1 and filename = 'x'", [busy.store.id]);
  assert.equal((await confirm()).status, 200);
});

test("an app's imports end with its installation; what is written already stays", async () => {
  const app = await createStoreApi(testing);
  const apps = createImportFixture(app);
  await apps.imported("handle,title\nstays,Stays\n");
  const { id } = await apps.checked("handle,title\nnever,Never\n");
  const { owner, host_url } = app.store;
  const url = `${host_url}/api/console/apps/${app.installation_id}.json`;
  assert.equal((await owner.browser.call("DELETE", url)).status, 200);
  clock.advance(3_000);
  const status = async () => {
    const text = "select status from imports where store_id = $1 and id = $2";
    return (await testing.database.maybeOne<{ status: string }>(text, [app.store.id, id]))?.status;
  };
  await eventually(async () => (await status()) === "cancelled");
  const list = await owner.browser.call("GET", `${host_url}/api/3.0/products.json?handle=stays`);
  assert.equal(list.json<{ total_count: number }>().total_count, 1);
});

test("an import stops with a reason when its app is disabled or loses the scope", async () => {
  const { database } = testing;
  for (const taken of ["status = 'disabled'", "scopes = array['read_products']"]) {
    const app = await createStoreApi(testing);
    const apps = createImportFixture(app);
    const { id } = await apps.checked(file);
    // Confirmed in the moment before the right is taken away.
    await database.transaction(async (tx) => {
      await tx.query(`update installations set ${taken} where id = $1`, [app.installation_id]);
      await tx.query("update imports set status = 'running', row_count = 0 where store_id = $1", [
        app.store.id,
      ]);
      await tx.query("insert into long_jobs (store_id, task, record_id) values ($1, 'import', $2)", [
        app.store.id,
        id,
      ]);
    });
    const shown = async () => {
      const text = "select status, error from imports where store_id = $1 and id = $2";
      return await database.maybeOne<{ status: string; error: string }>(text, [app.store.id, id]);
    };
    await eventually(async () => (await shown())?.status === "failed", { within: 60_000 });
    assert.match((await shown())?.error ?? "", /no longer has permission to write products/);
    const products = "select 1 from products where store_id = $1 and handle = 'mug'";
    assert.equal((await database.query(products, [app.store.id])).rowCount, 0, taken);
  }
});

test("a file that is confirmed in its last minute stays until it is written", async () => {
  // This process does no long work: the file is seen as the confirmation leaves it.
  const quiet = await testPlatform({ role: "api" });
  const app = await createStoreApi(quiet);
  const values = [app.store.id, app.installation_id];
  const row = await quiet.database.maybeOne<{ id: number }>(
    `insert into imports (store_id, installation_id, filename, size, path, status, actor_kind, actor_id, request_id, expires_at)
    values ($1, $2, 'x', 1, '/imports/late', 'checked', 'app', 'x', 'x', clock_timestamp() + interval '1 minute') returning id`,
    values,
  );
  await quiet.database.query(
    "insert into file_removals (store_id, path, due_at) values ($1, '/imports/late', clock_timestamp() + interval '1 minute')",
    [app.store.id],
  );
  await createImportFixture(app).confirm(row?.id ?? 0);
  const late = await quiet.database.many<{ stays: boolean }>(
    "select due_at > clock_timestamp() + interval '6 days' as stays from file_removals where path = '/imports/late'",
  );
  assert.deepEqual(late, [{ stays: true }]);
  await quiet.stop();
});

test("a file that is not confirmed within 7 days is deleted and cannot be confirmed", async () => {
  const { id } = await fixture.checked(file);
  clock.advance(7 * 86_400_000 + 1);
  const answer = await api.call("POST", `/4.0/imports/${id}/confirm.json`);
  assert.deepEqual([answer.status, readError(answer).code], [409, "conflict"]);
  assert.match(readError(answer).message, /7 days/);
});
