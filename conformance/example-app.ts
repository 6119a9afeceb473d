import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Answer, eventually, freePort, type Page, type RequestOptions } from "@souk/testkit";
import { type App, registerApp } from "./apps.ts";
import { assertDone } from "./assertions.ts";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { findInstalledRecord, submitConsent } from "./installing.ts";
import type { Merchant, Person } from "./people.ts";

const program = join(import.meta.dirname, "../examples/inventory-sync/main.ts");
const startMs = 60_000;

/**
 * The example app in a process of its own, registered on the platform. Its App URL is https, as behind the proxy of a
 * real server; the platform's requests to it end at `app.receiver`, and reach the app only when a test forwards them.
 */
export interface ExampleApp {
  app: App;
  /** Send a request to one of the app's addresses, a path or a whole URL; redirects are not followed. */
  request(address: string, options?: RequestOptions): Promise<Answer>;
  /** Stop the process and start another on the same data. */
  restart(): Promise<void>;
}

/** @param reconcileSeconds time between two reconciliations of the app */
export async function startExampleApp(
  fixture: ConformanceFixture,
  partner: Person,
  { reconcileSeconds }: { reconcileSeconds: number },
): Promise<ExampleApp> {
  const port = await freePort();
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
    request: (address, options) => fixture.request(new URL(address, origin).href, options),
    restart: async () => {
      await stopProcess(child);
      child = await startProcess(env);
    },
  };
}

async function startProcess(env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program], { env, stdio: ["ignore", "pipe", "pipe"] });
  const { promise: isListening, resolve, reject } = Promise.withResolvers<void>();
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (/ is listening at /.test(output)) resolve();
    });
  const fail = (why: string): void => reject(new Error(`The example app ${why}:\n${output}`));
  child.once("exit", (code) => fail(`ended with ${code}`));
  const timer = setTimeout(() => fail(`did not listen after ${startMs} ms`), startMs);
  await isListening.finally(() => clearTimeout(timer));
  return child;
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Read the address that a click on the app in the admin leads to: the App URL, freshly signed by the platform. */
export async function signedAppUrl(merchant: Merchant, { app }: ExampleApp): Promise<URL> {
  const answer = await merchant.callStore("POST", "/apps/install.json", { app: app.client_id });
  return new URL(assertDone<{ open: { url: string } }>(answer).open.url);
}

/** Install the app as a merchant does, from the click to the end of the approval. @returns where the browser ends */
export async function installExampleApp(
  fixture: ConformanceFixture,
  merchant: Merchant,
  example: ExampleApp,
): Promise<Page> {
  const { browser } = merchant;
  const consent = await browser.follow(await browser.open((await signedAppUrl(merchant, example)).href));
  const end = await submitConsent(merchant, consent, "approve");
  assert.ok(end.url.startsWith(`${merchant.store.host_url}/`), `installing ended at ${end.url}: ${end.text}`);
  fixture.onClose(() => uninstallExampleApp(merchant, example));
  return end;
}

/** Uninstall the app where it is installed, and wait until the platform has removed it. */
export async function uninstallExampleApp(merchant: Merchant, { app }: ExampleApp): Promise<void> {
  const record = await findInstalledRecord(merchant, app);
  if (!record) return;
  assertDone(await merchant.callStore("DELETE", `/apps/${record.id}.json`));
  await eventually(async () => (await findInstalledRecord(merchant, app)) === undefined, { within: 30_000 });
}

/** Read the proof of identity that the admin hands to the app's page: the header of a session token. */
export async function sessionProof(
  merchant: Merchant,
  { app }: ExampleApp,
): Promise<{ authorization: string }> {
  const record = await findInstalledRecord(merchant, app);
  assert.ok(record, "the example app is not installed");
  const answer = await merchant.callStore("POST", `/apps/${record.id}/session_token.json`);
  return { authorization: `Bearer ${assertDone<{ session_token: string }>(answer).session_token}` };
}

/** Ask the app for the stock that its page shows, which it reads with the store's token. */
export async function requestStock(merchant: Merchant, example: ExampleApp): Promise<Answer> {
  const headers = await sessionProof(merchant, example);
  return example.request(`/shops/${merchant.store.domain}/stock`, { headers });
}
