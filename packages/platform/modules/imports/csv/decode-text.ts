import { TextDecoder } from "node:util";
import { FileProblem } from "./file-problem.ts";

const saveAsHint = "Save it as CSV with the encoding UTF-8.";

/** The first bytes of other kinds of files, with a message for each. */
const signatures: readonly (readonly [number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], `The file is a spreadsheet workbook, not a CSV file. ${saveAsHint}`],
  [[0xd0, 0xcf, 0x11, 0xe0], `The file is a spreadsheet workbook, not a CSV file. ${saveAsHint}`],
  [[0x1f, 0x8b], "The file is compressed. Upload the uncompressed CSV file."],
  [[0xff, 0xfe], `The file's encoding is UTF-16. ${saveAsHint}`],
  [[0xfe, 0xff], `The file's encoding is UTF-16. ${saveAsHint}`],
];

function assertIsText(firstChunk: Buffer): void {
  for (const [bytes, message] of signatures)
    if (bytes.every((byte, index) => firstChunk[index] === byte)) throw new FileProblem(message);
  // In UTF-16, each ASCII letter has two bytes, one of which is 0.
  if (firstChunk.subarray(0, 4).includes(0))
    throw new FileProblem(`The file's encoding is not UTF-8. ${saveAsHint}`);
}

/**
 * Decode a UTF-8 file, and remove its byte order mark.
 * @param getPosition returns the current position for an error message, for example "row 12"
 * @throws FileProblem if the file is not text in UTF-8. The valid text before the first invalid byte is yielded first.
 */
export async function* decodeText(
  bytes: AsyncIterable<Buffer>,
  getPosition: () => string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const createEncodingProblem = () =>
    new FileProblem(`The file's encoding is not UTF-8 after ${getPosition()}. ${saveAsHint}`);
  let hasBegun = false;
  for await (const chunk of bytes) {
    if (!hasBegun) assertIsText(chunk);
    hasBegun = true;
    const text = decodeOrNull(decoder, chunk);
    if (text === null) {
      yield new TextDecoder().decode(chunk).split("\ufffd", 1)[0] ?? "";
      throw createEncodingProblem();
    }
    if (text !== "") yield text;
  }
  if (decodeOrNull(decoder) === null) throw createEncodingProblem();
}

/** Decode a chunk or, without a chunk, the end of the text. @returns null if the bytes are not UTF-8 */
function decodeOrNull(decoder: TextDecoder, chunk?: Buffer): string | null {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    return null;
  }
}
