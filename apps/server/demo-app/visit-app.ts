const timeoutMs = 10_000;

/**
 * Request a URL of an example app.
 * @returns the URL to which it redirects, or null if it does not redirect
 * @throws Error if the app does not respond, or responds with an error status
 */
export async function visitApp(url: string, stopping: AbortSignal): Promise<string | null> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(url, { redirect: "manual", signal });
  await response.body?.cancel();
  const { status } = response;
  // The message omits the query, which is signed and may contain an authorization code.
  if (status >= 400) throw new Error(`The app responded to ${new URL(url).pathname} with status ${status}.`);
  return response.headers.get("location");
}
