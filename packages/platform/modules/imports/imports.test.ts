import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually, type TestPlatform, testPlatform } from "@souk/testkit";
import { errorOf, type ShopApi, shopApi } from "../../http/testing/shop-api.ts";
import { type ImportDesk, importDesk, type Product } from "./testing/import-desk.ts";

let testing: TestPlatform;
let api: ShopApi;
let desk: ImportDesk;

before(async () => {
  testing = await testPlatform();
  api = await shopApi(testing);
  desk = importDesk(api);
});

after(() => testing.stop());

async function eventsOf(topic: string): Promise<number> {
  const text = `select (select count(*) from event_inbox where store_id = $1 and topic = $2)
    + (select count(*) from events where store_id = $1 and topic = $2) as n`;
  const { rows } = await testing.database.query<{ n: number }>(text, [api.shop.id, topic]);
  return rows[0]?.n ?? 0;
}

test("the check changes nothing and says what would be done; the confirmed import does it", async () => {
  const [main, second] = await desk.codes();
  const file = [
    `handle,title,vendor,tags,is_published,option1_name,option1_value,sku,price,compare_at_price,stock: ${main},stock: ${second}`,
    'linen-shirt,Linen shirt,Atelier,"summer, linen",true,Size,S,LS-S,120.00,150,4,2',
    "linen-shirt,,,,,,M,LS-M,125.50,,0,7",
    "plain-mug,Plain mug,,,FALSE,,,MUG,18,,,",
    "",
  ].join("\r\n");
  const before = await api.call("GET", "/3.0/products/count.json");
  const plan = await desk.checked(file);
  const counts = { records: 2, created: 2, updated: 0, unchanged: 0, failed: 0, errors: 0 };
  assert.deepEqual(
    [plan.status, plan.progress, plan.row_count, plan.check, plan.result],
    ["checked", 100, 3, counts, null],
  );
  assert.deepEqual((await api.call("GET", "/3.0/products/count.json")).json(), before.json());
  const done = await desk.imported(file);
  assert.deepEqual([done.status, done.progress, done.result], ["done", 100, counts]);
  const shirt = await desk.productOf("linen-shirt");
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
  const mug = await desk.productOf("plain-mug");
  assert.deepEqual([mug.is_published, mug.variants[0]?.price, mug.variants[0]?.name], [false, "18.00", null]);
});

test("an import tells what it makes and changes once, as every other change", async () => {
  const [main] = await desk.codes();
  const made = await eventsOf("product/create");
  const stocked = await eventsOf("inventory_level/inventory_quantity_update");
  const heading = `handle,title,price,stock: ${main}`;
  await desk.imported(`${heading}\ntold-one,Told one,5,3\ntold-two,Told two,6,0\n`);
  assert.equal((await eventsOf("product/create")) - made, 2);
  assert.equal((await eventsOf("inventory_level/inventory_quantity_update")) - stocked, 1);
  const updates = await eventsOf("product/update");
  const result = (await desk.imported(`${heading}\ntold-one,Told one,5.50,8\ntold-two,Told two,6,0\n`))
    .result;
  assert.deepEqual([result?.updated, result?.unchanged], [1, 1]);
  await eventually(async () => {
    const text = "select 1 from event_inbox where store_id = $1";
    return (await testing.database.query(text, [api.shop.id])).rowCount === 0;
  });
  assert.equal((await eventsOf("product/update")) - updates, 1);
  const again = await eventsOf("product/update");
  assert.equal((await desk.imported(`${heading}\ntold-one,Told one,5.5,8\n`)).result?.unchanged, 1);
  assert.equal(await eventsOf("product/update"), again);
});

test("what an import makes and changes stands in the audit log as the change of whoever sent it", async () => {
  await desk.imported("handle,title\naudited,First\n");
  await desk.imported("handle,title\naudited,Second\n");
  const text = `select action, actor_kind, after ->> 'title' as title from audit_entries
    where store_id = $1 and resource = 'product' and label in ('First', 'Second') order by id`;
  const { rows } = await testing.database.query(text, [api.shop.id]);
  assert.deepEqual(rows, [
    { action: "create", actor_kind: "app", title: "First" },
    { action: "update", actor_kind: "app", title: "Second" },
  ]);
});

