import assert from "node:assert/strict";
import { type Answer, browser, eventually } from "@souk/testkit";
import { isOwn, type ServerProcess } from "./server-process.ts";

/** Wrap a server to record every response that is its own error, to apps and to browsers. */
export function watched(server: ServerProcess): { server: ServerProcess; failures: Answer[] } {
  const failures: Answer[] = [];
  const request: ServerProcess["request"] = async (url, options) => {
    const answer = await server.request(url, options);
    if (answer.status >= 500) failures.push(answer);
    return answer;
  };
  const watchedBrowser = () => browser(request, ({ hostname }) => isOwn(hostname, server.addresses));
  return { server: { ...server, request, browser: watchedBrowser }, failures };
}

/** Check that every response during the outage asked the client to retry. */
export function assertClear(failures: readonly Answer[]): void {
  assert.ok(failures.length > 0, "nobody met the outage");
  for (const answer of failures) assertUnavailable(answer);
}

export function assertUnavailable({ status, headers, text }: Answer): void {
  assert.equal(status, 503, text);
  assert.ok(Number(headers["retry-after"]) >= 1, text);
}

/** Repeat a read that needs the database until it succeeds. @returns how long that took, in ms */
export async function readsAfter(server: ServerProcess, origin: string): Promise<number> {
  const begin = performance.now();
  // Whoever has no token is looked up too.
  const asked = () => server.request(`${origin}/api/3.0/products.json`, { token: "none" });
  await eventually(async () => (await asked()).status === 401, { within: 60_000, every: 5 });
  return performance.now() - begin;
}
