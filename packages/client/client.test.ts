import assert from "node:assert/strict";
import { test } from "node:test";
import {
  ApiError,
  createClient,
  getHeaders,
  isReplay,
  NetworkError,
  walkCursor,
  walkPages,
  walkSince,
} from "./index.ts";

function createRecordingClient(response: { status: number; body: string; headers?: Record<string, string> }) {
  const requests: { url: string; init: RequestInit }[] = [];
  const send = async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    return new Response(response.body, { status: response.status, headers: response.headers ?? {} });
  };
  return { requests, client: createClient({ origin: "https://demo.souk.example", token: "t", send }) };
}

test("an API client's request has the path, the query, the token and the idempotency key", async () => {
  const { requests, client } = createRecordingClient({ status: 200, body: '{"variants":[]}' });
  await client.variants.list({ params: { product_id: 7 }, query: { ids: [1, 2], limit: 5 } });
  assert.equal(
    requests[0]?.url,
    "https://demo.souk.example/api/3.0/products/7/variants.json?ids=1%2C2&limit=5",
  );
  assert.deepEqual(requests[0]?.init.headers, { accept: "application/json", "service-access-token": "t" });
  const body = { variant_id: 1, location_id: 2, adjustment_quantity: -3 };
  await client.inventory_levels.adjust({ body, idempotencyKey: "k1" });
  assert.equal(requests[1]?.init.method, "PUT");
  assert.equal(requests[1]?.init.body, JSON.stringify(body));
  assert.equal(new Headers(requests[1]?.init.headers).get("idempotency-key"), "k1");
});

test("an API client sends a file unchanged, with the file's content type", async () => {
  const { requests, client } = createRecordingClient({ status: 200, body: '{"images":[]}' });
  const upload = new Blob(["picture"], { type: "image/webp" });
  await client.images.create({ params: { product_id: 7 }, upload, query: { title: "Above" } });
  assert.equal(requests[0]?.url, "https://demo.souk.example/api/3.0/products/7/images.json?title=Above");
  assert.equal(new Headers(requests[0]?.init.headers).get("content-type"), "image/webp");
  assert.equal(requests[0]?.init.body, upload);
  await client.images.create({ params: { product_id: 7 }, body: { images: ["https://a.shop/x.png"] } });
  assert.equal(requests[1]?.init.body, '{"images":["https://a.shop/x.png"]}');
});

test("an API client throws an ApiError with an error response's code, fields and retry time", async () => {
  const fields = [
    {
      path: "quantity",
      code: "invalid_type",
      message: "quantity must be a whole number.",
      params: { types: ["integer"] },
    },
  ];
  const error = { code: "rate_limited", message: "Too many", request_id: "req_1", fields };
  const { client } = createRecordingClient({
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

test("`getHeaders` and `isReplay` read a response's headers, and `isReplay` also accepts the record in the response", async () => {
  const headers = { "service-warning": 'ignored "is_mail"', "idempotent-replay": "true" };
  const body = { variant_id: 1, location_id: 2, adjustment_quantity: -3 };
  const adjustLevel = (responseHeaders: Record<string, string>) => {
    const { client } = createRecordingClient({
      status: 200,
      body: '{"inventory_level":{}}',
      headers: responseHeaders,
    });
    return client.inventory_levels.adjust({ body, idempotencyKey: "k1" });
  };
  const response = await adjustLevel(headers);
  assert.equal(getHeaders(response).get("service-warning"), 'ignored "is_mail"');
  const freshResponse = await adjustLevel({});
  assert.deepEqual([response, response.inventory_level].map(isReplay), [true, true]);
  assert.deepEqual(
    [freshResponse, freshResponse.inventory_level, { ...response }, undefined].filter(isReplay),
    [],
  );
});

test("an API call throws an ApiError if the response is not JSON", async () => {
  const { client } = createRecordingClient({ status: 200, body: "<html>" });
  await assert.rejects(
    client.products.list(),
    (thrown: unknown) => thrown instanceof ApiError && thrown.code === "unreadable",
  );
});

test("`walkPages` requests pages up to page_count", async () => {
  const pages: number[] = [];
  for await (const response of walkPages(async (page) => ({ page, page_count: 3 })))
    pages.push(response.page);
  assert.deepEqual(pages, [1, 2, 3]);
});

test("`walkSince` requests pages until one is empty", async () => {
  const requestedIds: number[] = [];
  const list = async (since: number) => {
    requestedIds.push(since);
    return [{ id: 2 }, { id: 5 }, { id: 9 }].filter(({ id }) => id >= since).slice(0, 2);
  };
  const ids: number[] = [];
  for await (const { id } of walkSince(list)) ids.push(id);
  assert.deepEqual(ids, [2, 5, 9]);
  assert.deepEqual(requestedIds, [1, 6, 10]);
});

test("`walkCursor` follows next_cursor until it is null", async () => {
  const requestedCursors: (string | undefined)[] = [];
  const list = async (cursor: string | undefined) => {
    requestedCursors.push(cursor);
    const pageNumber = requestedCursors.length;
    return { records: [pageNumber], next_cursor: pageNumber < 3 ? `c${pageNumber}` : null };
  };
  const records: number[] = [];
  for await (const response of walkCursor(list)) records.push(...response.records);
  assert.deepEqual(
    [records, requestedCursors],
    [
      [1, 2, 3],
      [undefined, "c1", "c2"],
    ],
  );
});

test("an API call throws a NetworkError if it gets no response or an interrupted one", async () => {
  const cause = new TypeError("Load failed");
  const clientWithFailingSend = createClient({
    origin: "https://demo.souk.example",
    token: "t",
    send: () => Promise.reject(cause),
  });
  const isNetworkError = (error: unknown) => error instanceof NetworkError && error.cause === cause;
  await assert.rejects(clientWithFailingSend.products.list(), isNetworkError);
  const brokenBody = new ReadableStream({ pull: (stream) => stream.error(cause) });
  const send = async () => new Response(brokenBody);
  await assert.rejects(
    createClient({ origin: "https://demo.souk.example", token: "t", send }).products.list(),
    isNetworkError,
  );
});

test("an aborted API call throws the reason of the abort", async () => {
  const controller = new AbortController();
  const reason = new Error("The user left the page.");
  controller.abort(reason);
  const clientWithAbortedSend = createClient({
    origin: "https://demo.souk.example",
    token: "t",
    send: (_url, { signal }) => Promise.reject(signal?.reason),
  });
  await assert.rejects(
    clientWithAbortedSend.products.list({ signal: controller.signal }),
    (error) => error === reason,
  );
});
