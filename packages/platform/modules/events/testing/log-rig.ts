import assert from "node:assert/strict";
import type { AnswerOf, operations } from "@souk/contract";
import {
  type Answer,
  eventually,
  fakeClock,
  installApp,
  installationOf,
  type RecordingReceiver,
  recordingReceiver,
  registerApp,
  type SeededApp,
  type SeededShop,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";

type EventPage = AnswerOf<typeof operations.listEvents>;

/** An app in a shop of its own, with the shop's log. */
export interface LoggedShop {
  shop: SeededShop;
  app: SeededApp;
  token: string;
  installation_id: number;
  /** Calls the shop's API, by default as the app. */
  call(method: string, path: string, json?: unknown, token?: string): Promise<Answer>;
  /** The events that `GET /events.json` with this query answers. */
  read(query: string, token?: string): Promise<EventPage>;
  subscribe(topic: string, more?: object): Promise<Answer>;
  changeStock(): Promise<void>;
  /** Puts events into the log as if they had just been numbered, each with a payload of so many bytes, none when 0. */
  write(topic: string, count: number, bytes?: number): Promise<void>;
  /** Resolves when the log ends with this number. */
  ends(sequence: number): Promise<void>;
}

export interface LogRig {
  testing: TestPlatform;
  receiver: RecordingReceiver;
  /** A new shop whose app has these scopes, by default all. */
  shop(scopes?: readonly string[]): Promise<LoggedShop>;
  stop(): Promise<void>;
}

const writeText = `
  with head as (
    insert into event_heads as h (store_id, last_sequence) values ($1, $3)
    on conflict (store_id) do update set last_sequence = h.last_sequence + $3 returning last_sequence)
  insert into events (store_id, sequence, created_at, id, occurred_at, topic, resource_id, payload, actor_kind, actor_id, request_id)
  select $1, last_sequence - $3 + n, clock_timestamp(), 1000000 + last_sequence - $3 + n, clock_timestamp(), $2, n,
    case when $4 > 0 then json_build_object('id', n, 'note', repeat('x', $4 - 20))::text end, 'system', 'rig', 'rig'
  from head, generate_series(1, $3) as n`;

/** A platform whose shops' logs are read. */
export async function logRig(): Promise<LogRig> {
  const clock = fakeClock();
  const [testing, receiver] = await Promise.all([testPlatform({ clock }), recordingReceiver()]);
  return {
    testing,
    receiver,
    shop: (scopes) => {
      // Who signs up is counted by address; a minute later that is forgotten.
      clock.advance(60_000);
      return openShop(testing, receiver, scopes);
    },
    stop: () => testing.stop().finally(receiver.stop),
  };
}

async function openShop(
  testing: TestPlatform,
  receiver: RecordingReceiver,
  scopes: readonly string[] | undefined,
): Promise<LoggedShop> {
  const shop = await seedShop(testing, { products: 2 });
  const app = await registerApp(testing, receiver.url);
  const { token } = await installApp(testing, { shop, app, ...(scopes ? { scopes: [...scopes] } : {}) });
  const { database } = testing;
  const call: LoggedShop["call"] = (method, path, json, as = token) =>
    testing.request(`${shop.origin}/api${path}`, { method, json, token: as });
  const done = async (answer: Promise<Answer>): Promise<Answer> => {
    assert.equal((await answer).status, 200, (await answer).text);
    return answer;
  };
  const level = { variant_id: shop.variants[0]?.id, location_id: shop.locations[0]?.id };
  const read: LoggedShop["read"] = async (query, as) =>
    (await done(call("GET", `/4.0/events.json?${query}`, undefined, as))).json<EventPage>();
  return {
    shop,
    app,
    token,
    installation_id: await installationOf(shop, app),
    call,
    read,
    subscribe: (topic, more = {}) =>
      call("POST", "/3.0/webhooks.json", {
        webhook: { topic, url: `${receiver.url}/${shop.handle}`, ...more },
      }),
    changeStock: async () => {
      await done(call("PUT", "/4.0/inventory_levels/adjust.json", { ...level, adjustment_quantity: 1 }));
    },
    write: async (topic, count, bytes = 0) => {
      await database.query(writeText, [shop.id, topic, count, bytes]);
    },
    ends: async (sequence) => {
      await eventually(async () => (await read("")).last_sequence === sequence);
    },
  };
}
