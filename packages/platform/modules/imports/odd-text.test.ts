import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { productCsvColumns } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { type ShopApi, shopApi } from "../../http/testing/shop-api.ts";
import { type ImportDesk, type ImportError, importDesk } from "./testing/import-desk.ts";

// PostgreSQL takes neither NUL nor half of a surrogate pair. A file that holds one is told of it: the job that reads the file
// never fails, which `stop` would find in the log.

let testing: TestPlatform;
let api: ShopApi;
let desk: ImportDesk;

before(async () => {
  testing = await testPlatform();
  api = await shopApi(testing);
  desk = importDesk(api);
});

after(() => testing.stop());

const nul = "\u0000";
const told = ({ row, column, key, message }: ImportError) => `${row} ${column} ${key}: ${message}`;

async function allColumns(): Promise<string[]> {
  const [main] = await desk.codes();
  return [...productCsvColumns.map(({ name }) => name), `stock: ${main}`, "colour of box"];
}

test("NUL in a cell of any column, known or not, is an error of its row that names the column; the rest is imported", async () => {
  const columns = await allColumns();
  const lines = columns.map((odd) =>
    columns
      .map((column) =>
        column === odd ? `a${nul}b` : column === "handle" ? `odd-${columns.indexOf(odd)}` : "",
      )
      .join(","),
  );
  const good = columns.map((column) => ({ handle: "good", title: "Good" })[column] ?? "").join(",");
  const done = await desk.imported([columns.join(","), ...lines, good, ""].join("\n"));
  assert.deepEqual(
    [done.status, done.result?.created, done.result?.failed],
    ["done", 1, columns.length],
    JSON.stringify(done),
  );
  const errors = (await desk.errorsOf(done)).map(told);
  const expected = columns.map((column, at) => {
    const handle = column === "handle" ? "a␀b" : `odd-${at}`;
    return `${at + 2} ${column} ${handle}: "a␀b" contains the character NUL, which no text may; take it out.`;
  });
  assert.deepEqual(errors, expected);
  assert.equal((await desk.productOf("good")).title, "Good");
});

test("each cell with NUL is told, also behind the last column and in a further row of a product", async () => {
  const file = `handle,title,sku\none,One,A\none,x${nul},B${nul}\ntwo,Two,C,${nul}\n`;
  const report = await desk.checked(file);
  const why = "contains the character NUL, which no text may; take it out.";
  assert.deepEqual((await desk.errorsOf(report)).map(told), [
    `3 title one: "x␀" ${why}`,
    `3 sku one: "B␀" ${why}`,
    `4 null two: "␀" ${why}`,
  ]);
  assert.deepEqual([report.check?.failed, report.check?.records], [2, 2]);
});

test("NUL in the heading fails the file with the number of the column, whether its name means something or not", async () => {
  for (const [heading, sentence] of [
    [`handle,ti${nul}tle`, 'The name of column 2, "ti␀tle", contains the character NUL'],
    [`handle,title,colour${nul}of box`, 'The name of column 3, "colour␀of box", contains the character NUL'],
    [`handle${nul},title`, 'The name of column 1, "handle␀", contains the character NUL'],
  ] as const) {
    const failed = await desk.checked(`${heading}\na,A\n`);
    assert.equal(failed.status, "failed", heading);
    assert.ok(failed.error?.startsWith(sentence), failed.error ?? "");
  }
});

test("what is no UTF-8, halves of surrogate pairs included, fails the file with the place", async () => {
  for (const bytes of [[0xed, 0xa0, 0x80], [0xff], [0xc3, 0x28], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
    for (const [before, after] of [
      ["handle,title\na,A\nb,", "\n"],
      ["handle,ti", "tle\na,A\n"],
      ["handle,title\na,A\n", ""],
    ] as const) {
      const file = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
      const failed = await desk.checked(file);
      assert.equal(failed.status, "failed");
      assert.match(failed.error ?? "", /^The file's encoding is not UTF-8, as is seen behind /);
    }
  }
});

test("a long value is never cut within a character when it is told", async () => {
  for (let length = 50; length < 62; length++) {
    const price = `${"x".repeat(length)}${"🛍".repeat(10)}`;
    const report = await desk.checked(`handle,title,price\nlong,Long,${price}\n`);
    const [error] = await desk.errorsOf(report);
    assert.match(error?.message ?? "", /^"x+🛍*…" is no amount; write it as 12\.50\.$/u);
  }
  const handle = `${"y".repeat(254)}🛍`;
  const report = await desk.checked(`handle,title,${"z".repeat(254)}🛍🛍\n${handle},Long\n`);
  assert.deepEqual(report.ignored_columns, ["z".repeat(254)]);
  assert.deepEqual(
    (await desk.errorsOf(report)).map((error) => error.key),
    ["y".repeat(254)],
  );
});
