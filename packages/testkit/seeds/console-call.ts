import type { Browser } from "../browser.ts";

/** Call a console operation that must succeed, and return its body. */
export async function consoleCall<T>(
  browser: Browser,
  [method, url]: readonly [method: string, url: string],
  json?: unknown,
): Promise<T> {
  const answer = await browser.call(method, url, json);
  if (answer.status !== 200) throw new Error(`${method} ${url} answered ${answer.status}: ${answer.text}`);
  return answer.json<T>();
}
