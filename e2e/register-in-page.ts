import assert from "node:assert/strict";
import type { Page } from "playwright-core";

export interface RegisteredApp {
  name: string;
  client_id: string;
  client_secret: string;
  redirection_url: string;
}

interface Registered {
  app: { name: string; client_id: string };
  secret: { client_secret: string };
}

let made = 0;

/** Registers an app from a page of the partner dashboard, as the dashboard's own script does: session, CSRF token, fetch. */
export async function registerInPage(page: Page, appServer: string): Promise<RegisteredApp> {
  const redirection_url = `${appServer}/oauth/callback`;
  const name = `Gudang Stock Sync ${++made}`;
  const app = { name, app_url: `${appServer}/app`, redirection_urls: [redirection_url] };
  const script = `(async () => {
    const { session } = await (await fetch("/api/console/session.json")).json();
    const answer = await fetch("/api/console/apps.json", {
      method: "POST",
      headers: { "content-type": "application/json", "x-csrf-token": session.csrf_token },
      body: ${JSON.stringify(JSON.stringify({ app }))},
    });
    return { status: answer.status, text: await answer.text() };
  })()`;
  const { status, text } = await page.evaluate<{ status: number; text: string }>(script);
  assert.equal(status, 200, text);
  const registered = JSON.parse(text) as Registered;
  const { client_id } = registered.app;
  return { name, client_id, client_secret: registered.secret.client_secret, redirection_url };
}
