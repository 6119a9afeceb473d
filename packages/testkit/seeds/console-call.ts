import type { Browser } from "../browser.ts";

/** Call a console operation and return the parsed response. @throws Error if the status is not 200 */
export async function callConsole<T>(
  browser: Browser,
  [method, url]: readonly [method: string, url: string],
  json?: unknown,
): Promise<T> {
  const response = await browser.call(method, url, json);
  if (response.status !== 200)
    throw new Error(`${method} ${url} responded with ${response.status}: ${response.text}`);
  return response.json<T>();
}
