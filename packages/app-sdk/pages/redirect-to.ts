/** Sends the browser on; the address that was asked, with its signature, is told to nobody. */
export function redirectTo(url: string): Response {
  return new Response(null, {
    status: 302,
    headers: { location: url, "cache-control": "no-store", "referrer-policy": "no-referrer" },
  });
}
