import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { type HttpResponse, type RequestOptions, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { sendRawRequest } from "./testing/raw-request.ts";
import { createStoreApi, readError, type StoreApi } from "./testing/store-api.ts";

let testPlatform: TestPlatform;
let api: StoreApi;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform);
});

after(() => testPlatform.stop());

const adjustPath = "/4.0/inventory_levels/adjust.json";
const jsonHeaders = { "content-type": "application/json" };

function adjust(options: RequestOptions): Promise<HttpResponse> {
  return api.call("PUT", adjustPath, options);
}

function buildAdjustment(adjustment_quantity: unknown): object {
  return { ...api.level, adjustment_quantity };
}

test("a body may be wrapped in the record's name and may contain unknown fields", async () => {
  const initialQuantity = await api.loadQuantity();
  assert.equal((await adjust({ json: buildAdjustment(2) })).status, 200);
  assert.equal((await adjust({ json: { inventory_level: buildAdjustment(3) } })).status, 200);
  assert.equal(
    (await adjust({ json: { ...buildAdjustment(4), color: "red", nested: { a: [1] } } })).status,
    200,
  );
  assert.equal(
    (await adjust({ json: { other: 1, inventory_level: { ...buildAdjustment(5), x: null } } })).status,
    200,
  );
  assert.equal(await api.loadQuantity(), initialQuantity + 14);
});

test("API-4: wrapping a body in the record's name does not change the paths of its field errors", async () => {
  const initialQuantity = await api.loadQuantity();
  const invalidBody = { variant_id: "1", location_id: api.level.location_id, reason: 4 };
  const expected = [
    ["adjustment_quantity", "required"],
    ["variant_id", "invalid_type"],
    ["reason", "invalid_type"],
  ];
  for (const sentBody of [invalidBody, { inventory_level: invalidBody }]) {
    const response = await adjust({ json: sentBody });
    assert.equal(response.status, 422);
    assert.deepEqual(
      readError(response).fields?.map(({ path, code }) => [path, code]),
      expected,
    );
  }
  for (const invalidField of [
    { reason: "a\u0000b" },
    { reason: "\ud800" },
    { adjustment_quantity: 2 ** 60 },
  ]) {
    const [name] = Object.keys(invalidField);
    for (const sentBody of [
      { ...buildAdjustment(1), ...invalidField },
      { inventory_level: { ...buildAdjustment(1), ...invalidField } },
    ]) {
      const response = await adjust({ json: sentBody });
      assert.deepEqual([response.status, readError(response).fields?.[0]?.path], [422, name]);
    }
  }
  for (const sentBody of [
    "null",
    "[]",
    '"text"',
    "7",
    "true",
    '{"inventory_level":null}',
    '{"inventory_level":[]}',
    "",
  ]) {
    const response = await adjust({ body: sentBody, headers: jsonHeaders });
    assert.equal(response.status, 422, sentBody);
    assert.ok((readError(response).fields ?? []).length > 0, sentBody);
  }
  assert.equal(await api.loadQuantity(), initialQuantity);
});

test("API-4: a body that is not JSON, is nested too deeply or has too many keys is rejected", async () => {
  const initialQuantity = await api.loadQuantity();
  const validText = JSON.stringify(buildAdjustment(1));
  const bodies: [string | Buffer, string][] = [
    ["{", "400 malformed_json"],
    [`${validText}}`, "400 malformed_json"],
    [Buffer.from(validText, "utf16le"), "400 malformed_json"],
    [gzipSync(validText), "400 malformed_json"],
    [
      Buffer.concat([Buffer.from('{"reason":"'), Buffer.from([0xff]), Buffer.from('"}')]),
      "400 malformed_json",
    ],
    [`${validText.slice(0, -1)},"__proto__":{"x":1}}`, "400 malformed_json"],
    [`${validText.slice(0, -1)},"a":{"constructor":{"prototype":1}}}`, "400 malformed_json"],
    [`${"[".repeat(500_000)}${"]".repeat(500_000)}`, "400 malformed_json"],
    [`{${'"a":1,'.repeat(100_000)}"b":1}`, "400 malformed_json"],
    [`{"reason":[${"1,".repeat(500_000)}1]}`, "422 invalid"],
    [`{"reason":["${'\\"'.repeat(500_000)}"]}`, "422 invalid"],
    [`[${"9007199254740993,".repeat(60_000)}1]`, "422 invalid"],
    [`{${Array.from({ length: 10_001 }, (_, key) => `"k${key}":1`).join(",")}}`, "400 malformed_json"],
    [validText.replace(":1}", ":1e999}"), "422 invalid"],
    [validText.replace(":1}", ":9007199254740993}"), "422 invalid"],
    ["adjustment_quantity=1", "400 malformed_json"],
  ];
  for (const [body, expected] of bodies) {
    const response = await adjust({ body, headers: jsonHeaders });
    assert.equal(
      `${response.status} ${readError(response).code}`,
      expected,
      body.toString("utf8").slice(0, 60),
    );
  }
  assert.equal(await api.loadQuantity(), initialQuantity);
});

