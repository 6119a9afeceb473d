/**
 * Prepare a page for the frame in the admin (INS-23). Only this admin may frame the page, and the page's cookies become
 * `SameSite=None; Secure`. If the page has no `Cache-Control` header, it is not cached. If it has no `Referrer-Policy` header,
 * its signed URL is not sent to another origin.
 *
 * @param admin the admin's origin
 */
export function makeFramable(page: Response, admin: string): Response {
  const response = new Response(page.body, page);
  const { headers } = response;
  headers.delete("x-frame-options");
  const policy = headers.get("content-security-policy") ?? "";
  // guard sdk-frame: with `true` instead of `!/^frame-ancestors\b/i.test(directive)`, installation-lifecycle.test.ts fails at `INS-23`
  const directives = policy
    .split(";")
    .map((directive) => directive.trim())
    .filter((directive) => directive !== "" && !/^frame-ancestors\b/i.test(directive));
  headers.set("content-security-policy", [...directives, `frame-ancestors ${admin}`].join("; "));
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  if (!headers.has("referrer-policy")) headers.set("referrer-policy", "same-origin");

  const cookies = headers.getSetCookie();
  headers.delete("set-cookie");
  for (const cookie of cookies) headers.append("set-cookie", adaptCookie(cookie));
  return response;
}

/** Replace the attributes SameSite and Secure of a cookie, so that browsers send it from inside a frame. */
function adaptCookie(cookie: string): string {
  const parts = cookie.split(";").map((part) => part.trim());
  const keptParts = parts.filter((part, index) => index === 0 || !/^(samesite\b|secure$)/i.test(part));
  return [...keptParts, "SameSite=None", "Secure"].join("; ");
}
