import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, readError, type StoreApi } from "../../http/testing/store-api.ts";
import { createImportFixture, type ImportFixture, type Product } from "./testing/import-fixture.ts";

let testPlatform: TestPlatform;
let api: StoreApi;
let fixture: ImportFixture;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform);
  fixture = createImportFixture(api);
});

after(() => testPlatform.stop());

async function countEvents(topic: string): Promise<number> {
  const text = `select (select count(*) from event_inbox where store_id = $1 and topic = $2)
    + (select count(*) from events where store_id = $1 and topic = $2) as n`;
  const row = await testPlatform.database.maybeOne<{ n: number }>(text, [api.store.id, topic]);
  return row?.n ?? 0;
}

test("an import check counts the changes that the confirmed import then makes", async () => {
  const [mainCode, secondCode] = await fixture.loadLocationCodes();
  const file = [
    `handle,title,vendor,tags,is_published,option1_name,option1_value,sku,price,compare_at_price,stock: ${mainCode},stock: ${secondCode}`,
    'linen-shirt,Linen shirt,Atelier,"summer, linen",true,Size,S,LS-S,120.00,150,4,2',
    "linen-shirt,,,,,,M,LS-M,125.50,,0,7",
    "plain-mug,Plain mug,,,FALSE,,,MUG,18,,,",
    "",
  ].join("\r\n");
  const countBefore = await api.call("GET", "/3.0/products/count.json");
  const checkedImport = await fixture.checkFile(file);
  const counts = { records: 2, created: 2, updated: 0, unchanged: 0, failed: 0, errors: 0 };
  assert.deepEqual(
    [
      checkedImport.status,
      checkedImport.progress,
      checkedImport.row_count,
      checkedImport.check,
      checkedImport.result,
    ],
    ["checked", 100, 3, counts, null],
  );
  assert.deepEqual((await api.call("GET", "/3.0/products/count.json")).json(), countBefore.json());
  const doneImport = await fixture.importFile(file);
  assert.deepEqual([doneImport.status, doneImport.progress, doneImport.result], ["done", 100, counts]);
  const shirt = await fixture.loadProduct("linen-shirt");
  assert.deepEqual(
    [shirt.title, shirt.vendor, shirt.tags, shirt.is_published, shirt.total_quantity],
    ["Linen shirt", "Atelier", ["summer", "linen"], true, 13],
  );
  assert.deepEqual(
    shirt.variants.map(({ name, sku, price, compare_at_price, inventory_quantity }) => [
      name,
      sku,
      price,
      compare_at_price,
      inventory_quantity,
    ]),
    [
      ["S", "LS-S", "120.00", "150.00", 6],
      ["M", "LS-M", "125.50", null, 7],
    ],
  );
  const mug = await fixture.loadProduct("plain-mug");
  assert.deepEqual([mug.is_published, mug.variants[0]?.price, mug.variants[0]?.name], [false, "18.00", null]);
});

test("an import publishes one event for each created or changed product and inventory level", async () => {
  const [mainCode] = await fixture.loadLocationCodes();
  const createdBefore = await countEvents("product/create");
  const stockEventsBefore = await countEvents("inventory_level/inventory_quantity_update");
  const heading = `handle,title,price,stock: ${mainCode}`;
  await fixture.importFile(`${heading}\nfirst-one,First one,5,3\nfirst-two,First two,6,0\n`);
  assert.equal((await countEvents("product/create")) - createdBefore, 2);
  assert.equal((await countEvents("inventory_level/inventory_quantity_update")) - stockEventsBefore, 1);
  const updatesBefore = await countEvents("product/update");
  const result = (
    await fixture.importFile(`${heading}\nfirst-one,First one,5.50,8\nfirst-two,First two,6,0\n`)
  ).result;
  assert.deepEqual([result?.updated, result?.unchanged], [1, 1]);
  await eventually(async () => {
    const text = "select 1 from event_inbox where store_id = $1";
    return (await testPlatform.database.query(text, [api.store.id])).rowCount === 0;
  });
  assert.equal((await countEvents("product/update")) - updatesBefore, 1);
  const updatesAfter = await countEvents("product/update");
  assert.equal((await fixture.importFile(`${heading}\nfirst-one,First one,5.5,8\n`)).result?.unchanged, 1);
  assert.equal(await countEvents("product/update"), updatesAfter);
});

test("the audit log has the uploader as the actor of an import's changes", async () => {
  await fixture.importFile("handle,title\naudited,First\n");
  await fixture.importFile("handle,title\naudited,Second\n");
  const text = `select action, actor_kind, after ->> 'title' as title from audit_entries
    where store_id = $1 and resource = 'product' and label in ('First', 'Second') order by id`;
  const rows = await testPlatform.database.many(text, [api.store.id]);
  assert.deepEqual(rows, [
    { action: "create", actor_kind: "app", title: "First" },
    { action: "update", actor_kind: "app", title: "Second" },
  ]);
});

test("an import of a file with an invalid encoding, heading or quotation mark fails with a message", async () => {
  const cases: [string | Buffer, RegExp][] = [
    [Buffer.from("handle,title\na,caf\xe9\n", "latin1"), /not UTF-8/],
    [Buffer.from("handle,title\n", "utf16le"), /UTF-8/],
    ["name,price\nShirt,12\n", /no column "handle"/],
    ["handle,title,Title\na,b,c\n", /"Title" appears twice in the first row/],
    ["handle,option1_value\na,b\n", /needs a column "option1_name"/],
    [`handle${",x".repeat(1_000)}\na\n`, /has 1001 columns\. A file can have at most 1000\./],
    ['handle,title\na,"b\n', /quotation mark/],
  ];
  for (const [file, message] of cases) {
    const { status, error, id } = await fixture.checkFile(file);
    assert.equal(status, "failed");
    assert.match(error ?? "", message);
    const response = await api.call("POST", `/4.0/imports/${id}/confirm.json`);
    assert.deepEqual([response.status, readError(response).code], [409, "conflict"]);
  }
});

