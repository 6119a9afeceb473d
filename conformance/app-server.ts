import type { App } from "./apps.ts";

/**
 * Make an app's receiver behave as an app does: it redirects an install click to the consent page, and an approval to
 * the app's own page in the admin.
 */
export function answerAsApp(
  { app_url, client_id, redirection_url, receiver }: App,
  scopes: readonly string[],
): void {
  receiver.answer(({ method, path }) => {
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

/** Return the codes that browsers have brought to an app, in their order. */
export function listReceivedCodes({ app_url, receiver }: App): string[] {
  return receiver.requests
    .filter(({ method }) => method === "GET")
    .map(({ path }) => new URL(path, app_url).searchParams.get("code"))
    .filter((code) => code !== null);
}
