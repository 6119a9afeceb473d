/**
 * Return the keys of a value at every depth, to compare two values without their contents. A list is represented by
 * its first entry. `warnings` is omitted, because it depends on the current data.
 */
export function getShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [getShape(value[0])];
  if (typeof value !== "object" || value === null) return "value";
  const { warnings: _, ...fields } = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, getShape(field)]));
}
