import { type Operation, surfaces } from "@souk/contract";

/** The path below the origin, with its parameters filled in and its query encoded. */
export function pathOf(
  operation: Operation,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>>,
): string {
  const path = `${surfaces[operation.surface].base}${operation.path}`.replaceAll(
    /:([a-z_]+)/g,
    (_match, name: string) => encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, Array.isArray(value) ? value.join(",") : String(value));
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}
