import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, findFreePort, type HttpResponse, type Page, type RequestOptions } from "@souk/testkit";
import { type App, registerApp } from "./apps.ts";
import { assertOk } from "./assertions.ts";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { findInstalledRecord, submitConsent } from "./installing.ts";
import type { Merchant, Person } from "./people.ts";

const program = join(import.meta.dirname, "../examples/inventory-sync/main.ts");
const startTimeoutMs = 60_000;

/**
 * The example app in a separate process, registered on the platform. Its App URL is https, as if the app ran behind a proxy.
 * Webhooks go to `app.receiver` and reach the app only if a test forwards them.
 */
export interface ExampleApp {
  app: App;
  /** Send a request to the app, at a path or a full URL. Redirects are not followed. */
  request(url: string, options?: RequestOptions): Promise<HttpResponse>;
  /** Stop the process, and start a new process with the same data. */
  restart(): Promise<void>;
}

/** Register and start the example app. @param reconcileSeconds the time between the app's reconciliations with the API */
export async function startExampleApp(
  fixture: ConformanceFixture,
  partner: Person,
  { reconcileSeconds }: { reconcileSeconds: number },
): Promise<ExampleApp> {
  const port = await findFreePort();
  const origin = `https://localhost:${port}`;
  const app = await registerApp(fixture, partner, () => ({
    app_url: `${origin}/`,
    redirection_urls: [`${origin}/auth/callback`],
  }));
  const dataDir = await mkdtemp(join(tmpdir(), "souk-conformance-app-"));
  const env = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    RECONCILE_SECONDS: String(reconcileSeconds),
    SOUK_CLIENT_ID: app.client_id,
    SOUK_CLIENT_SECRET: app.client_secret,
    SOUK_APP_URL: app.app_url,
    SOUK_REDIRECT_URL: app.redirection_url,
    SOUK_WEBHOOK_URL: `${app.receiver.url}/webhooks`,
    SOUK_STORE_DOMAIN_SUFFIX: `.${fixture.origins.domain}`,
  };
  let child = await startProcess(env);
  fixture.onClose(async () => {
    await stopProcess(child);
    await rm(dataDir, { recursive: true });
  });
  return {
    app,
    request: (url, options) => fixture.request(new URL(url, origin).href, options),
    restart: async () => {
      await stopProcess(child);
      child = await startProcess(env);
    },
  };
}

async function startProcess(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "pipe"] });
  const listening = Promise.withResolvers<void>();
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (/ is listening at /.test(output)) listening.resolve();
    });
  const fail = (problem: string): void =>
    listening.reject(new Error(`The example app ${problem}:\n${output}`));
  child.once("exit", (code) => fail(`exited with code ${code}`));
  const timer = setTimeout(() => fail(`did not listen after ${startTimeoutMs} ms`), startTimeoutMs);
  await listening.promise.finally(() => clearTimeout(timer));
  return child;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exitEvent = once(child, "exit");
  child.kill("SIGTERM");
  await exitEvent;
}

/** Return the newly signed App URL that a click on the app in the admin opens. */
export async function getSignedAppUrl(merchant: Merchant, { app }: ExampleApp): Promise<URL> {
  const response = await merchant.callStore("POST", "/apps/install.json", { app: app.client_id });
  return new URL(assertOk<{ open: { url: string } }>(response).open.url);
}

/** Install the app as a merchant does, from the click on the app to the approval. @returns the last page that the browser shows */
export async function installExampleApp(
  fixture: ConformanceFixture,
  merchant: Merchant,
  example: ExampleApp,
): Promise<Page> {
  const { browser } = merchant;
  const consent = await browser.followRedirects(
    await browser.open((await getSignedAppUrl(merchant, example)).href),
  );
  const lastPage = await submitConsent(merchant, consent, "approve");
  assert.ok(
    lastPage.url.startsWith(`${merchant.store.host_url}/`),
    `installing ended at ${lastPage.url}: ${lastPage.text}`,
  );
  fixture.onClose(() => uninstallExampleApp(merchant, example));
  return lastPage;
}

/** Uninstall the app if it is installed, and wait until the platform has removed it. */
export async function uninstallExampleApp(merchant: Merchant, { app }: ExampleApp): Promise<void> {
  const record = await findInstalledRecord(merchant, app);
  if (!record) return;
  assertOk(await merchant.callStore("DELETE", `/apps/${record.id}.json`));
  await eventually(async () => (await findInstalledRecord(merchant, app)) === undefined, {
    timeoutMs: 30_000,
  });
}

/** Create a session token for the app's page, and return the header that contains it. */
export async function createSessionHeader(
  merchant: Merchant,
  { app }: ExampleApp,
): Promise<{ authorization: string }> {
  const record = await findInstalledRecord(merchant, app);
  assert.ok(record, "the example app is not installed");
  const response = await merchant.callStore("POST", `/apps/${record.id}/session_token.json`);
  return { authorization: `Bearer ${assertOk<{ session_token: string }>(response).session_token}` };
}

/** Request the stock that the app's page shows, which the app reads with the store's token. */
export async function fetchStock(merchant: Merchant, example: ExampleApp): Promise<HttpResponse> {
  const headers = await createSessionHeader(merchant, example);
  return example.request(`/shops/${merchant.store.domain}/stock`, { headers });
}
