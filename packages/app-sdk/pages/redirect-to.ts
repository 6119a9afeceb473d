/** Redirect the browser without sending the signed URL as referrer. */
export function redirectTo(url: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location: url, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}
