import { ApiError } from "@souk/client";
import { describeFieldError } from "@souk/ui/i18n";

/**
 * Return the API's message for a field of a rejected request; null if there is none. An error for a list item, such as
 * `scopes.0`, is also an error for the field `scopes`.
 */
export function getFieldError(error: unknown, field: string): string | null {
  const fields = error instanceof ApiError ? error.fields : [];
  const fieldError = fields.find(({ path }) => path.split(/[.[/]/).includes(field));
  return fieldError === undefined ? null : describeFieldError(fieldError);
}
