import assert from "node:assert/strict";
import { test } from "node:test";
import { ApiError, createClient, headersOf, isReplay, walkCursor, walkPages, walkSince } from "./index.ts";

function recording(answer: { status: number; body: string; headers?: Record<string, string> }) {
  const sent: { url: string; init: RequestInit }[] = [];
  const send = async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return new Response(answer.body, { status: answer.status, headers: answer.headers ?? {} });
  };
  return { sent, client: createClient({ origin: "https://demo.souk.example", token: "t", send }) };
}

test("a call fills in the path, the query, the token and the key", async () => {
  const { sent, client } = recording({ status: 200, body: '{"variants":[]}' });
  await client.variants.list({ params: { product_id: 7 }, query: { ids: [1, 2], limit: 5 } });
  assert.equal(sent[0]?.url, "https://demo.souk.example/api/3.0/products/7/variants.json?ids=1%2C2&limit=5");
  assert.deepEqual(sent[0]?.init.headers, { accept: "application/json", "service-access-token": "t" });
  const body = { variant_id: 1, location_id: 2, adjustment_quantity: -3 };
  await client.inventory_levels.adjust({ body, idempotencyKey: "k1" });
  assert.equal(sent[1]?.init.method, "PUT");
  assert.equal(sent[1]?.init.body, JSON.stringify(body));
  assert.equal(new Headers(sent[1]?.init.headers).get("idempotency-key"), "k1");
});

test("a file is sent as it is, under its own type", async () => {
  const { sent, client } = recording({ status: 200, body: '{"images":[]}' });
  const upload = new Blob(["picture"], { type: "image/webp" });
  await client.images.create({ params: { product_id: 7 }, upload, query: { title: "Above" } });
  assert.equal(sent[0]?.url, "https://demo.souk.example/api/3.0/products/7/images.json?title=Above");
  assert.equal(new Headers(sent[0]?.init.headers).get("content-type"), "image/webp");
  assert.equal(sent[0]?.init.body, upload);
  await client.images.create({ params: { product_id: 7 }, body: { images: ["https://a.shop/x.png"] } });
  assert.equal(sent[1]?.init.body, '{"images":["https://a.shop/x.png"]}');
});

test("an error answer is thrown with its code, fields, request id and the time to wait", async () => {
  const fields = [{ path: "quantity", message: "must be a whole number" }];
  const error = { code: "rate_limited", message: "Too many", request_id: "req_1", fields };
  const { client } = recording({
    status: 429,
    body: JSON.stringify({ error }),
    headers: { "retry-after": "3" },
  });
  await assert.rejects(client.products.list(), (thrown: unknown) => {
    assert.ok(thrown instanceof ApiError);
    assert.equal(thrown.code, "rate_limited");
    assert.equal(thrown.retry_after_s, 3);
    assert.deepEqual(thrown.fields, fields);
    return true;
  });
});

test("what the platform says beside an answer is known of it, and whether it is that of an earlier request", async () => {
  const headers = { "service-warning": 'ignored "is_mail"', "idempotent-replay": "true" };
  const body = { variant_id: 1, location_id: 2, adjustment_quantity: -3 };
  const adjusted = (beside: Record<string, string>) => {
    const { client } = recording({ status: 200, body: '{"inventory_level":{}}', headers: beside });
    return client.inventory_levels.adjust({ body, idempotencyKey: "k1" });
  };
  const answer = await adjusted(headers);
  assert.equal(headersOf(answer).get("service-warning"), 'ignored "is_mail"');
  const other = await adjusted({});
  assert.deepEqual([answer, answer.inventory_level].map(isReplay), [true, true]);
  assert.deepEqual([other, other.inventory_level, { ...answer }, undefined].filter(isReplay), []);
});

test("an answer that is no JSON is an error too", async () => {
  const { client } = recording({ status: 200, body: "<html>" });
  await assert.rejects(
    client.products.list(),
    (thrown: unknown) => thrown instanceof ApiError && thrown.code === "unreadable",
  );
});

test("a walk by page ends at page_count, a walk by id at the first empty page", async () => {
  const pages: number[] = [];
  for await (const answer of walkPages(async (page) => ({ page, page_count: 3 }))) pages.push(answer.page);
  assert.deepEqual(pages, [1, 2, 3]);
  const asked: number[] = [];
  const list = async (since: number) => {
    asked.push(since);
    return [{ id: 2 }, { id: 5 }, { id: 9 }].filter(({ id }) => id >= since).slice(0, 2);
  };
  const ids: number[] = [];
  for await (const { id } of walkSince(list)) ids.push(id);
  assert.deepEqual(ids, [2, 5, 9]);
  assert.deepEqual(asked, [1, 6, 10]);
});

test("a walk by cursor goes on where the last answer ended, until there is no next", async () => {
  const asked: (string | undefined)[] = [];
  const list = async (cursor: string | undefined) => {
    asked.push(cursor);
    return { records: [asked.length], next_cursor: asked.length < 3 ? `c${asked.length}` : null };
  };
  const records: number[] = [];
  for await (const answer of walkCursor(list)) records.push(...answer.records);
  assert.deepEqual(
    [records, asked],
    [
      [1, 2, 3],
      [undefined, "c1", "c2"],
    ],
  );
});
