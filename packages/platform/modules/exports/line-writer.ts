/** Converts records' JSON texts to the lines of a file. */
export interface LineWriter {
  /** The text before the lines of records; empty for none. */
  heading: string;
  /** Convert records to lines. @returns the lines with their line ends, and how many they are */
  write(texts: readonly string[]): Promise<{ text: string; rows: number }>;
}

/**
 * Writes each record as one line with its JSON, as the API returns it. JSON text contains no unescaped line break.
 */
export const jsonLines: LineWriter = {
  heading: "",
  write: async (texts) => ({ text: texts.map((text) => `${text}\n`).join(""), rows: texts.length }),
};
