import assert from "node:assert/strict";
import { type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import type { ConformanceFixture } from "./conformance-fixture.ts";
import { createUniqueName, type Person } from "./people.ts";

/** An app as its partner knows it, with its server in the tests. */
export interface App {
  id: number;
  name: string;
  handle: string;
  client_id: string;
  client_secret: string;
  app_url: string;
  redirection_url: string;
  /** The receiver of everything that is sent to the app, browsers included. */
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

export interface Registration {
  name: string;
  app_url: string;
  redirection_urls: string[];
  embedded?: boolean;
}

/** Start an app's server on this machine, stopped when the fixture closes. */
export async function startAppServer(fixture: ConformanceFixture): Promise<RecordingReceiver> {
  const receiver = await recordingReceiver();
  fixture.onClose(() => receiver.stop());
  return receiver;
}

/**
 * Register an app whose URLs lead to a receiver on this machine.
 * @param changes over what is sent, from the receiver's address
 */
export async function registerApp(
  fixture: ConformanceFixture,
  partner: Person,
  changes: (url: string) => Partial<Registration> = () => ({}),
): Promise<App> {
  const receiver = await startAppServer(fixture);
  const sent: Registration = {
    name: createUniqueName("App"),
    app_url: `${receiver.url}/app`,
    redirection_urls: [`${receiver.url}/oauth/callback`],
    embedded: true,
    ...changes(receiver.url),
  };
  const answer = await partner.call("POST", "/apps.json", { app: sent });
  assert.equal(answer.status, 200, `registering an app: ${answer.text}`);
  const { app, secret } = answer.json<{ app: AppRecord; secret: { client_secret: string } }>();
  return {
    id: app.id,
    name: app.name,
    handle: app.handle,
    client_id: app.client_id,
    client_secret: secret.client_secret,
    app_url: sent.app_url,
    redirection_url: sent.redirection_urls[0] ?? assert.fail(),
    receiver,
  };
}
