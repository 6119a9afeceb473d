/** Converts records' JSON texts to the lines of a file. */
export interface LineFormatter {
  /** The text before the lines of records; may be empty. */
  heading: string;
  /** Convert records to lines. @returns the lines with their line breaks, and the number of rows in these lines */
  format(texts: readonly string[]): Promise<{ text: string; rowCount: number }>;
}

/**
 * Formats each record as one line with its JSON, as the API returns it. JSON text contains no unescaped line break.
 */
export const jsonLinesFormatter: LineFormatter = {
  heading: "",
  format: async (texts) => ({ text: texts.map((text) => `${text}\n`).join(""), rowCount: texts.length }),
};
