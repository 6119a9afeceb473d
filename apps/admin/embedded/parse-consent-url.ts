/**
 * Check that a URL that an app sent opens the store's consent page for this app, and return the URL normalized (INS-3).
 *
 * @param text the absolute URL that the app sent
 * @param hostUrl `https://admin.{domain}/{handle}`
 * @returns the URL to open; null if it is not the store's consent page or does not contain this app's client id exactly once
 */
export function parseConsentUrl(
  text: string,
  { hostUrl, clientId }: { hostUrl: string; clientId: string },
): string | null {
  const url = URL.parse(text);
  const consentPage = new URL(`${hostUrl}/oauth/authorize`);
  if (url === null || url.origin !== consentPage.origin || url.pathname !== consentPage.pathname) return null;
  if (url.username !== "" || url.password !== "") return null;
  // The consent page also accepts app_id instead of client_id, and rejects repeated parameters.
  const idParameters = [...url.searchParams].filter(([name]) => name === "client_id" || name === "app_id");
  const isSameApp = idParameters.length === 1 && idParameters[0]?.[1] === clientId;
  return isSameApp ? url.href : null;
}
