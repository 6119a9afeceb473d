import { createHash } from "node:crypto";

const challengePattern = /^[A-Za-z0-9_-]{43}$/;

/** The PKCE parameters of an authorize request. */
export interface ChallengeParameters {
  code_challenge: string | null;
  code_challenge_method: string | null;
}

/**
 * Return why the PKCE parameters of a request are invalid, or null if they are valid or missing. Only S256 is supported, because
 * with the method `plain`, whoever sees the request could redeem its code (RFC 7636, RFC 9700).
 */
export function findChallengeError({
  code_challenge,
  code_challenge_method,
}: ChallengeParameters): string | null {
  if (code_challenge === null)
    return code_challenge_method === null
      ? null
      : "The code_challenge parameter is missing, but code_challenge_method is set.";
  if (code_challenge_method !== "S256") return "The code_challenge_method parameter must be S256.";
  return challengePattern.test(code_challenge)
    ? null
    : "The code_challenge parameter must be the SHA-256 of the code_verifier in base64url, 43 characters.";
}

/** Compute the challenge of a verifier by the method S256 (RFC 7636, section 4.2). */
export function computeChallenge(verifier: string): string {
  return createHash("sha256").update(verifier, "utf8").digest("base64url");
}
