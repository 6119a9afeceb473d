const longestMs = 10_000;

/**
 * Opens an address of an example app.
 * @returns where it is sent on to; null when it is not sent on
 * @throws Error when the app answers with an error, as one does that is not ready yet
 */
export async function visitApp(url: string, stopping: AbortSignal): Promise<string | null> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(longestMs)]);
  const answer = await fetch(url, { redirect: "manual", signal });
  await answer.body?.cancel();
  const { status } = answer;
  // The address without its query, which is signed and may carry a code.
  if (status >= 400) throw new Error(`The app answers ${new URL(url).pathname} with status ${status}.`);
  return answer.headers.get("location");
}
