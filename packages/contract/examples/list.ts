/** A list of one record in its envelope, as an example shows it (LST-1). */
export function listExample(plural: string, record: object): object {
  return { [plural]: [record], total_count: 1, page_count: 1, page: 1, limit: 50 };
}

/** The same as a list of 4.0 answers it, at its end. */
export function cursorListExample(plural: string, record: object): object {
  return { ...listExample(plural, record), next_cursor: null };
}
