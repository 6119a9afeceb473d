import { throwApiError } from "@souk/contract";
import { equalInConstantTime } from "@souk/signing";
import type { FastifyRequest } from "fastify";

/**
 * Reject a write that did not come from a page of this very origin. Stores are same-site with the admin and
 * run apps' script, so a cookie with SameSite proves nothing here.
 * @param origin the platform's own origin as browsers write it
 */
export function assertOwnOrigin(request: FastifyRequest, origin: string): void {
  const site = request.headers["sec-fetch-site"];
  const from = request.headers.origin;
  // Our pages send no referrer, and then browsers write the origin of a form's POST as "null", even for our own.
  const own = from === undefined || from === "null" || from === origin;
  if (site !== "same-origin" || !own) {
    throwApiError("csrf_failed", {
      message:
        "A write must have the header Sec-Fetch-Site: same-origin, which browsers send from pages of this platform.",
    });
  }
}

/** Reject a write whose CSRF token is not the session's own. */
export function assertCsrfToken(sent: string | undefined, expected: string): void {
  if (sent === undefined || !equalInConstantTime(sent, expected)) {
    throwApiError("csrf_failed", {
      message: "The header X-CSRF-Token is missing, or is not the token of this session.",
    });
  }
}
