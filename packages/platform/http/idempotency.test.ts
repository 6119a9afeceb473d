import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { acceptsIdempotencyKey, operations } from "@souk/contract";
import {
  type Answer,
  consoleCall,
  type FakeClock,
  fakeClock,
  installApp,
  loadInstallationId,
  registerApp,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "./testing/store-api.ts";

let testing: TestPlatform;
let clock: FakeClock;
let api: StoreApi;

before(async () => {
  clock = fakeClock();
  testing = await testPlatform({ clock });
  api = await createStoreApi(testing);
});

after(() => testing.stop());

const path = "/4.0/inventory_levels/adjust.json";
let keys = 0;
const freshKey = () => `key ${++keys}`;

function adjust(key: string, json: object, storeApi: StoreApi = api): Promise<Answer> {
  return storeApi.call("PUT", path, { json, headers: { "idempotency-key": key } });
}

function by(adjustment_quantity: number, storeApi: StoreApi = api): object {
  return { ...storeApi.level, adjustment_quantity };
}

async function keptAnswers(): Promise<number> {
  const row = await testing.database.one<{ n: number }>("select count(*) as n from idempotency_keys");
  return row.n;
}

test("the same key with the same request repeats the first response, changing nothing", async () => {
  const begin = await api.quantity();
  const key = freshKey();
  const first = await adjust(key, by(3));
  const again = await adjust(key, by(3));
  assert.equal(await api.quantity(), begin + 3);
  assert.deepEqual([first.status, first.headers["idempotent-replay"]], [200, undefined]);
  assert.deepEqual([again.status, again.headers["idempotent-replay"]], [200, "true"]);
  assert.equal(again.text, first.text);
  assert.notEqual(again.headers["x-request-id"], first.headers["x-request-id"]);
  const row = await testing.database.one<{ n: number }>(
    "select count(*) as n from inventory_movements where store_id = $1 and request_id = $2",
    [api.store.id, again.headers["x-request-id"]],
  );
  assert.equal(row.n, 0);
});

test("the same key with another body, path or method is rejected with 422", async () => {
  const key = freshKey();
  await adjust(key, by(1));
  const begin = await api.quantity();
  const headers = { "idempotency-key": key };
  const others = [
    await adjust(key, by(2)),
    await adjust(key, { inventory_level: by(1) }),
    await api.call("PUT", "/4.0/inventory_levels/set.json", { json: { ...api.level, quantity: 1 }, headers }),
    await api.call("POST", "/3.0/webhooks.json", {
      json: { topic: "a", url: "http://localhost:1/" },
      headers,
    }),
  ];
  for (const answer of others) {
    assert.equal(answer.status, 422);
    assert.deepEqual(
      readError(answer).fields?.map((field) => field.path),
      ["Idempotency-Key"],
    );
  }
  assert.equal(await api.quantity(), begin);
});

test("of concurrent duplicates one changes; the others get its response or 409", async () => {
  const begin = await api.quantity();
  for (let round = 1; round <= 5; round++) {
    const key = freshKey();
    const answers = await Promise.all(Array.from({ length: 12 }, () => adjust(key, by(1))));
    const made = answers.filter(({ status, headers }) => status === 200 && !headers["idempotent-replay"]);
    assert.equal(made.length, 1);
    for (const answer of answers) {
      if (answer.status === 200) assert.equal(answer.text, made[0]?.text);
      else assert.deepEqual([answer.status, readError(answer).code], [409, "conflict"]);
    }
    assert.equal(await api.quantity(), begin + round);
    assert.equal((await adjust(key, by(1))).headers["idempotent-replay"], "true");
  }
});

test("while the first request still runs, its duplicate gets 409 at once", async () => {
  const key = freshKey();
  const { promise: freed, resolve: free } = Promise.withResolvers<void>();
  const { promise: locked, resolve: hold } = Promise.withResolvers<void>();
  const holder = testing.database.transaction(async (tx) => {
    const text = "select 1 from inventory_levels where store_id = $1 and variant_id = $2 for update";
    await tx.query(text, [api.store.id, api.level.variant_id]);
    hold();
    await freed;
  });
  await locked;
  const first = adjust(key, by(1));
  const duplicate = await untilConflict(key);
  assert.equal(duplicate.status, 409);
  free();
  await holder;
  assert.equal((await first).status, 200);
  assert.equal((await adjust(key, by(1))).headers["idempotent-replay"], "true");
});

/** Repeat the request until the first one holds its lock: before that, this one would be the first. */
async function untilConflict(key: string): Promise<Answer> {
  for (;;) {
    const row = await testing.database.one<{ n: number }>(
      "select count(*) as n from pg_locks where locktype = 'advisory' and granted",
    );
    if (row.n > 0) return adjust(key, by(1));
  }
}

test("a rejected request keeps neither rows nor a response, and its key can be reused", async () => {
  const [begin, kept] = [await api.quantity(), await keptAnswers()];
  const key = freshKey();
  assert.equal((await adjust(key, by(-1_000_000))).status, 422);
  assert.equal((await adjust(key, { ...by(1), variant_id: 1e9 })).status, 404);
  assert.equal((await adjust(key, {})).status, 422);
  assert.deepEqual([await api.quantity(), await keptAnswers()], [begin, kept]);
  const good = await adjust(key, by(1));
  assert.deepEqual([good.status, good.headers["idempotent-replay"]], [200, undefined]);
});

test("a change of several rows that is rejected at its last row keeps none", async () => {
  const [first, last] = api.store.variants.filter(
    (variant) => variant.product_id === api.store.variants[1]?.product_id,
  );
  assert.ok(first && last && first !== last);
  const prices = async () => {
    const rows = await testing.database.many<{ price: string }>(
      "select price from variants where id = any($1) order by id",
      [[first.id, last.id]],
    );
    return rows.map(({ price }) => price);
  };
  const begin = await prices();
  const variants = [
    { id: first.id, price: "1.00" },
    { id: last.id, price: "1.001" },
  ];
  const answer = await api.call("PUT", `/3.0/products/${first.product_id}/variants.json`, {
    json: { variants },
  });
  assert.equal(answer.status, 422);
  assert.deepEqual(await prices(), begin);
});

test("a key counts for one app in one store", async () => {
  const other = await createStoreApi(testing);
  const key = freshKey();
  await adjust(key, by(1));
  const elsewhere = await adjust(key, by(1, other), other);
  assert.deepEqual([elsewhere.status, elsewhere.headers["idempotent-replay"]], [200, undefined]);
});

test("after a reinstall an earlier key means nothing: its records are gone (INS-19)", async () => {
  const app = await registerApp(testing, "http://127.0.0.1:9/");
  const { store } = api;
  const key = freshKey();
  const subscribe = async () => {
    const { token } = await installApp(testing, { store, app });
    const json = { topic: "product/update", url: "http://127.0.0.1:9/hook" };
    const headers = { "idempotency-key": key };
    return testing.request(`${store.origin}/api/3.0/webhooks.json`, { method: "POST", token, json, headers });
  };
  const first = await subscribe();
  const place = `${store.host_url}/api/console/apps/${await loadInstallationId(store, app)}`;
  await consoleCall(store.owner.browser, ["DELETE", `${place}.json`]);
  const second = await subscribe();
  assert.deepEqual([second.status, second.headers["idempotent-replay"]], [200, undefined]);
  assert.notEqual(second.json<{ id: number }>().id, first.json<{ id: number }>().id);
});

test("a response that shows a secret is not kept, so a repeat makes another secret", async () => {
  const kept = await keptAnswers();
  const admin = testing.addresses.adminOrigin;
  const { browser } = api.store.owner;
  const session = await browser.call("GET", `${admin}/api/console/session.json`);
  const headers = {
    cookie: browser.cookies(new URL(admin).host) ?? "",
    "x-csrf-token": session.json<{ session: { csrf_token: string } }>().session.csrf_token,
    "sec-fetch-site": "same-origin",
    "idempotency-key": freshKey(),
  };
  const url = `${api.store.host_url}/api/console/custom_apps.json`;
  const create = () => testing.request(url, { method: "POST", headers, json: { name: "Keyed", scopes: [] } });
  const [first, second] = [await create(), await create()];
  assert.deepEqual([first.status, second.status], [200, 200]);
  assert.notEqual(first.text, second.text);
  assert.equal(await keptAnswers(), kept);
});

test("a key expires after 24 hours", async () => {
  const begin = await api.quantity();
  const key = freshKey();
  await adjust(key, by(1));
  clock.advance(86_400_000 - 60_000);
  assert.equal((await adjust(key, by(1))).headers["idempotent-replay"], "true");
  clock.advance(120_000);
  const fresh = await adjust(key, by(1));
  assert.deepEqual([fresh.status, fresh.headers["idempotent-replay"]], [200, undefined]);
  assert.equal(await api.quantity(), begin + 2);
});

test("a key is 1 to 255 visible characters", async () => {
  for (const key of ["", "x".repeat(256), "\u00e9"]) {
    const answer = await adjust(key, by(1));
    assert.deepEqual([answer.status, readError(answer).fields?.[0]?.path], [422, "Idempotency-Key"], key);
  }
  assert.equal((await adjust("x".repeat(255), by(1))).status, 200);
});

test("a key on a GET or DELETE is ignored", async () => {
  const headers = { "idempotency-key": "x".repeat(300) };
  assert.equal((await api.call("GET", "/3.0/products/count.json", { headers })).status, 200);
  const json = { topic: "product/update", url: "http://localhost:1/hook" };
  const { id } = (await api.call("POST", "/3.0/webhooks.json", { json })).json<{ id: number }>();
  assert.equal((await api.call("DELETE", `/3.0/webhooks/${id}.json`, { headers })).status, 200);
});

test("every POST and PUT of 3.0 and 4.0 but the token exchange takes a key", () => {
  const writes = Object.values(operations).filter(
    ({ surface, method }) =>
      (surface === "3.0" || surface === "4.0") && (method === "POST" || method === "PUT"),
  );
  const without = writes.filter((operation) => !acceptsIdempotencyKey(operation));
  assert.deepEqual(
    without.map(({ id }) => id),
    ["oauth.access_token"],
  );
  const unkept = testing.platform.modules.routes.filter(
    ({ kind, operation }) => kind === "read" && writes.some(({ id }) => id === operation.id),
  );
  assert.deepEqual(
    unkept.map(({ operation }) => operation.id),
    ["oauth.access_token"],
  );
});
