import { throwApiError } from "@souk/contract";
import { isEqualInConstantTime } from "@souk/signing";
import type { FastifyRequest } from "fastify";

/**
 * Reject a write that was not sent by a page of `origin`. A SameSite cookie alone is not enough, because stores
 * are same-site with the admin and run scripts of apps.
 * @param origin an origin of the platform, as browsers send it
 */
export function assertOwnOrigin(request: FastifyRequest, origin: string): void {
  const fetchSite = request.headers["sec-fetch-site"];
  const headerOrigin = request.headers.origin;
  // Our pages send no referrer. Browsers then send "null" as the origin of a form's POST, even on our own origin.
  const isOwnOrigin = headerOrigin === undefined || headerOrigin === "null" || headerOrigin === origin;
  if (fetchSite !== "same-origin" || !isOwnOrigin) {
    throwApiError("csrf_failed", {
      message:
        "A write must have the header Sec-Fetch-Site: same-origin, which browsers send from pages of this platform.",
    });
  }
}

/** Reject a write without the CSRF token of its session. */
export function assertCsrfToken(csrfToken: string | undefined, expected: string): void {
  if (csrfToken === undefined || !isEqualInConstantTime(csrfToken, expected)) {
    throwApiError("csrf_failed", {
      message: "The header X-CSRF-Token is missing, or is not the token of this session.",
    });
  }
}
