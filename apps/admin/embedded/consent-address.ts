/**
 * Return the store's own consent page for one app, from an address that the app gave (INS-3).
 *
 * @param text a whole address
 * @param hostUrl `https://admin.{domain}/{handle}`
 * @returns the address to go to; null when it leads anywhere else or names another app
 */
export function consentAddress(
  text: string,
  { hostUrl, clientId }: { hostUrl: string; clientId: string },
): string | null {
  const url = URL.parse(text);
  const page = new URL(`${hostUrl}/oauth/authorize`);
  if (url === null || url.origin !== page.origin || url.pathname !== page.pathname) return null;
  if (url.username !== "" || url.password !== "") return null;
  // The store also accepts app_id for client_id, and rejects a parameter that is repeated.
  const named = [...url.searchParams].filter(([name]) => name === "client_id" || name === "app_id");
  const isOwn = named.length === 1 && named[0]?.[1] === clientId;
  return isOwn ? url.href : null;
}
