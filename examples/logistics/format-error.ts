import { ApiError, NotInstalledError } from "@souk/app-sdk";

/**
 * Format an error of the platform for a merchant, with the request id, which the merchant can send to support.
 * @returns null for an error of the app itself
 */
export function formatError(error: unknown): string | null {
  if (error instanceof NotInstalledError) return "Logistics is no longer installed in this store.";
  if (!(error instanceof ApiError)) return null;
  const { code, fields, message, required_scope, request_id } = error;
  if (code === "scope_missing")
    return `Logistics does not have the permission ${required_scope ?? "it needs"} in this store. Open Logistics under Apps and approve the permission.`;
  const text = fields.map((field) => field.message).join(" ") || message;
  return request_id === null ? text : `${text} (request ${request_id})`;
}
