import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { productCsvColumns } from "@souk/contract";
import { type TestPlatform, testPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { createImportFixture, type ImportError, type ImportFixture } from "./testing/import-fixture.ts";

// PostgreSQL accepts neither NUL nor half of a surrogate pair. A file with one gets an error: the job that reads the file
// never fails, which `stop` would find in the log.

let testing: TestPlatform;
let api: StoreApi;
let fixture: ImportFixture;

before(async () => {
  testing = await testPlatform();
  api = await createStoreApi(testing);
  fixture = createImportFixture(api);
});

after(() => testing.stop());

const nul = "\u0000";
const why = "must be well-formed Unicode text without the character NUL.";
const formatError = ({ row, path, key, code, message }: ImportError) =>
  `${row} ${path} ${key}: ${code}: ${message}`;

async function allColumns(): Promise<string[]> {
  const [main] = await fixture.codes();
  return [...productCsvColumns.map(({ name }) => name), `stock: ${main}`, "color of box"];
}

test("a NUL in a cell of any column is an error of its row that names the column", async () => {
  const columns = await allColumns();
  const lines = columns.map((odd) =>
    columns
      .map((column) =>
        column === odd ? `a${nul}b` : column === "handle" ? `odd-${columns.indexOf(odd)}` : "",
      )
      .join(","),
  );
  const good = columns.map((column) => ({ handle: "good", title: "Good" })[column] ?? "").join(",");
  const done = await fixture.imported([columns.join(","), ...lines, good, ""].join("\n"));
  assert.deepEqual(
    [done.status, done.result?.created, done.result?.failed],
    ["done", 1, columns.length],
    JSON.stringify(done),
  );
  const errors = (await fixture.listErrors(done)).map(formatError);
  const expected = columns.map((column, index) => {
    const handle = column === "handle" ? "a␀b" : `odd-${index}`;
    return `${index + 2} ${column} ${handle}: invalid_format: ${column} ${why}`;
  });
  assert.deepEqual(errors, expected);
  assert.equal((await fixture.getProduct("good")).title, "Good");
});

test("each cell with NUL is reported, also after the last column and in further rows", async () => {
  const file = `handle,title,sku\none,One,A\none,x${nul},B${nul}\ntwo,Two,C,${nul}\n`;
  const report = await fixture.checked(file);
  assert.deepEqual((await fixture.listErrors(report)).map(formatError), [
    `3 title one: invalid_format: title ${why}`,
    `3 sku one: invalid_format: sku ${why}`,
    `4  two: invalid_format: The row ${why}`,
  ]);
  assert.deepEqual([report.check?.failed, report.check?.records], [2, 2]);
});

test("a NUL in the heading fails the file with the number of the column", async () => {
  for (const [heading, sentence] of [
    [`handle,ti${nul}tle`, 'The name of column 2, "ti␀tle", contains the character NUL'],
    [`handle,title,color${nul}of box`, 'The name of column 3, "color␀of box", contains the character NUL'],
    [`handle${nul},title`, 'The name of column 1, "handle␀", contains the character NUL'],
  ] as const) {
    const failed = await fixture.checked(`${heading}\na,A\n`);
    assert.equal(failed.status, "failed", heading);
    assert.ok(failed.error?.startsWith(sentence), failed.error ?? "");
  }
});

test("invalid UTF-8, halves of surrogate pairs included, fails the file with the place", async () => {
  for (const bytes of [[0xed, 0xa0, 0x80], [0xff], [0xc3, 0x28], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
    for (const [before, after] of [
      ["handle,title\na,A\nb,", "\n"],
      ["handle,ti", "tle\na,A\n"],
      ["handle,title\na,A\n", ""],
    ] as const) {
      const file = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
      const failed = await fixture.checked(file);
      assert.equal(failed.status, "failed");
      assert.match(failed.error ?? "", /^The file's encoding is not UTF-8 after /);
    }
  }
});

test("a long value in an error is never cut within a character", async () => {
  for (let length = 50; length < 62; length++) {
    const price = `${"x".repeat(length)}${"🛍".repeat(10)}`;
    const report = await fixture.checked(`handle,title,price\nlong,Long,${price}\n`);
    const [error] = await fixture.listErrors(report);
    assert.match(
      error?.message ?? "",
      /^price is "x+🛍*…"\. It must be an amount of money, such as 12\.50\.$/u,
    );
  }
  const handle = `${"y".repeat(254)}🛍`;
  const report = await fixture.checked(`handle,title,${"z".repeat(254)}🛍🛍\n${handle},Long\n`);
  assert.deepEqual(report.ignored_columns, ["z".repeat(254)]);
  assert.deepEqual(
    (await fixture.listErrors(report)).map((error) => error.key),
    ["y".repeat(254)],
  );
});
