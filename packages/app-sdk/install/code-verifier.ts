import { createHash, createHmac } from "node:crypto";

/**
 * Derive the PKCE verifier of an authorization from its state (RFC 7636, section 4.1). The state is unique and the verifier can
 * only be computed with the client secret, so the app can compute the verifier again and does not have to store it.
 *
 * @param state the state of the authorize request
 * @param secret the client secret with which the state is signed
 * @returns 43 characters
 */
export function deriveCodeVerifier(state: string, secret: string): string {
  const key = createHmac("sha256", secret).update("code verifier of an authorization").digest();
  return createHmac("sha256", key).update(state).digest("base64url");
}

/** Compute the `code_challenge` of a verifier by the method S256 (RFC 7636, section 4.2). */
export function computeCodeChallenge(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}
