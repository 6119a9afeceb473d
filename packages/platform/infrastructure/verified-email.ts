import { throwApiError } from "@souk/contract";
import type { SignedIn } from "./routing/call.ts";

/**
 * Assert that a person has verified their email address. Call it before a store is created or a person sends email to others.
 * @throws ApiError `email_not_verified`
 */
export function assertEmailVerified({ is_email_verified }: Pick<SignedIn, "is_email_verified">): void {
  if (!is_email_verified) throwApiError("email_not_verified");
}