test("a file of a spreadsheet with mistakes in it is told each by row and column, and the rest is imported", async () => {
  const [main] = await desk.codes();
  const file = [
    `handle;title;option1_name;option1_value;sku;barcode;price;weight;weight_unit;inventory_policy;is_published;colour of box;stock: ${main};stock: nowhere`,
    "good-one;Good one;;;G1;;10.00;1.5;kg;Continue;yes;red;5;9",
    "bad-price;Bad price;;;B1;;12,50;;;;;;;",
    "Bad Handle;X;;;;;1;;;;;;;",
    ";No handle;;;;;1;;;;;;;",
    "no-title;;;;;;1;;;;;;;",
    "bad-words;Bad words;;;;9.55E+12;1;heavy;stone;maybe;perhaps;;-3;",
    "no-option;No option;Size;;;;1;;;;;;;",
    "twins;Twins;Size;M;;;1;;;;;;;",
    "twins;;;M;;;2;;;;;;;",
    "two-rows;Two rows;;;A;;1;;;;;;;",
    "two-rows;;;;B;;1;;;;;;;",
    "other-title;One;;;;;1;;;;;;;",
    "good-one;Good one again;;;;;1;;;;;;;",
    "wide;Wide;;;;;1;;;;;;;;;;too much",
  ].join("\n");
  const report = await desk.checked(`\ufeff${file}\n`);
  assert.deepEqual([report.delimiter, report.ignored_columns], [";", ["colour of box", "stock: nowhere"]]);
  const errors = await desk.errorsOf(report);
  const told = errors.map(({ row, column, key, message }) => `${row} ${column} ${key}: ${message}`);
  const expected: [number, string | null, RegExp][] = [
    [3, "price", /"12,50" is no amount; write it as 12\.50/],
    [4, "handle", /"Bad Handle" is no handle/],
    [5, "handle", /is empty/],
    [6, "title", /is empty; a new product needs one/],
    [7, "is_published", /"perhaps" is neither true nor false/],
    [7, "barcode", /shortened/],
    [7, "inventory_policy", /"maybe" is none of deny, continue/],
    [7, "weight", /"heavy" is no weight/],
    [7, "weight_unit", /"stone" is none of g, kg, oz, lb/],
    [8, "option1_value", /is empty; each variant has a value of "Size"/],
    [10, null, /has the same options as row 9: M/],
    [12, null, /second row of a new product that has no options/],
    [14, "handle", /stands in row 2 already/],
    [15, null, /The row has \d+ cells, but the first row names 14 columns/],
  ];
  assert.deepEqual(
    errors.map(({ row, column }) => [row, column]),
    expected.map(([row, column]) => [row, column]),
    told.join("\n"),
  );
  for (const [at, [, , message]] of expected.entries()) assert.match(errors[at]?.message ?? "", message);
  const { check } = report;
  assert.deepEqual(check, { records: 12, created: 2, updated: 0, unchanged: 0, failed: 10, errors: 14 });
  const count = await api.call("GET", `/4.0/imports/${report.id}/errors/count.json`);
  assert.deepEqual(count.json(), { count: 14 });
  const { result } = await desk.imported(`\ufeff${file}\n`);
  assert.deepEqual(result, check);
  const good = await desk.productOf("good-one");
  assert.deepEqual(
    [good.title, good.total_quantity, good.variants[0]?.inventory_policy],
    ["Good one", 5, "continue"],
  );
  assert.deepEqual(
    [good.variants[0]?.weight, good.variants[0]?.weight_unit, good.variants[0]?.grams],
    [1.5, "kg", 1500],
  );
});

test("a file that is no UTF-8, or no CSV, or has no column for the handle fails with what to do", async () => {
  const cases: [string | Buffer, RegExp][] = [
    [Buffer.from("handle,title\na,caf\xe9\n", "latin1"), /not UTF-8/],
    [Buffer.from("handle,title\n", "utf16le"), /UTF-8/],
    ["name,price\nShirt,12\n", /no column "handle"/],
    ["handle,title,Title\na,b,c\n", /"Title" stands in the first row twice/],
    ["handle,option1_value\na,b\n", /no column "option1_name"/],
    [`handle${",x".repeat(1_000)}\na\n`, /names 1001 columns; 1000 are the most/],
    ['handle,title\na,"b\n', /quotation mark/],
  ];
  for (const [file, message] of cases) {
    const { status, error, id } = await desk.checked(file);
    assert.equal(status, "failed");
    assert.match(error ?? "", message);
    const answer = await api.call("POST", `/4.0/imports/${id}/confirm.json`);
    assert.deepEqual([answer.status, errorOf(answer).code], [409, "conflict"]);
  }
});

