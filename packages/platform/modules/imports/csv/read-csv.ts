import { Readable } from "node:stream";
import { CsvError, type Parser, parse } from "csv-parse";
import { decodeText } from "./decode-text.ts";
import { FileProblem } from "./file-problem.ts";
import { type Delimiter, findDelimiter } from "./find-delimiter.ts";

/** A row of a file. */
export interface CsvRow {
  /** The number of the row in a spreadsheet: the heading is row 1. */
  rowNumber: number;
  cells: string[];
}

/** A CSV file whose heading was read. */
export interface CsvFile {
  delimiter: Delimiter;
  heading: string[];
  /** The rows after the heading, without empty rows. */
  rows: AsyncIterable<CsvRow>;
}

/** The maximum number of characters of a row. Without a limit, an unclosed quote would make the rest of the file one cell. */
const maxRowLength = 4 * 1024 * 1024;
/** The maximum number of characters that are searched for the heading. */
const maxHeadingLength = 256 * 1024;

/**
 * Read a CSV file as a stream. Quoted cells may contain line breaks, and lines end with LF, CR LF or CR.
 * @throws FileProblem if the file is not CSV. Reading the rows can throw FileProblem, too.
 */
export async function readCsv(bytes: AsyncIterable<Buffer>): Promise<CsvFile> {
  let parser: Parser | undefined;
  const texts = decodeText(bytes, () => describePosition(parser));
  const beginning = await readBeginning(texts);
  const { delimiter, start } = findDelimiter(beginning);
  async function* streamFromHeading(): AsyncGenerator<string> {
    if (start < beginning.length) yield beginning.slice(start);
    yield* texts;
  }
  parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    // A quotation mark inside an unquoted cell is an ordinary character, for example in 5" pipe.
    relax_quotes: true,
    max_record_size: maxRowLength,
  });
  const records = parseRecords(parser, Readable.from(streamFromHeading()));
  const heading = await records.next();
  if (heading.done) throw new FileProblem("The file is empty.");
  return { delimiter, heading: heading.value, rows: toRows(records) };
}

/** Number the records like the rows of a spreadsheet, and leave out empty rows. */
async function* toRows(records: AsyncGenerator<string[]>): AsyncGenerator<CsvRow> {
  let rowNumber = 1;
  for await (const cells of records) {
    rowNumber++;
    if (cells.some((cell) => cell.trim() !== "")) yield { rowNumber, cells };
  }
}

/** Parse a stream of text into records. If the caller stops early, the source and the parser are destroyed. */
async function* parseRecords(parser: Parser, source: Readable): AsyncGenerator<string[]> {
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  try {
    yield* parser as AsyncIterable<string[]>;
  } catch (error) {
    throw toFileProblem(error, describePosition(parser));
  } finally {
    parser.destroy();
    source.destroy();
  }
}

function describePosition(parser: Parser | undefined): string {
  const records = parser?.info.records ?? 0;
  return records === 0 ? "the beginning" : `row ${records}`;
}

/**
 * Read a file until the text contains the complete first line or has the maximum length. A line break among the first 6 characters
 * does not count, because it may be only the CR of the CR LF after `sep=;`.
 */
async function readBeginning(texts: AsyncGenerator<string>): Promise<string> {
  let beginning = "";
  while (beginning.length < maxHeadingLength && !/[\r\n]/.test(beginning.slice("sep=;".length + 1))) {
    const { value, done } = await texts.next();
    if (done) break;
    beginning += value;
  }
  return beginning;
}

/** Convert an error of the CSV parser to a FileProblem. Any other error is returned unchanged. */
function toFileProblem(error: unknown, position: string): unknown {
  if (!(error instanceof CsvError)) return error;
  if (error.code === "CSV_QUOTE_NOT_CLOSED" || error.code === "CSV_MAX_RECORD_SIZE")
    return new FileProblem(
      `A quotation mark after ${position} is never closed, so the rest of the file cannot be read.`,
    );
  return new FileProblem(`The file cannot be read after ${position}.`);
}
