/**
 * Makes a page fit for the frame in the admin (INS-23): only that admin may frame it, its cookies are `SameSite=None; Secure`,
 * nothing keeps it, and its signed address is told to no other origin.
 */
export function framable(page: Response, admin: string): Response {
  const answer = new Response(page.body, page);
  const { headers } = answer;
  headers.delete("x-frame-options");
  const policy = headers.get("content-security-policy") ?? "";
  const directives = policy
    .split(";")
    .map((directive) => directive.trim())
    .filter((directive) => directive !== "" && !/^frame-ancestors\b/i.test(directive));
  headers.set("content-security-policy", [...directives, `frame-ancestors ${admin}`].join("; "));
  if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  if (!headers.has("referrer-policy")) headers.set("referrer-policy", "same-origin");

  const cookies = headers.getSetCookie();
  headers.delete("set-cookie");
  for (const cookie of cookies) headers.append("set-cookie", forFrames(cookie));
  return answer;
}

function forFrames(cookie: string): string {
  const parts = cookie.split(";").map((part) => part.trim());
  const kept = parts.filter((part, at) => at === 0 || !/^(samesite\b|secure$)/i.test(part));
  return [...kept, "SameSite=None", "Secure"].join("; ");
}
