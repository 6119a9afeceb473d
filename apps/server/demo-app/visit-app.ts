const timeoutMs = 10_000;

/**
 * Open a URL of an example app.
 * @returns the URL that it redirects to; null without a redirect
 * @throws Error when the app responds with an error status, for example because it is still starting
 */
export async function visitApp(url: string, stopping: AbortSignal): Promise<string | null> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
  const response = await fetch(url, { redirect: "manual", signal });
  await response.body?.cancel();
  const { status } = response;
  // The URL without its query, which is signed and may contain a code.
  if (status >= 400) throw new Error(`The app responded to ${new URL(url).pathname} with status ${status}.`);
  return response.headers.get("location");
}
