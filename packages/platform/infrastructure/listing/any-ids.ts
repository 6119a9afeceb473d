/**
 * Build SQL for `any` of an array of ids. The sub-select hides the array's length from PostgreSQL's planner. Otherwise
 * the planner would prefer a custom plan for few ids, and plan the statement again for every request.
 */
export function buildAnyIds(ids: string): string {
  return `any ((select ${ids}::bigint[])::bigint[])`;
}
