import type { App } from "./apps.ts";

/**
 * Makes an app's receiver behave as an app does: it sends an install click on to the consent page, and an approval into
 * the admin, to the app's own place there.
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

/** The codes that browsers have brought to an app, in their order. */
export function codesBroughtTo({ app_url, receiver }: App): string[] {
  return receiver.requests
    .filter(({ method }) => method === "GET")
    .map(({ path }) => new URL(path, app_url).searchParams.get("code"))
    .filter((code) => code !== null);
}
