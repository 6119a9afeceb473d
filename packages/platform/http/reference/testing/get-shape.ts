/**
 * Return the keys of a value at every depth; for a list, of its first entry. Warnings depend on the moment
 * and are left out.
 */
export function getShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [getShape(value[0])];
  if (typeof value !== "object" || value === null) return "value";
  const { warnings: _, ...rest } = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, getShape(inner)]));
}
