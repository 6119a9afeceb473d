/**
 * `any` of an array of ids, as SQL, for statements that are read by key. Inside a sub-select the planner does not look at
 * the array: else it would find that few ids are cheaper than arrays in general, and plan anew for every request.
 */
export function anyOf(ids: string): string {
  return `any ((select ${ids}::bigint[])::bigint[])`;
}
