import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import {
  installApp,
  registerApp,
  type SeededStore,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";

const productCount = 26;
const description = "x".repeat(65_000);
const body = "y".repeat(262_000);

interface Page {
  products: { id: number; title: string; body_html?: string; note?: string }[];
  total_count: number;
  limit: number;
}

let testPlatform: TestPlatform;
let store: SeededStore;
let token: string;

before(async () => {
  testPlatform = await startTestPlatform();
  store = await seedStore(testPlatform);
  const app = await registerApp(testPlatform, "http://localhost:1");
  const scopes = ["read_products", "write_products", "read_customers", "write_customers"];
  token = (await installApp(testPlatform, { store, app, scopes })).token;
  // 26 products of 382 KiB: 9.7 MiB in total.
  for (let n = 1; n <= productCount; n += 1)
    await create("/api/3.0/products.json", {
      product: { title: `Book ${n}`, body_html: body, description, note: description },
    });
});
after(() => testPlatform.stop());

const getPage = (path: string) => testPlatform.request(`${store.origin}${path}`, { token });

async function create(path: string, json: object): Promise<void> {
  const response = await testPlatform.request(`${store.origin}${path}`, { method: "POST", token, json });
  assert.equal(response.status, 200, response.text.slice(0, 500));
}

async function listProducts(path: string): Promise<Page> {
  const response = await getPage(path);
  assert.equal(response.status, 200, response.text.slice(0, 500));
  return response.json<Page>();
}

test("the error for a list page above 8 MiB suggests fewer fields or a limit of at most 50", async () => {
  for (const path of ["/api/3.0/products.json?limit=250", "/api/3.0/products.json?limit=51"]) {
    const response = await getPage(path);
    assert.equal(response.status, 422);
    const { error } = response.json<{ error: { code: string; fields: object[] } }>();
    assert.equal(error.code, "invalid");
    assert.deepEqual(error.fields, [
      {
        path: "limit",
        code: "too_large",
        message:
          "limit is too high: the records of this page exceed 8 MiB in total. Send a limit of at most 50, or request only the fields that you need with the parameter `fields`.",
        template:
          "{field} is too high: the records of this page exceed 8 MiB in total. Send a limit of at most 50, or request only the fields that you need with the parameter `fields`.",
        params: { max: 8_388_608, unit: "bytes" },
      },
    ]);
  }
});

test("a list page of more than 8 MiB with a limit of 50 is complete", async () => {
  const page = await listProducts("/api/3.0/products.json?limit=50&since_id=1");
  assert.equal(page.products.length, productCount);
  assert.deepEqual(
    page.products.map(({ title }) => title),
    Array.from({ length: productCount }, (_, index) => `Book ${index + 1}`),
  );
  assert.ok(page.products.every((product) => product.body_html === body && product.note === description));
  assert.equal(page.total_count, productCount);
  assert.equal(page.limit, 50);
});

test("a list page of less than 8 MiB is sent with any limit", async () => {
  const page = await listProducts("/api/3.0/products.json?limit=250&ids=1,2,3,4,5,6,7,8");
  assert.deepEqual(
    page.products.map(({ id }) => id),
    [8, 7, 6, 5, 4, 3, 2, 1],
  );
});

test("a list page whose large fields are omitted with `fields` is sent with any limit", async () => {
  const { products } = await listProducts("/api/3.0/products.json?limit=250&fields=title");
  assert.equal(products.length, productCount);
  assert.deepEqual(Object.keys(products[0] ?? {}), ["id", "title"]);
  const withoutTexts = await listProducts(
    "/api/3.0/products.json?limit=250&fields=-body_html,-note,-description",
  );
  assert.equal(withoutTexts.products[0]?.title, `Book ${productCount}`);
  assert.equal("note" in (withoutTexts.products[0] ?? {}), false);
});

test("a large list page without stored snapshots is complete up to a limit of 50 and rejected above it", async () => {
  const deleteSnapshots = () =>
    testPlatform.database.query("delete from product_documents where product_id % 2 = 0");
  await deleteSnapshots();
  const { products } = await listProducts("/api/3.0/products.json?limit=50");
  assert.equal(products.length, productCount);
  assert.ok(products.every((product) => product.body_html === body));
  await testPlatform.database.query("delete from product_documents");
  const response = await getPage("/api/3.0/products.json?limit=250");
  assert.equal(response.status, 422, response.text.slice(0, 500));
  await deleteSnapshots();
  const page = await listProducts("/api/3.0/products.json?limit=250&fields=title");
  assert.deepEqual(Object.keys(page.products[1] ?? {}), ["id", "title"]);
});

test("a list page whose large snapshots must be built is sent in chunks, even if few fields are requested", async () => {
  const path = "/api/3.0/products.json?limit=250&fields=title";
  await testPlatform.database.query("delete from product_documents");
  const withoutSnapshots = await getPage(path);
  assert.equal(withoutSnapshots.json<Page>().products.length, productCount);
  const withSnapshots = await getPage(path);
  assert.deepEqual(
    [withoutSnapshots, withSnapshots].map(({ headers }) => headers["transfer-encoding"]),
    ["chunked", undefined],
  );
  assert.equal(withoutSnapshots.text, withSnapshots.text);
});

test("clients that disconnect while they wait for a large list page do not block later clients", async () => {
  const { host, port } = new URL(store.origin);
  const requestText = `GET /api/3.0/products.json?limit=50 HTTP/1.1\r\nHost: ${host}\r\nService-Access-Token: ${token}\r\n\r\n`;
  const sockets = Array.from({ length: 12 }, () => connect(Number(port), "127.0.0.1"));
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  for (const socket of sockets) socket.write(requestText);
  await sleep(100);
  for (const socket of sockets) socket.destroy();
  const pages = await Promise.all([1, 2, 3].map(() => listProducts("/api/3.0/products.json?limit=50")));
  assert.deepEqual(
    pages.map(({ products }) => products.length),
    [productCount, productCount, productCount],
  );
});

test("the response to HEAD for a large list page has no body", async () => {
  const response = await testPlatform.request(`${store.origin}/api/3.0/products.json?limit=50`, {
    method: "HEAD",
    token,
  });
  assert.equal(response.status, 200);
  assert.equal(response.text, "");
});

test("a large list that is read page by page with cursors is complete", async () => {
  for (let n = 0; n < 40; n += 1)
    await create("/api/4.0/customers.json", { customer: { first_name: `Mei ${n}`, note: description } });
  const ids: number[] = [];
  let cursor: string | null = "";
  do {
    const response = await getPage(
      `/api/4.0/customers.json?limit=18${cursor ? `&cursor=${cursor}` : "&sort=id.asc"}`,
    );
    assert.equal(response.status, 200, response.text.slice(0, 500));
    const page = response.json<{ customers: { id: number; note: string }[]; next_cursor: string | null }>();
    assert.ok(page.customers.every(({ note }) => note === description));
    ids.push(...page.customers.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  assert.equal(new Set(ids).size, 40);
  assert.equal(ids.length, 40);
});
