import { ApiError } from "@souk/client";
import { describeFieldError } from "@souk/ui/i18n";

/** Return the message about one field of a rejected body, null without one; `scopes.0` is about scopes. */
export function getFieldError(error: unknown, field: string): string | null {
  const fields = error instanceof ApiError ? error.fields : [];
  const found = fields.find(({ path }) => path.split(/[.[/]/).includes(field));
  return found === undefined ? null : describeFieldError(found);
}
