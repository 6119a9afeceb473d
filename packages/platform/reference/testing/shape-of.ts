/** The keys of a value, all the way down; of a list its first entry. Warnings are of the moment and left out. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== "object" || value === null) return "value";
  const { warnings: _, ...rest } = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, shapeOf(inner)]));
}
