/** Converts records' JSON texts to the lines of a file. */
export interface LineWriter {
  /** The text before the first record. */
  heading: string;
  /** Convert records to lines. @returns the lines, each with its line end, and the number of rows */
  write(texts: readonly string[]): Promise<{ text: string; rows: number }>;
}

/**
 * Writes one line per record: its JSON as the API returns it, which never contains a line break outside of an
 * escape.
 */
export const jsonLines: LineWriter = {
  heading: "",
  write: async (texts) => ({ text: texts.map((text) => `${text}\n`).join(""), rows: texts.length }),
};
