import assert from "node:assert/strict";
import type { OperationResponse, operations } from "@souk/contract";
import {
  type Answer,
  eventually,
  fakeClock,
  installApp,
  loadInstallationId,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededStore,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";

type EventPage = OperationResponse<typeof operations.listEvents>;

/** An app in a store of its own, with the store's log. */
export interface LoggedStore {
  seededStore: SeededStore;
  app: SeededApp;
  token: string;
  installation_id: number;
  /** Call the store's API, by default as the app. */
  call(method: string, path: string, json?: unknown, token?: string): Promise<Answer>;
  /** Return the response of `GET /events.json` with this query. */
  read(query: string, token?: string): Promise<EventPage>;
  subscribe(topic: string, more?: object): Promise<Answer>;
  changeStock(): Promise<void>;
  /**
   * Insert events into the log as if they had just been numbered, each with a payload of this many bytes;
   * none when 0.
   */
  write(topic: string, count: number, bytes?: number): Promise<void>;
  /** Wait until the log ends with this number. */
  ends(sequence: number): Promise<void>;
}

export interface LogFixture {
  testing: TestPlatform;
  receiver: RecordingReceiver;
  /** Create a store whose app has these scopes, by default all. */
  openStore(scopes?: readonly string[]): Promise<LoggedStore>;
  stop(): Promise<void>;
}

const writeText = `
  with head as (
    insert into event_heads as h (store_id, last_sequence) values ($1, $3)
    on conflict (store_id) do update set last_sequence = h.last_sequence + $3 returning last_sequence)
  insert into events (store_id, sequence, created_at, id, occurred_at, topic, resource_id, payload, actor_kind, actor_id, request_id)
  select $1, last_sequence - $3 + n, clock_timestamp(), 1000000 + last_sequence - $3 + n, clock_timestamp(), $2, n,
    case when $4 > 0 then json_build_object('id', n, 'note', repeat('x', $4 - 20))::text end, 'system', 'test', 'test'
  from head, generate_series(1, $3) as n`;

/** Create a platform whose stores' logs are read. */
export async function createLogFixture(): Promise<LogFixture> {
  const clock = fakeClock();
  const [testing, receiver] = await Promise.all([testPlatform({ clock }), recordingReceiver()]);
  return {
    testing,
    receiver,
    openStore: (scopes) => {
      // Who signs up is counted by address; a minute later that is forgotten.
      clock.advance(60_000);
      return createLoggedStore(testing, receiver, scopes);
    },
    stop: () => testing.stop().finally(receiver.stop),
  };
}

async function createLoggedStore(
  testing: TestPlatform,
  receiver: RecordingReceiver,
  scopes: readonly string[] | undefined,
): Promise<LoggedStore> {
  const seededStore = await seedStore(testing, { products: 2 });
  const app = await registerApp(testing, receiver.url);
  const { token } = await installApp(testing, {
    store: seededStore,
    app,
    ...(scopes ? { scopes: [...scopes] } : {}),
  });
  const { database } = testing;
  const call: LoggedStore["call"] = (method, path, json, as = token) =>
    testing.request(`${seededStore.origin}/api${path}`, { method, json, token: as });
  const done = async (answer: Promise<Answer>): Promise<Answer> => {
    assert.equal((await answer).status, 200, (await answer).text);
    return answer;
  };
  const level = { variant_id: seededStore.variants[0]?.id, location_id: seededStore.locations[0]?.id };
  const read: LoggedStore["read"] = async (query, as) =>
    (await done(call("GET", `/4.0/events.json?${query}`, undefined, as))).json<EventPage>();
  return {
    seededStore,
    app,
    token,
    installation_id: await loadInstallationId(seededStore, app),
    call,
    read,
    subscribe: (topic, more = {}) =>
      call("POST", "/3.0/webhooks.json", {
        webhook: { topic, url: `${receiver.url}/${seededStore.handle}`, ...more },
      }),
    changeStock: async () => {
      await done(call("PUT", "/4.0/inventory_levels/adjust.json", { ...level, adjustment_quantity: 1 }));
    },
    write: async (topic, count, bytes = 0) => {
      await database.query(writeText, [seededStore.id, topic, count, bytes]);
    },
    ends: async (sequence) => {
      await eventually(async () => (await read("")).last_sequence === sequence);
    },
  };
}
