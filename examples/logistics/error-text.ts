import { ApiError, NotInstalledError } from "@souk/app-sdk";

/**
 * Format an error for a merchant: the platform's message with the request id for support.
 * @returns null for an error of the app itself
 */
export function errorText(error: unknown): string | null {
  if (error instanceof NotInstalledError) return "Logistics is no longer installed in this store.";
  if (!(error instanceof ApiError)) return null;
  const { code, fields, message, required_scope, request_id } = error;
  if (code === "scope_missing")
    return `Logistics does not have the permission ${required_scope ?? "it needs"} in this store. Open Logistics under Apps and approve it.`;
  const why = fields.map((field) => field.message).join(" ") || message;
  return request_id === null ? why : `${why} (request ${request_id})`;
}
