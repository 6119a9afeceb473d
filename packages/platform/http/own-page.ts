import { refuse } from "@souk/contract";
import { equalInConstantTime } from "@souk/signing";
import type { FastifyRequest } from "fastify";

/**
 * Refuses a write that did not come from a page of this very origin. Shops are same-site with the admin and run apps'
 * script, so a cookie with SameSite proves nothing here.
 * @param origin our own origin as browsers write it
 */
export function requireOwnOrigin(request: FastifyRequest, origin: string): void {
  const site = request.headers["sec-fetch-site"];
  const from = request.headers.origin;
  // Our pages send no referrer, and then browsers write the origin of a form's POST as "null", even for our own.
  const own = from === undefined || from === "null" || from === origin;
  if (site !== "same-origin" || !own) {
    refuse("csrf_failed", {
      message: "Writes take the header Sec-Fetch-Site: same-origin, as browsers send it from our own pages.",
    });
  }
}

/** Refuses a write whose CSRF token is not the session's own. */
export function requireCsrfToken(sent: string | undefined, expected: string): void {
  if (sent === undefined || !equalInConstantTime(sent, expected)) {
    refuse("csrf_failed", { message: "The X-CSRF-Token of the signed-in session is missing or wrong." });
  }
}