test("an import upload is rejected if it is not CSV, if its file is empty or if the file's name is too long", async () => {
  const upload = (type: string, body: string) =>
    api.call("POST", "/4.0/imports.json", { headers: { "content-type": type }, body });
  assert.equal((await upload("application/json", "{}")).status, 415);
  assert.equal((await upload("application/vnd.ms-excel", "x")).status, 415);
  const emptyResponse = await upload("text/csv", "");
  assert.deepEqual([emptyResponse.status, readError(emptyResponse).fields?.[0]?.path], [422, "body"]);
  const longNameResponse = await api.call("POST", `/4.0/imports.json?filename=${"x".repeat(256)}`, {
    headers: { "content-type": "text/csv" },
    body: "handle\n",
  });
  assert.deepEqual(
    [longNameResponse.status, readError(longNameResponse).fields?.[0]?.path],
    [422, "filename"],
  );
});

test("an import that matches variants by SKU leaves fields without a column unchanged", async () => {
  const shirt = await fixture.loadProduct("linen-shirt");
  const { result } = await fixture.importFile("handle,sku,price\nlinen-shirt,LS-M,99\n");
  assert.equal(result?.updated, 1);
  const shirtAfter = await fixture.loadProduct("linen-shirt");
  assert.deepEqual(
    shirtAfter.variants.map(({ price }) => price),
    ["120.00", "99.00"],
  );
  const getUnchangedFields = ({ title, vendor, tags, total_quantity, variant_options }: Product) => [
    title,
    vendor,
    tags,
    total_quantity,
    variant_options,
  ];
  assert.deepEqual(getUnchangedFields(shirtAfter), getUnchangedFields(shirt));
  const unknownSku = await fixture.checkFile(
    "handle,sku,price\nlinen-shirt,XX,99\nlinen-shirt,,1\nlinen-shirt,LS-S,1\n",
  );
  assert.deepEqual(
    (await fixture.listErrors(unknownSku)).map(({ row, path }) => [row, path]),
    [
      [2, "sku"],
      [3, ""],
    ],
  );
});

test("an import adds a variant with new option values to an existing product", async () => {
  const [, secondCode] = await fixture.loadLocationCodes();
  const heading = `handle,option1_name,option1_value,sku,price,stock: ${secondCode}`;
  const { result } = await fixture.importFile(`${heading}\nlinen-shirt,Size,XL,LS-XL,140,3\n`);
  assert.deepEqual([result?.updated, result?.errors], [1, 0]);
  const { variants, total_quantity } = await fixture.loadProduct("linen-shirt");
  assert.deepEqual(
    variants.map(({ name, inventory_quantity }) => [name, inventory_quantity]),
    [
      ["S", 6],
      ["M", 7],
      ["XL", 3],
    ],
  );
  assert.equal(total_quantity, 16);
  const otherOption = await fixture.checkFile("handle,option1_name,option1_value\nlinen-shirt,Color,Red\n");
  const [error] = await fixture.listErrors(otherOption);
  assert.match(
    error?.message ?? "",
    /^option1_name and the other option names must be those of the product, which has "Size"\./,
  );
});

test("importing exported products leaves them unchanged, even if they contain formulas and line breaks", async () => {
  const text = '=SUM(A1)\r\nsecond line\nthird, with a comma and a "quote"';
  const formulaResponse = await api.call("POST", "/3.0/products.json", {
    json: {
      product: {
        title: "+60 formula",
        handle: "formula",
        body_html: text,
        vendor: "'@quoted",
        tags: ["-dash", "plain"],
        variants: [{ sku: "=1+1", barcode: "@x", price: "3.10", options: [{ name: "-Size", value: "=M" }] }],
      },
    },
  });
  assert.equal(formulaResponse.status, 200, formulaResponse.text);
  const linesProduct = { title: "Lines", handle: "lines", body_html: "first\nsecond", vendor: "one\rtwo" };
  const linesResponse = await api.call("POST", "/3.0/products.json", { json: { product: linesProduct } });
  assert.equal(linesResponse.status, 200, linesResponse.text);
  const exportResponse = await api.call("POST", "/4.0/exports.json", {
    json: { resource: "products", format: "csv" },
  });
  const { id } = exportResponse.json<{ export: { id: number } }>().export;
  const loadExport = async () =>
    (await api.call("GET", `/4.0/exports/${id}.json`)).json<{
      export: { status: string; url: string; row_count: number };
    }>().export;
  await eventually(async () => (await loadExport()).status === "done");
  const file = await testPlatform.request((await loadExport()).url);
  assert.match(String(file.headers["content-type"]), /^text\/csv/);
  // Shorten each quoted cell to its quotation mark and first character. No cell may begin like a formula.
  assert.ok(!/(^|[,\r\n"])[=@+]/.test(file.text.replace(/"[^"]*"/g, (cell) => cell.slice(0, 2))));
  assert.ok(file.text.includes("'=1+1"));
  const productsBefore = await api.call("GET", "/3.0/products.json?limit=250&sort=id.asc");
  const { check, row_count } = await fixture.checkFile(file.text);
  const { products } = productsBefore.json<{ products: Product[] }>();
  assert.deepEqual(check, {
    records: products.length,
    created: 0,
    updated: 0,
    unchanged: products.length,
    failed: 0,
    errors: 0,
  });
  assert.equal(row_count, (await loadExport()).row_count);
  await fixture.importFile(file.text);
  assert.equal((await api.call("GET", "/3.0/products.json?limit=250&sort=id.asc")).text, productsBefore.text);
});
