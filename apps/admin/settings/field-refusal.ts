import { ApiError } from "@souk/client";

/** The sentence about one field of a refused body, null when there is none; `scopes.0` is about scopes. */
export function fieldRefusal(error: unknown, field: string): string | null {
  const fields = error instanceof ApiError ? error.fields : [];
  const found = fields.find(({ path }) => path.split(/[.[/]/).includes(field));
  return found?.message ?? null;
}
