import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { productCsvColumns } from "@souk/contract";
import { startTestPlatform, type TestPlatform } from "@souk/testkit";
import { createStoreApi, type StoreApi } from "../../http/testing/store-api.ts";
import { createImportFixture, type ImportError, type ImportFixture } from "./testing/import-fixture.ts";

// PostgreSQL accepts neither NUL nor half of a surrogate pair in text. A file with such text must get an error, but its job must
// not fail. If a job fails, `testPlatform.stop` finds the failure in the log and fails the test.

let testPlatform: TestPlatform;
let api: StoreApi;
let fixture: ImportFixture;

before(async () => {
  testPlatform = await startTestPlatform();
  api = await createStoreApi(testPlatform);
  fixture = createImportFixture(api);
});

after(() => testPlatform.stop());

const nul = "\u0000";
const invalidTextMessage = "must be well-formed Unicode text without the character NUL.";
const formatError = ({ row, path, key, code, message }: ImportError) =>
  `${row} ${path} ${key}: ${code}: ${message}`;

async function listColumns(): Promise<string[]> {
  const [mainCode] = await fixture.loadLocationCodes();
  return [...productCsvColumns.map(({ name }) => name), `stock: ${mainCode}`, "color of box"];
}

test("a NUL in a cell of an import file causes an error that names the cell's row and column", async () => {
  const columns = await listColumns();
  const buildCell = (column: string, invalidColumn: string): string => {
    if (column === invalidColumn) return `a${nul}b`;
    return column === "handle" ? `odd-${columns.indexOf(invalidColumn)}` : "";
  };
  const lines = columns.map((invalidColumn) =>
    columns.map((column) => buildCell(column, invalidColumn)).join(","),
  );
  const validRow = columns.map((column) => ({ handle: "good", title: "Good" })[column] ?? "").join(",");
  const doneImport = await fixture.importFile([columns.join(","), ...lines, validRow, ""].join("\n"));
  assert.deepEqual(
    [doneImport.status, doneImport.result?.created, doneImport.result?.failed],
    ["done", 1, columns.length],
    JSON.stringify(doneImport),
  );
  const errors = (await fixture.listErrors(doneImport)).map(formatError);
  const expected = columns.map((column, index) => {
    const handle = column === "handle" ? "a␀b" : `odd-${index}`;
    return `${index + 2} ${column} ${handle}: invalid_format: ${column} ${invalidTextMessage}`;
  });
  assert.deepEqual(errors, expected);
  assert.equal((await fixture.loadProduct("good")).title, "Good");
});

test("each cell with NUL causes an import error, even after the last column and in a record's second row", async () => {
  const file = `handle,title,sku\none,One,A\none,x${nul},B${nul}\ntwo,Two,C,${nul}\n`;
  const report = await fixture.checkFile(file);
  assert.deepEqual((await fixture.listErrors(report)).map(formatError), [
    `3 title one: invalid_format: title ${invalidTextMessage}`,
    `3 sku one: invalid_format: sku ${invalidTextMessage}`,
    `4  two: invalid_format: The row ${invalidTextMessage}`,
  ]);
  assert.deepEqual([report.check?.failed, report.check?.records], [2, 2]);
});

test("an import with NUL in a column's name fails with a message that has the column's number", async () => {
  for (const [heading, expectedMessage] of [
    [`handle,ti${nul}tle`, 'The name of column 2, "ti␀tle", contains the character NUL'],
    [`handle,title,color${nul}of box`, 'The name of column 3, "color␀of box", contains the character NUL'],
    [`handle${nul},title`, 'The name of column 1, "handle␀", contains the character NUL'],
  ] as const) {
    const failedImport = await fixture.checkFile(`${heading}\na,A\n`);
    assert.equal(failedImport.status, "failed", heading);
    assert.ok(failedImport.error?.startsWith(expectedMessage), failedImport.error ?? "");
  }
});

test("an import of invalid UTF-8, such as half a surrogate pair, fails with a message that has the position", async () => {
  for (const bytes of [[0xed, 0xa0, 0x80], [0xff], [0xc3, 0x28], [0xc0, 0x80], [0xf5, 0x80, 0x80, 0x80]]) {
    for (const [beginning, ending] of [
      ["handle,title\na,A\nb,", "\n"],
      ["handle,ti", "tle\na,A\n"],
      ["handle,title\na,A\n", ""],
    ] as const) {
      const file = Buffer.concat([Buffer.from(beginning), Buffer.from(bytes), Buffer.from(ending)]);
      const failedImport = await fixture.checkFile(file);
      assert.equal(failedImport.status, "failed");
      assert.match(failedImport.error ?? "", /^The file's encoding is not UTF-8 after /);
    }
  }
});

test("a long value in an import error is not cut inside a character", async () => {
  // Values of more than 60 characters are shortened. Each 🛍 has two UTF-16 code units, between which no text may be cut.
  for (let length = 50; length < 62; length++) {
    const price = `${"x".repeat(length)}${"🛍".repeat(10)}`;
    const report = await fixture.checkFile(`handle,title,price\nlong,Long,${price}\n`);
    const [error] = await fixture.listErrors(report);
    assert.match(
      error?.message ?? "",
      /^price is "x+🛍*…"\. It must be an amount of money, such as 12\.50\.$/u,
    );
  }
  const handle = `${"y".repeat(254)}🛍`;
  const report = await fixture.checkFile(`handle,title,${"z".repeat(254)}🛍🛍\n${handle},Long\n`);
  assert.deepEqual(report.ignored_columns, ["z".repeat(254)]);
  assert.deepEqual(
    (await fixture.listErrors(report)).map((error) => error.key),
    ["y".repeat(254)],
  );
});
