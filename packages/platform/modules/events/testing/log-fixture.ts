import assert from "node:assert/strict";
import type { OperationResponse, operations } from "@souk/contract";
import {
  createFakeClock,
  eventually,
  type HttpResponse,
  installApp,
  loadInstallationId,
  type RecordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  startRecordingReceiver,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";

type EventPage = OperationResponse<typeof operations.listEvents>;

/** A new store in which a new app is installed, with functions to write and read its event log. */
export interface LoggedStore {
  seededStore: SeededStore;
  app: SeededApp;
  token: string;
  installation_id: number;
  /** Call the store's API, by default as the app. */
  call(method: string, path: string, json?: unknown, token?: string): Promise<HttpResponse>;
  /** Call `GET /events.json` with this query, and return the response. */
  readEvents(query: string, token?: string): Promise<EventPage>;
  /** Subscribe the app to a topic, with optional further fields of the subscription. */
  subscribe(topic: string, fields?: object): Promise<HttpResponse>;
  /** Increase the stock of one variant by 1. */
  changeStock(): Promise<void>;
  /**
   * Insert events into the log as if they had just been numbered.
   * @param bytes the size of each event's payload, or 0 for events without payloads, which is the default
   */
  insertEvents(topic: string, count: number, bytes?: number): Promise<void>;
  /** Wait until the latest event in the log has this number. */
  awaitLastSequence(sequence: number): Promise<void>;
}

/** A platform and a webhook receiver, with a function that creates stores. */
export interface LogFixture {
  testPlatform: TestPlatform;
  receiver: RecordingReceiver;
  /** Create a store with an app that has these scopes, by default all scopes. */
  openStore(scopes?: readonly string[]): Promise<LoggedStore>;
  stop(): Promise<void>;
}

// A payload consists of about 20 bytes and a note that fills it up to the requested size.
const insertEventsText = `
  with head as (
    insert into event_heads as h (store_id, last_sequence) values ($1, $3)
    on conflict (store_id) do update set last_sequence = h.last_sequence + $3 returning last_sequence)
  insert into events (store_id, sequence, created_at, id, occurred_at, topic, resource_id, payload, actor_kind, actor_id, request_id)
  select $1, last_sequence - $3 + n, clock_timestamp(), 1000000 + last_sequence - $3 + n, clock_timestamp(), $2, n,
    case when $4 > 0 then json_build_object('id', n, 'note', repeat('x', $4 - 20))::text end, 'system', 'test', 'test'
  from head, generate_series(1, $3) as n`;

/** Start a platform and a webhook receiver for tests of the event log. */
export async function createLogFixture(): Promise<LogFixture> {
  const clock = createFakeClock();
  const [testPlatform, receiver] = await Promise.all([
    startTestPlatform({ clock }),
    startRecordingReceiver(),
  ]);
  return {
    testPlatform,
    receiver,
    openStore: (scopes) => {
      // Sign-ups are rate limited by IP address, and the limit resets after a minute.
      clock.advance(60_000);
      return createLoggedStore(testPlatform, receiver, scopes);
    },
    stop: () => testPlatform.stop().finally(receiver.stop),
  };
}

async function createLoggedStore(
  testPlatform: TestPlatform,
  receiver: RecordingReceiver,
  scopes: readonly string[] | undefined,
): Promise<LoggedStore> {
  const seededStore = await seedStore(testPlatform, { products: 2 });
  const app = await registerApp(testPlatform, receiver.url);
  const { token } = await installApp(testPlatform, {
    store: seededStore,
    app,
    ...(scopes ? { scopes: [...scopes] } : {}),
  });
  const { database } = testPlatform;
  const call: LoggedStore["call"] = (method, path, json, accessToken = token) =>
    testPlatform.request(`${seededStore.origin}/api${path}`, { method, json, token: accessToken });
  const callOk = async (...args: Parameters<LoggedStore["call"]>): Promise<HttpResponse> => {
    const response = await call(...args);
    assert.equal(response.status, 200, response.text);
    return response;
  };
  const level = { variant_id: seededStore.variants[0]?.id, location_id: seededStore.locations[0]?.id };
  const readEvents: LoggedStore["readEvents"] = async (query, accessToken) =>
    (await callOk("GET", `/4.0/events.json?${query}`, undefined, accessToken)).json<EventPage>();
  return {
    seededStore,
    app,
    token,
    installation_id: await loadInstallationId(seededStore, app),
    call,
    readEvents,
    subscribe: (topic, fields = {}) =>
      call("POST", "/3.0/webhooks.json", {
        webhook: { topic, url: `${receiver.url}/${seededStore.handle}`, ...fields },
      }),
    changeStock: async () => {
      await callOk("PUT", "/4.0/inventory_levels/adjust.json", { ...level, adjustment_quantity: 1 });
    },
    insertEvents: async (topic, count, bytes = 0) => {
      await database.query(insertEventsText, [seededStore.id, topic, count, bytes]);
    },
    awaitLastSequence: async (sequence) => {
      await eventually(async () => (await readEvents("")).last_sequence === sequence);
    },
  };
}
