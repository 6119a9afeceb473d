import assert from "node:assert/strict";
import { type RecordingReceiver, recordingReceiver } from "@souk/testkit";
import { freshName, type Person } from "./people.ts";
import type { World } from "./world.ts";

/** An app as its partner knows it, with the server that stands for it. */
export interface App {
  id: number;
  name: string;
  handle: string;
  client_id: string;
  client_secret: string;
  app_url: string;
  redirection_url: string;
  /** Receives everything that is sent to the app, browsers included. */
  receiver: RecordingReceiver;
}

/** The record of an app as the partner dashboard answers it. */
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

/** A server of an app on this machine, stopped with the world. */
export async function appServer(world: World): Promise<RecordingReceiver> {
  const receiver = await recordingReceiver();
  world.onClose(() => receiver.stop());
  return receiver;
}

/**
 * Registers an app whose URLs lead to a receiver on this machine.
 * @param changes over what is sent, from the receiver's address
 */
export async function registerApp(
  world: World,
  partner: Person,
  changes: (url: string) => Partial<Registration> = () => ({}),
): Promise<App> {
  const receiver = await appServer(world);
  const sent: Registration = {
    name: freshName("App"),
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
