import type { Database, Queryable } from "@souk/database";
import { databaseClock, noFailpoint, openSubscriptionLane, type WokenLane } from "@souk/delivery";
import { createTestDatabase, silentLog } from "@souk/testkit";
import { findStoreById } from "../../../modules/stores/index.ts";
import { createAddresses } from "../../../runtime/addresses.ts";
import { type HistorySender, startHistorySender } from "../history.ts";
import { type EventRow, insertEvents } from "../publish.ts";
import { type Sequencer, type SequencerOptions, startSequencer } from "../sequencer.ts";

export interface Subscriber {
  installation_id: number;
  subscription_id: number;
  lane_id: number;
  app_id: number;
}

export interface LogRow {
  sequence: number;
  id: number;
  topic: string;
  resource_id: number | null;
  payload: string | null;
  context: string | null;
  trigger_by_app: string | null;
}

export interface NumberedDelivery {
  installation_id: number;
  number: number;
  event_sequence: number;
  reduced: boolean;
  state: string;
}

/** A store in a test database, with functions to publish events, to number them, and to send past events. */
export interface EventFixture {
  database: Database;
  connectionString: string;
  storeId: number;
  /** Lanes that sequencers have woken. */
  wokenLanes: WokenLane[];
  /** Install a new app that subscribes to the topic. */
  subscribe(topic: string, options?: Partial<SubscribeOptions>): Promise<Subscriber>;
  /** Insert events into the inbox in a separate transaction. */
  publish(...drafts: (Partial<EventRow> & { topic: string })[]): Promise<void>;
  /** Insert events into the inbox in this transaction. */
  insert(tx: Queryable, drafts: (Partial<EventRow> & { topic: string })[]): Promise<void>;
  /** Start a sequencer. The fixture's `stop` stops it. */
  startSequencer(options?: Partial<SequencerOptions>): Sequencer;
  /** Start a sender of past events. The fixture's `stop` stops it. */
  startHistorySender(options?: Partial<SequencerOptions>): HistorySender;
  loadLog(): Promise<LogRow[]>;
  loadDeliveries(): Promise<NumberedDelivery[]>;
  /** Count the events that are not numbered yet. */
  countWaiting(): Promise<number>;
  stop(): Promise<void>;
}

interface SubscribeOptions {
  url: string;
  status: "enabled" | "disabled";
  scopes: string[];
}

const cause = {
  actor: { kind: "system", id: "test", scopes: new Set<string>() },
  request_id: "test",
} as const;
const emptyRow = { resource_id: null, payload: null, context: null, trigger_by_app: null };
const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });

/** Create a store in a new test database. */
export async function createEventFixture(): Promise<EventFixture> {
  const { database, connectionString, stop } = await createTestDatabase({ maxConnections: 20 });
  const storeId = await createStore(database);
  const startedWorkers: { stop(): Promise<void> }[] = [];
  const wokenLanes: WokenLane[] = [];
  const buildOptions = (options: Partial<SequencerOptions> = {}): SequencerOptions => ({
    database,
    findStore: (db, id) => findStoreById(db, id, addresses),
    renderers: {},
    clock: databaseClock,
    log: silentLog,
    failpoint: noFailpoint,
    random: () => 0.5,
    onFanOut: (lanes) => wokenLanes.push(...lanes),
    ...options,
  });
  const stopAtEnd = <T extends { stop(): Promise<void> }>(worker: T): T => {
    startedWorkers.push(worker);
    return worker;
  };
  const insert: EventFixture["insert"] = (tx, drafts) =>
    insertEvents(
      tx,
      { ...cause, store: { id: storeId } },
      drafts.map((draft) => ({ ...emptyRow, ...draft })),
    );
  const loadRows = async <Row extends object>(text: string): Promise<Row[]> =>
    await database.many<Row>(text, [storeId]);
  return {
    database,
    connectionString,
    storeId,
    wokenLanes,
    subscribe: (topic, options = {}) => subscribe(database, storeId, topic, options),
    insert,
    publish: (...drafts) => database.transaction((tx) => insert(tx, drafts)),
    startSequencer: (options) => stopAtEnd(startSequencer(buildOptions(options))),
    startHistorySender: (options) => stopAtEnd(startHistorySender(buildOptions(options))),
    loadLog: () =>
      loadRows(
        `select sequence, id, topic, resource_id, payload, context, trigger_by_app from events
         where store_id = $1 order by sequence`,
      ),
    loadDeliveries: () =>
      loadRows(
        `select installation_id, number, event_sequence, reduced, state from deliveries
         where store_id = $1 order by installation_id, number`,
      ),
    countWaiting: async () => (await loadRows("select from event_inbox where store_id = $1")).length,
    stop: async () => {
      await Promise.all(startedWorkers.map((worker) => worker.stop()));
      await stop();
    },
  };
}

async function createStore(database: Database): Promise<number> {
  const row = await database.maybeOne<{ id: number }>(
    "insert into stores (handle, name, currency_code, timezone) values ('kedai', 'Kedai', 'MYR', 'Asia/Kuala_Lumpur') returning id",
  );
  return row?.id ?? 0;
}

let appCount = 0;

async function subscribe(
  database: Database,
  storeId: number,
  topic: string,
  { url = "http://127.0.0.1:9/", status = "enabled", scopes = [] }: Partial<SubscribeOptions>,
): Promise<Subscriber> {
  const row = await database.maybeOne<Omit<Subscriber, "lane_id">>(
    `with partner as (insert into partners (name) values ('Rakan') returning id),
       app as (insert into apps (partner_id, name, handle, client_id) select id, 'App', $5, $5 from partner returning id),
       installation as (insert into installations (store_id, app_id, status, scopes, installed_at)
         select $1, id, $2, $3, clock_timestamp() from app returning id, app_id)
     insert into webhook_subscriptions (store_id, installation_id, app_id, topic, url)
     select $1, id, app_id, $4, $6 from installation returning installation_id, app_id, id as subscription_id`,
    [storeId, status, scopes, topic, `app-${++appCount}`, url],
  );
  if (!row) throw new Error("The subscription was not created.");
  await openSubscriptionLane(database, { ...row, id: row.subscription_id, store_id: storeId, url });
  const lane = await database.maybeOne<{ id: number }>("select id from lanes where subscription_id = $1", [
    row.subscription_id,
  ]);
  return { ...row, lane_id: lane?.id ?? 0 };
}
