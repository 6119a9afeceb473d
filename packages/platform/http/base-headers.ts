import type { Addresses } from "../runtime/addresses.ts";

/** The value of Strict-Transport-Security, which is sent if the platform is served over HTTPS. */
const strictTransportSecurity = "max-age=31536000; includeSubDomains";

/**
 * Build the headers of every response: browsers must not guess the response's type, must not let pages of other origins load it,
 * and, if the platform is served over HTTPS, must always use HTTPS. The responses that other origins may load, such as files and some
 * scripts, set their own Cross-Origin-Resource-Policy.
 */
export function buildBaseHeaders({ scheme }: Pick<Addresses, "scheme">): Record<string, string> {
  return {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    ...(scheme === "https" ? { "strict-transport-security": strictTransportSecurity } : {}),
  };
}
