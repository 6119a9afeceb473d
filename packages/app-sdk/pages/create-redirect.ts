/** Create a redirect whose target does not get the URL of the current, signed request as the referrer. */
export function createRedirect(url: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location: url, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}
