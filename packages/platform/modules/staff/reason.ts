import { throwFieldError } from "@souk/contract";

/**
 * Trim the reason for an action.
 * @param message the error message for a blank reason
 * @throws ApiError `invalid` for the field `reason` if the reason is blank
 */
export function trimReason(reason: string, message: string): string {
  const trimmedReason = reason.trim();
  if (trimmedReason === "") throwFieldError("reason", "required", {}, message);
  return trimmedReason;
}
