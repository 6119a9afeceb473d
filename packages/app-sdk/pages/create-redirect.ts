/** Create a redirect that does not send the signed URL as the referrer. */
export function createRedirect(url: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location: url, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}
