/** Build the list envelope of one record, for an example (LST-1). */
export function listExample(plural: string, record: object): object {
  return { [plural]: [record], total_count: 1, page_count: 1, page: 1, limit: 50 };
}

/** Build the 4.0 list envelope of one record, at the end of the list, for an example. */
export function cursorListExample(plural: string, record: object): object {
  return { ...listExample(plural, record), next_cursor: null };
}
