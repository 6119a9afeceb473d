import assert from "node:assert/strict";
import { createBrowser, eventually, type HttpResponse } from "@souk/testkit";
import { isPlatformHost, type ServerProcess } from "./server-process.ts";

/** Wrap a server so that every response with a 5xx status is recorded, including those to browsers. */
export function recordFailures(server: ServerProcess): { server: ServerProcess; failures: HttpResponse[] } {
  const failures: HttpResponse[] = [];
  const request: ServerProcess["request"] = async (url, options) => {
    const response = await server.request(url, options);
    if (response.status >= 500) failures.push(response);
    return response;
  };
  const createRecordedBrowser = () =>
    createBrowser(request, ({ hostname }) => isPlatformHost(hostname, server.addresses));
  return { server: { ...server, request, browser: createRecordedBrowser }, failures };
}

/** Assert that there were failed responses, and that all of them were 503 with Retry-After. */
export function assertAllUnavailable(failures: readonly HttpResponse[]): void {
  assert.ok(failures.length > 0, "no request failed during the outage");
  for (const response of failures) assertUnavailable(response);
}

function assertUnavailable({ status, headers, text }: HttpResponse): void {
  assert.equal(status, 503, text);
  assert.ok(Number(headers["retry-after"]) >= 1, text);
}

/** Repeat a request that needs the database until it succeeds. @returns the time until then, in ms */
export async function measureRecovery(server: ServerProcess, origin: string): Promise<number> {
  const startedAt = performance.now();
  // The response to an invalid token is a 401 only if the database works: the server looks up every token there.
  const requestProducts = () => server.request(`${origin}/api/3.0/products.json`, { token: "none" });
  await eventually(async () => (await requestProducts()).status === 401, {
    timeoutMs: 60_000,
    intervalMs: 5,
  });
  return performance.now() - startedAt;
}
