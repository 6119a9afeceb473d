/** Makes the lines of a file from records' JSON texts. */
export interface LineWriter {
  /** What stands before the first record. */
  heading: string;
  /** @returns the lines, each with its end, and how many rows they are */
  write(texts: readonly string[]): Promise<{ text: string; rows: number }>;
}

/** A line a record: its JSON as the API answers it, which never holds a line break outside of an escape. */
export const jsonLines: LineWriter = {
  heading: "",
  write: async (texts) => ({ text: texts.map((text) => `${text}\n`).join(""), rows: texts.length }),
};
