/**
 * Return the seconds for which a new session token is valid. They are read from the token itself, which
 * names both ends by the platform's clock: the clock of the merchant's computer may be wrong.
 *
 * @param token a JWT
 */
export function tokenLifetime(token: string): number {
  const [, payload = ""] = token.split(".");
  const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
  const { iat, exp } = JSON.parse(text) as { iat: number; exp: number };
  return exp - iat;
}
