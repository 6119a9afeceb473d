import type { App } from "./apps.ts";

/**
 * Make an app's receiver respond like a real app: it redirects an install click to the consent page, and an approval to
 * the app's page in the admin.
 */
export function respondAsApp(
  { app_url, client_id, redirection_url, receiver }: App,
  scopes: readonly string[],
): void {
  receiver.respondWith(({ method, path }) => {
    const url = new URL(path, app_url);
    const hostUrl = url.searchParams.get("host_url");
    if (method !== "GET" || hostUrl === null) return { status: 200 };
    const query = new URLSearchParams({ client_id, scope: scopes.join(","), redirect_uri: redirection_url });
    const location = url.searchParams.has("code")
      ? `${hostUrl}/apps/installed/${client_id}`
      : `${hostUrl}/oauth/authorize?${query}`;
    return { status: 302, headers: { location } };
  });
}

/** Return the authorization codes that an app has received through browser redirects, oldest first. */
export function listReceivedCodes({ app_url, receiver }: App): string[] {
  return receiver.requests
    .filter(({ method }) => method === "GET")
    .map(({ path }) => new URL(path, app_url).searchParams.get("code"))
    .filter((code) => code !== null);
}
