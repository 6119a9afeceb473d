/**
 * Return for how many seconds a new session token is valid. This is the difference between the expiry time and the issue time in
 * the token. The current time is not used, because the clock of the merchant's computer may be wrong.
 *
 * @param token a JWT
 */
export function readTokenLifetime(token: string): number {
  const [, payload = ""] = token.split(".");
  const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  const { iat, exp } = JSON.parse(text) as { iat: number; exp: number };
  return exp - iat;
}