test("a body may begin with a byte order mark", async () => {
  assert.equal(
    (await adjust({ body: `\ufeff${JSON.stringify(buildAdjustment(1))}`, headers: jsonHeaders })).status,
    200,
  );
});

test("a body of more than 1 MiB gets 413 with the rate limit headers", async () => {
  const response = await adjust({ body: Buffer.alloc(1_048_577, " "), headers: jsonHeaders });
  assert.deepEqual([response.status, readError(response).code], [413, "body_too_large"]);
  assert.equal(response.headers["x-ratelimit-limit"], "1000000");
  const largestBodyResponse = await adjust({
    body: JSON.stringify(buildAdjustment(1)).padEnd(1_048_576),
    headers: jsonHeaders,
  });
  assert.equal(largestBodyResponse.status, 200);
});

const otherTypes = [
  "",
  "text/plain",
  "text/json",
  "text/plain; application/json",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/jsonp",
  "application/json2",
  "application/jsonx; charset=utf-8",
  "application/json, text/plain",
  "text/plain, application/json",
  "application/json;",
  "application/json;;",
  "application/json; charset",
  "application/json; charset=",
  "application/json; charset=latin1",
  "application/json; charset=utf-16",
  "application/json; charset=utf-8; x=1",
  "application/json; utf-8",
  "application /json",
  "application/ json",
  "application\\json",
  "application//json",
  "application/json/xml",
  "application/json#",
  "application/json%00",
  "application/json\tx",
  "application/json\u00a0",
  "application/vnd.api+json",
  "application/ld+json",
  "application/octet-stream",
  "application/javascript",
  "application/",
  "/json",
  "json",
  "*/*",
  ";application/json",
  "a",
  '"application/json"',
  "application/json=1",
];

test("a JSON body with a content type other than application/json gets 415", async () => {
  const initialQuantity = await api.loadQuantity();
  const body = JSON.stringify(buildAdjustment(1));
  const head = [
    `PUT /api${adjustPath} HTTP/1.1`,
    `Host: ${new URL(api.store.origin).host}`,
    `Service-Access-Token: ${api.token}`,
    `Content-Length: ${body.length}`,
  ];
  const contentTypeHeaders = otherTypes.map((type) => `Content-Type: ${type}`);
  assert.ok(contentTypeHeaders.length >= 40);
  for (const header of [...contentTypeHeaders, "X-Other-Header: no content type"]) {
    const response = await sendRawRequest(testPlatform.port, [...head, header], body);
    assert.equal(response.status, 415, header);
    assert.match(response.body, /"code":"unsupported_media_type"/, header);
  }
  assert.equal(await api.loadQuantity(), initialQuantity);
});

test("a request without a body and Content-Type is treated as if its body were {}", async () => {
  const firstPage = await api.call("GET", "/3.0/products.json?limit=1");
  const [product] = firstPage.json<{ products: { id: number }[] }>().products;
  const responseWithoutBody = await api.call("PUT", `/3.0/products/${product?.id}.json`);
  assert.deepEqual([responseWithoutBody.status, responseWithoutBody.json()], [200, { product }]);
  const missingFieldsResponse = await adjust({});
  assert.deepEqual(
    [missingFieldsResponse.status, readError(missingFieldsResponse).fields],
    [422, readError(await adjust({ json: {} })).fields],
  );
});

test("a body that the operation does not expect is ignored, regardless of its content type", async () => {
  const countResponse = await api.call("GET", "/3.0/products/count.json", {
    body: "{",
    headers: { "content-type": "x" },
  });
  assert.deepEqual([countResponse.status, countResponse.json()], [200, { count: 3 }]);
  const createdWebhook = await api.call("POST", "/3.0/webhooks.json", {
    json: { topic: "product/update", url: "http://localhost:1/hook" },
  });
  const { id } = createdWebhook.json<{ id: number }>();
  const deleteResponse = await api.call("DELETE", `/3.0/webhooks/${id}.json`, {
    body: "<",
    headers: { "content-type": "" },
  });
  assert.deepEqual([deleteResponse.status, deleteResponse.text], [200, "{}"]);
});
