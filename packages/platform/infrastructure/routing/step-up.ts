import { throwApiError } from "@souk/contract";
import type { SignedIn } from "./call.ts";

/** How long the proof of a person's identity is valid. */
const stepUpMs = 15 * 60_000;

/** Return whether a person has proved who they are within the last 15 minutes, with a password, a passkey or a code. */
export function isRecentlyVerified({ verified_at }: Pick<SignedIn, "verified_at">, nowMs: number): boolean {
  return verified_at !== null && nowMs - verified_at.getTime() < stepUpMs;
}

/**
 * Build the path of the page where a signed-in person proves once more who they are.
 * @param returnPath the path to which that page then redirects
 */
export function buildVerifyPath(returnPath: string): string {
  return `/account/verify?return_to=${encodeURIComponent(returnPath)}`;
}

/**
 * Reject a call with a session if its person has not proved who they are within the last 15 minutes.
 * @param signedIn null if an app calls with its token; such a call is never rejected
 * @throws ApiError `step_up_required`
 */
export function assertRecentlyVerified(signedIn: Pick<SignedIn, "verified_at"> | null, nowMs: number): void {
  if (signedIn !== null && !isRecentlyVerified(signedIn, nowMs)) throwApiError("step_up_required");
}
