import { ApiError, NotInstalledError } from "@souk/app-sdk";

/**
 * What a merchant is told of an error: the platform's words, with the number to ask its people about.
 * @returns null for a fault of the app's own
 */
export function problemText(error: unknown): string | null {
  if (error instanceof NotInstalledError) return "Logistics is not installed in this shop any more.";
  if (!(error instanceof ApiError)) return null;
  const { code, fields, message, required_scope, request_id } = error;
  if (code === "scope_missing")
    return `This shop has not granted Logistics ${required_scope ?? "what it needs"}. Open Logistics under Apps and agree.`;
  const why = fields.map((field) => `${field.path}: ${field.message}`).join("; ") || message;
  return request_id === null ? why : `${why} (request ${request_id})`;
}
