import { TextDecoder } from "node:util";
import { FileProblem } from "./file-problem.ts";

const saveAs = "Save it as CSV with the encoding UTF-8.";

/** Other kinds of files, by their first bytes. */
const signatures: readonly (readonly [number[], string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], `The file is a spreadsheet workbook, not a CSV file. ${saveAs}`],
  [[0xd0, 0xcf, 0x11, 0xe0], `The file is a spreadsheet workbook, not a CSV file. ${saveAs}`],
  [[0x1f, 0x8b], "The file is compressed. Upload the uncompressed CSV file."],
  [[0xff, 0xfe], `The file's encoding is UTF-16. ${saveAs}`],
  [[0xfe, 0xff], `The file's encoding is UTF-16. ${saveAs}`],
];

function assertText(first: Buffer): void {
  for (const [bytes, message] of signatures)
    if (bytes.every((byte, index) => first[index] === byte)) throw new FileProblem(message);
  // Plain letters take two bytes in UTF-16, of which one is 0.
  if (first.subarray(0, 4).includes(0)) throw new FileProblem(`The file's encoding is not UTF-8. ${saveAs}`);
}

/**
 * Decode a UTF-8 file, without its byte order mark.
 * @param place returns the current place, for example "row 12", for the error about invalid UTF-8
 * @throws FileProblem when the file has another encoding, after all valid text before it
 */
export async function* decodeText(bytes: AsyncIterable<Buffer>, place: () => string): AsyncGenerator<string> {
  const strict = new TextDecoder("utf-8", { fatal: true });
  const wrong = () => new FileProblem(`The file's encoding is not UTF-8 after ${place()}. ${saveAs}`);
  let begun = false;
  for await (const part of bytes) {
    if (!begun) assertText(part);
    begun = true;
    const text = decodeOrNull(strict, part);
    if (text === null) {
      yield new TextDecoder().decode(part).split("\ufffd", 1)[0] ?? "";
      throw wrong();
    }
    if (text !== "") yield text;
  }
  if (decodeOrNull(strict) === null) throw wrong();
}

function decodeOrNull(decoder: TextDecoder, part?: Buffer): string | null {
  try {
    return part ? decoder.decode(part, { stream: true }) : decoder.decode();
  } catch {
    return null;
  }
}
