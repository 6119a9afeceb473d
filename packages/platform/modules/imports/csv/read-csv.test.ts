import assert from "node:assert/strict";
import { test } from "node:test";
import { FileProblem } from "./file-problem.ts";
import { type CsvRow, readCsv } from "./read-csv.ts";

/** Stream a file in chunks of this many bytes. */
async function* streamChunks(file: string | Buffer, size = 65_536): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(file as string);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function read(file: string | Buffer, size?: number) {
  const { delimiter, heading, rows } = await readCsv(streamChunks(file, size));
  const allRows: CsvRow[] = [];
  for await (const row of rows) allRows.push(row);
  return { delimiter, heading, rows: allRows };
}

async function expectProblem(file: string | Buffer): Promise<string> {
  const problem = await read(file).catch((error: unknown) => error);
  assert.ok(problem instanceof FileProblem, String(problem));
  return problem.message;
}

test("cells of a CSV file with any line endings can contain quotes, delimiters and line breaks", async () => {
  const cells = ['a "quoted" word', "one, two; three", "first\r\nsecond\nthird", "é 商店 🛍️", ""];
  const line = cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  for (const end of ["\n", "\r\n", "\r"])
    for (const size of [1, 2, 3, 65_536]) {
      const { heading, rows } = await read(`handle,b,c,d,e${end}${line}${end}`, size);
      assert.deepEqual(heading, ["handle", "b", "c", "d", "e"]);
      assert.deepEqual(rows, [{ rowNumber: 2, cells }], JSON.stringify([end, size]));
    }
});

test("a CSV file's byte order mark is not part of the first column's name", async () => {
  for (const size of [1, 2, 65_536])
    assert.deepEqual((await read("\ufeffhandle,title\na,b", size)).heading, ["handle", "title"]);
});

test("a CSV file's delimiter is found in its first row, where delimiters inside quotes do not count", async () => {
  assert.equal((await read("handle,title\na,b")).delimiter, ",");
  assert.equal((await read("handle;title\na;b,c")).delimiter, ";");
  assert.equal((await read("handle\ttitle\na\tb")).delimiter, "\t");
  assert.equal((await read('handle;"a,b,c,d"\nx;y')).delimiter, ";");
  assert.equal((await read("handle\nx")).delimiter, ",");
  const declaredCsv = await read("sep=;\r\nhandle;title\r\na;b\r\n");
  assert.deepEqual([declaredCsv.delimiter, declaredCsv.rows], [";", [{ rowNumber: 2, cells: ["a", "b"] }]]);
});

test("CSV rows are numbered as in a spreadsheet, where empty rows count too", async () => {
  const { rows } = await read('handle,title\na,"x\ny\nz"\n\n,\nb,q\n');
  assert.deepEqual(
    rows.map(({ rowNumber }) => rowNumber),
    [2, 5],
  );
});

test("a quotation mark inside an unquoted CSV cell is kept", async () => {
  const { rows } = await read('handle,title\na,5" pipe\nb,2" by 4"\n');
  assert.deepEqual(
    rows.map(({ cells }) => cells[1]),
    ['5" pipe', '2" by 4"'],
  );
});

test("a CSV file that is not UTF-8 is rejected with a message that says what to do", async () => {
  const latin1File = Buffer.from("handle,title\na,plain\nb,caf\xe9\n", "latin1");
  assert.match(await expectProblem(latin1File), /not UTF-8.*Save it as CSV/);
  assert.match(await expectProblem(Buffer.from("\ufeffhandle,title\n", "utf16le")), /UTF-16/);
  assert.match(await expectProblem(Buffer.from("handle,title\n", "utf16le")), /not UTF-8/);
  assert.match(await expectProblem(Buffer.from([0x50, 0x4b, 3, 4, 20, 0])), /workbook/);
  assert.match(await expectProblem(Buffer.from([0x1f, 0x8b, 8, 0])), /compressed/);
  assert.match(await expectProblem(Buffer.from("handle,title\na,\xe9", "latin1")), /not UTF-8/);
});

test("an encoding error after many rows of a CSV file is reported with the number of a row before it", async () => {
  const validRows = Array.from({ length: 5_000 }, (_, index) => `h${index},title ${index}`).join("\n");
  const message = await expectProblem(
    Buffer.concat([Buffer.from(`handle,title\n${validRows}\n`), Buffer.from([0xff])]),
  );
  const row = Number(/row (\d+)/.exec(message)?.[1]);
  assert.ok(row > 1_000, message);
});

test("an unclosed quotation mark in a CSV file is reported before the file fills the memory", async () => {
  assert.match(await expectProblem('handle,title\na,b\nc,"d\ne,f\n'), /after row 2/);
  const remainingRows = "x,y\n".repeat(2_000_000);
  assert.match(await expectProblem(`handle,title\na,b\nc,"d\n${remainingRows}`), /after row 2/);
});

test("an empty CSV file is rejected, even if it has a byte order mark", async () => {
  assert.match(await expectProblem(""), /empty/);
  assert.match(await expectProblem("\ufeff"), /empty/);
});

test("a CSV file is closed if its reader stops before the last row", async () => {
  let isClosed = false;
  async function* createEndlessFile(): AsyncGenerator<Buffer> {
    try {
      yield Buffer.from("handle,title\n");
      for (;;) yield Buffer.from("a,b\n".repeat(1_000));
    } finally {
      isClosed = true;
    }
  }
  const { rows } = await readCsv(createEndlessFile());
  for await (const { rowNumber } of rows) if (rowNumber > 10) break;
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isClosed, true);
});