test("what is sent as something else, or is empty, is refused at once", async () => {
  const send = (type: string, body: string) =>
    api.call("POST", "/4.0/imports.json", { headers: { "content-type": type }, body });
  assert.equal((await send("application/json", "{}")).status, 415);
  assert.equal((await send("application/vnd.ms-excel", "x")).status, 415);
  const empty = await send("text/csv", "");
  assert.deepEqual([empty.status, errorOf(empty).fields?.[0]?.path], [422, "body"]);
  const long = await api.call("POST", `/4.0/imports.json?filename=${"x".repeat(256)}`, {
    headers: { "content-type": "text/csv" },
    body: "handle\n",
  });
  assert.deepEqual([long.status, errorOf(long).fields?.[0]?.path], [422, "filename"]);
});

test("columns that are not there change nothing, and prices are found by SKU without options", async () => {
  const shirt = await desk.productOf("linen-shirt");
  const { result } = await desk.imported("handle,sku,price\nlinen-shirt,LS-M,99\n");
  assert.equal(result?.updated, 1);
  const after = await desk.productOf("linen-shirt");
  assert.deepEqual(
    after.variants.map(({ price }) => price),
    ["120.00", "99.00"],
  );
  const same = ({ title, vendor, tags, total_quantity, variant_options }: Product) => [
    title,
    vendor,
    tags,
    total_quantity,
    variant_options,
  ];
  assert.deepEqual(same(after), same(shirt));
  const unknown = await desk.checked(
    "handle,sku,price\nlinen-shirt,XX,99\nlinen-shirt,,1\nlinen-shirt,LS-S,1\n",
  );
  assert.deepEqual(
    (await desk.errorsOf(unknown)).map(({ row, column }) => [row, column]),
    [
      [2, "sku"],
      [3, null],
    ],
  );
});

test("a variant with new options is added to a known product, those that are not named stay", async () => {
  const [, second] = await desk.codes();
  const heading = `handle,option1_name,option1_value,sku,price,stock: ${second}`;
  const { result } = await desk.imported(`${heading}\nlinen-shirt,Size,XL,LS-XL,140,3\n`);
  assert.deepEqual([result?.updated, result?.errors], [1, 0]);
  const { variants, total_quantity } = await desk.productOf("linen-shirt");
  assert.deepEqual(
    variants.map(({ name, inventory_quantity }) => [name, inventory_quantity]),
    [
      ["S", 6],
      ["M", 7],
      ["XL", 3],
    ],
  );
  assert.equal(total_quantity, 16);
  const other = await desk.checked("handle,option1_name,option1_value\nlinen-shirt,Colour,Red\n");
  const [error] = await desk.errorsOf(other);
  assert.match(error?.message ?? "", /not those of the product, which has "Size"/);
});

test("an exported file is imported without a change, formulas and line breaks among it", async () => {
  const text = '=SUM(A1)\r\nsecond line\nthird, with a comma and a "quote"';
  const made = await api.call("POST", "/3.0/products.json", {
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
  assert.equal(made.status, 200, made.text);
  const lines = { title: "Lines", handle: "lines", body_html: "first\nsecond", vendor: "one\rtwo" };
  const second = await api.call("POST", "/3.0/products.json", { json: { product: lines } });
  assert.equal(second.status, 200, second.text);
  const asked = await api.call("POST", "/4.0/exports.json", {
    json: { resource: "products", format: "csv" },
  });
  const { id } = asked.json<{ export: { id: number } }>().export;
  const get = async () =>
    (await api.call("GET", `/4.0/exports/${id}.json`)).json<{
      export: { status: string; url: string; row_count: number };
    }>().export;
  await eventually(async () => (await get()).status === "done");
  const file = await testing.request((await get()).url);
  assert.match(String(file.headers["content-type"]), /^text\/csv/);
  assert.ok(!/(^|[,\r\n"])[=@+]/.test(file.text.replace(/"[^"]*"/g, (cell) => cell.slice(0, 2))));
  assert.ok(file.text.includes("'=1+1"));
  const before = await api.call("GET", "/3.0/products.json?limit=250&sort=id.asc");
  const { check, row_count } = await desk.checked(file.text);
  const { products } = before.json<{ products: Product[] }>();
  assert.deepEqual(check, {
    records: products.length,
    created: 0,
    updated: 0,
    unchanged: products.length,
    failed: 0,
    errors: 0,
  });
  assert.equal(row_count, (await get()).row_count);
  await desk.imported(file.text);
  assert.equal((await api.call("GET", "/3.0/products.json?limit=250&sort=id.asc")).text, before.text);
});
