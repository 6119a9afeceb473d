/** A list of one record in its envelope, as an example shows it (LST-1). */
export function listExample(plural: string, record: object): object {
  return { [plural]: [record], total_count: 1, page_count: 1, page: 1, limit: 50 };
}
