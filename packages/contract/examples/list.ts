/** Build the response of a list with one record, for an example (LST-1). */
export function buildListResponse(plural: string, record: object): object {
  return { [plural]: [record], total_count: 1, page_count: 1, page: 1, limit: 50 };
}

/** Build the response of a 4.0 list with one record and no next page, for an example. */
export function buildCursorListResponse(plural: string, record: object): object {
  return { ...buildListResponse(plural, record), next_cursor: null };
}
