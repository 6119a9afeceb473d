import assert from "node:assert/strict";
import { type RecordingReceiver, startRecordingReceiver } from "@souk/testkit";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { createUniqueName, type Person } from "./people.ts";

/** An app with its credentials and the test server that receives the requests to the app. */
export interface App {
  id: number;
  name: string;
  handle: string;
  client_id: string;
  client_secret: string;
  app_url: string;
  redirection_url: string;
  /** Receives all requests to the app, including those of browsers. */
  receiver: RecordingReceiver;
}

/** The record of an app as the partner dashboard returns it. */
export interface AppRecord {
  id: number;
  name: string;
  handle: string;
  client_id: string;
  app_url: string;
  redirection_urls: string[];
  embedded: boolean;
  warnings?: string[];
}

/** The fields that a partner sends to register an app. */
export interface Registration {
  name: string;
  app_url: string;
  redirection_urls: string[];
  embedded?: boolean;
}

/** Start an app's server on this machine. It stops when the fixture closes. */
export async function startAppServer(fixture: ConformanceFixture): Promise<RecordingReceiver> {
  const receiver = await startRecordingReceiver();
  fixture.onClose(() => receiver.stop());
  return receiver;
}

/**
 * Register an app whose URLs lead to a receiver on this machine.
 * @param buildFields returns the fields to send instead of the defaults; called with the receiver's URL
 */
export async function registerApp(
  fixture: ConformanceFixture,
  partner: Person,
  buildFields: (url: string) => Partial<Registration> = () => ({}),
): Promise<App> {
  const receiver = await startAppServer(fixture);
  const registration: Registration = {
    name: createUniqueName("App"),
    app_url: `${receiver.url}/app`,
    redirection_urls: [`${receiver.url}/oauth/callback`],
    embedded: true,
    ...buildFields(receiver.url),
  };
  const response = await partner.call("POST", "/apps.json", { app: registration });
  assert.equal(response.status, 200, `registering an app: ${response.text}`);
  const { app, secret } = response.json<{ app: AppRecord; secret: { client_secret: string } }>();
  return {
    id: app.id,
    name: app.name,
    handle: app.handle,
    client_id: app.client_id,
    client_secret: secret.client_secret,
    app_url: registration.app_url,
    redirection_url: registration.redirection_urls[0] ?? assert.fail(),
    receiver,
  };
}
