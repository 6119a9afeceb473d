import { type Browser, createBrowser, type HttpResponse } from "@souk/testkit";
import type { ReadyServer } from "./server-process.ts";

/** A browser session at the admin of a server. */
export interface Visitor {
  /** Sign in. @returns the response's HTTP status */
  signIn(credentials: { email: string; password: string }): Promise<number>;
  /** Call an operation of the account's console. */
  call: (method: string, path: string, json?: unknown) => Promise<HttpResponse>;
  /** Call an operation of a store's console or its API. */
  callStore: (store: string, method: string, path: string, json?: unknown) => Promise<HttpResponse>;
}

/** Open a browser session at the admin of a server. */
export function openVisitor({ client, port }: ReadyServer): Visitor {
  const browser: Browser = createBrowser(client.request, ({ hostname }) => hostname.endsWith(".localhost"));
  const admin = `http://admin.souk.localhost:${port}`;
  const call: Visitor["call"] = (method, path, json) =>
    browser.call(method, `${admin}/api/console${path}`, json);
  return {
    call,
    callStore: (store, method, path, json) => browser.call(method, `${admin}/${store}${path}`, json),
    signIn: async ({ email, password }) =>
      (await call("POST", "/session.json", { session: { email, password } })).status,
  };
}
