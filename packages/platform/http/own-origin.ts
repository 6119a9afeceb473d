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

/**
 * Reject a read request with a session if a page of another origin sent it, for example a script on a store's storefront. That
 * page could not see the response, but would use up the person's rate limit. Clients that are not browsers send no `Sec-Fetch-Site`.
 */
export function assertNotForeignRead({ headers }: FastifyRequest): void {
  const fetchSite = headers["sec-fetch-site"];
  // guard foreign-read: without it, fetch-metadata.test.ts fails
  if (fetchSite === "cross-site" || fetchSite === "same-site")
    throwApiError("csrf_failed", {
      message: "Only pages of this platform can send this request with a session.",
    });
}

/**
 * Reject a request for a page if another origin sent it without navigating to the page, for example with `fetch` or an image
 * element. Links from other sites, such as an app's link to its installation, are navigations.
 */
export function assertNavigation({ headers }: FastifyRequest): void {
  const isForeign = headers["sec-fetch-site"] === "cross-site" || headers["sec-fetch-site"] === "same-site";
  // guard foreign-page-read: without it, fetch-metadata.test.ts fails
  if (isForeign && headers["sec-fetch-mode"] !== undefined && headers["sec-fetch-mode"] !== "navigate")
    throwApiError("csrf_failed", { message: "Other sites can only link to this page." });
}

/** Reject a write without the CSRF token of its session. */
export function assertCsrfToken(csrfToken: string | undefined, expectedToken: string): void {
  if (csrfToken === undefined || !isEqualInConstantTime(csrfToken, expectedToken)) {
    throwApiError("csrf_failed", {
      message: "The header X-CSRF-Token is missing, or is not the token of this session.",
    });
  }
}
