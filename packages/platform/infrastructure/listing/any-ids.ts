/**
 * Build SQL for `any` of an array of ids, for statements that are read by key. Inside a sub-select the
 * planner does not look at the array: else it would find that few ids are cheaper than arrays in general, and
 * plan again for every request.
 */
export function anyIds(ids: string): string {
  return `any ((select ${ids}::bigint[])::bigint[])`;
}
