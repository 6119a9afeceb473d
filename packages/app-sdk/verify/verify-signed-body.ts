import { type BodyVerdict, verifyBody } from "@souk/signing";

/**
 * Verify that the body of a webhook or fulfillment request was signed with one of the app's secrets (WHK-11, FUL-1).
 *
 * @param bytes the raw body as received; a body that was parsed and serialized again may differ and fail
 * @param header the value of `Service-Hmac-Sha256`
 * @param secrets the client secret; during a rotation, the old and the new one
 */
export function verifySignedBody(
  bytes: Uint8Array,
  header: string | null | undefined,
  secrets: string | readonly string[],
): BodyVerdict {
  const verdicts = [secrets].flat().map((secret) => verifyBody(bytes, header, secret));
  const verdict = verdicts.find(({ ok }) => ok) ?? verdicts[0];
  if (verdict === undefined) throw new TypeError("At least one secret is required.");
  return verdict;
}
