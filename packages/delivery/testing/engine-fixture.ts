import type { Database, Queryable } from "@souk/database";
import { createSeededRandom, createTestDatabase, silentLog } from "@souk/testkit";
import type { DatabaseClock } from "../database-clock.ts";
import { type DeliveryEngine, type DeliveryEngineOptions, startDeliveryEngine } from "../delivery-engine.ts";
import { lockEventHead, moveEventHead } from "../event-log.ts";
import { fanOut } from "../fan-out.ts";
import { createSafeSender } from "../safe-send.ts";
import { openSubscriptionLane } from "../subscription-lane.ts";
import { systemClock } from "./sender.ts";

/** A clock that a test sets and advances. Until it is set, it is the database's clock. */
export interface TestClock extends DatabaseClock {
  set(time: Date): void;
  advance(ms: number): void;
}

export interface TestInstallation {
  installation_id: number;
  store_id: number;
  app_id: number;
}

export interface TestSubscription extends TestInstallation {
  subscription_id: number;
  lane_id: number;
  topic: string;
}

/** An event to be numbered by the fixture instead of the sequencer. */
export interface TestEvent {
  payload: string;
  context?: string;
  trigger_by_app?: string;
  /** Whether only ids, status and times of the payload are sent. */
  reduced?: boolean;
}

export interface DeliveryRow {
  id: number;
  number: number;
  state: string;
  attempts: number;
  due_at: Date;
  first_attempt_at: Date | null;
  finished_at: Date | null;
}

export interface EngineFixture {
  database: Database;
  connectionString: string;
  clock: TestClock;
  install(status?: "enabled" | "disabled"): Promise<TestInstallation>;
  subscribe(installation: TestInstallation, topic: string, url: string): Promise<TestSubscription>;
  /** Store numbered events, and create a delivery of each event for each subscription. All subscriptions must be of one store. */
  raiseEvents(subscriptions: readonly TestSubscription[], events: readonly TestEvent[]): Promise<void>;
  /** Start an engine, which is stopped with the fixture. */
  startEngine(options?: Partial<DeliveryEngineOptions>): DeliveryEngine;
  listDeliveries(installationId: number): Promise<DeliveryRow[]>;
  stop(): Promise<void>;
}

export const buildAppSecret = (appId: number): string => `secret of app ${appId}`;

/** Create a test database, with functions that install apps, raise events and start engines. */
export async function createEngineFixture(): Promise<EngineFixture> {
  const { database, connectionString, stop } = await createTestDatabase({ maxConnections: 12 });
  const clock = createTestClock();
  const runningEngines: { engine: DeliveryEngine; closeSender(): Promise<void> }[] = [];
  /** The number of installations and engines created so far. */
  let createdCount = 0;
  return {
    database,
    connectionString,
    clock,
    install: (status = "enabled") => install(database, ++createdCount, status),
    subscribe: (installation, topic, url) => subscribe(database, installation, topic, url),
    raiseEvents: (subscriptions, events) => raiseEvents(database, clock, subscriptions, events),
    startEngine(options = {}) {
      const sender =
        options.sender ?? createSafeSender({ localAccess: true, clock: systemClock, userAgent: "test" });
      const engine = startDeliveryEngine({
        database,
        owner: `engine ${++createdCount}`,
        sender,
        findSigningSecret: async (appId) => buildAppSecret(appId),
        getStoreHost: (handle) => `${handle}.souk.localhost`,
        random: createSeededRandom(createdCount),
        log: silentLog,
        clock,
        ...options,
      });
      runningEngines.push({ engine, closeSender: async () => sender.close() });
      return engine;
    },
    listDeliveries: (installationId) =>
      database.many<DeliveryRow>(
        `select id, number, state, attempts, due_at, first_attempt_at, finished_at from deliveries
         where installation_id = $1 order by number`,
        [installationId],
      ),
    stop: async () => {
      await Promise.all(runningEngines.map(({ engine }) => engine.stop()));
      await Promise.all(runningEngines.map(({ closeSender }) => closeSender()));
      await stop();
    },
  };
}

function createTestClock(): TestClock {
  let testTime: Date | null = null;
  return {
    getTestTime: () => testTime,
    set: (time) => {
      testTime = time;
    },
    advance: (ms) => {
      testTime = new Date((testTime ?? new Date()).getTime() + ms);
    },
  };
}

async function queryOne<Row extends object>(
  db: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<Row> {
  const row = await db.maybeOne<Row>(text, values);
  if (!row) throw new Error(`no row: ${text}`);
  return row;
}

async function install(db: Queryable, number: number, status: string): Promise<TestInstallation> {
  const store = await queryOne<{ id: number }>(
    db,
    "insert into stores (handle, name, currency_code, timezone) values ($1, 'Kedai', 'MYR', 'Asia/Kuala_Lumpur') returning id",
    [`kedai-${number}`],
  );
  const partner = await queryOne<{ id: number }>(
    db,
    "insert into partners (name) values ('Rakan') returning id",
    [],
  );
  const app = await queryOne<{ id: number }>(
    db,
    "insert into apps (partner_id, name, handle, client_id) values ($1, 'App', $2, $2) returning id",
    [partner.id, `app-${number}`],
  );
  const installation = await queryOne<{ id: number }>(
    db,
    `insert into installations (store_id, app_id, status, scopes, installed_at)
     values ($1, $2, $3, '{read_products}', clock_timestamp()) returning id`,
    [store.id, app.id, status],
  );
  return { installation_id: installation.id, store_id: store.id, app_id: app.id };
}

async function subscribe(
  database: Database,
  installation: TestInstallation,
  topic: string,
  url: string,
): Promise<TestSubscription> {
  const { installation_id, store_id, app_id } = installation;
  return database.transaction(async (tx) => {
    const { id } = await queryOne<{ id: number }>(
      tx,
      `insert into webhook_subscriptions (store_id, installation_id, app_id, topic, url)
       values ($1, $2, $3, $4, $5) returning id`,
      [store_id, installation_id, app_id, topic, url],
    );
    await openSubscriptionLane(tx, { id, url, ...installation });
    const lane = await queryOne<{ id: number }>(tx, "select id from lanes where subscription_id = $1", [id]);
    return { ...installation, subscription_id: id, lane_id: lane.id, topic };
  });
}

async function raiseEvents(
  database: Database,
  clock: DatabaseClock,
  subscriptions: readonly TestSubscription[],
  events: readonly TestEvent[],
): Promise<void> {
  const [firstSubscription] = subscriptions;
  if (!firstSubscription) return;
  const { store_id, topic } = firstSubscription;
  await database.transaction(async (tx) => {
    const lastSequence = (await lockEventHead(tx, store_id, { wait: true })) ?? 0;
    const { now } = await queryOne<{ now: Date }>(
      tx,
      "select coalesce($1::timestamptz, clock_timestamp())::timestamptz(3) as now",
      [clock.getTestTime()],
    );
    const numberedEvents = events.map((event, index) => ({ ...event, sequence: lastSequence + 1 + index }));
    await tx.query(
      `insert into events (store_id, sequence, created_at, id, occurred_at, topic, payload, context, trigger_by_app,
         actor_kind, actor_id, request_id)
       select $1, sequence, $2, sequence, $2, $3, payload, context, trigger_by_app, 'system', 'test', 'test'
       from json_to_recordset($4::json) as e(sequence bigint, payload text, context text, trigger_by_app text)`,
      [store_id, now, topic, JSON.stringify(numberedEvents)],
    );
    await moveEventHead(tx, store_id, lastSequence + events.length);
    const drafts = numberedEvents.flatMap(({ sequence, reduced = false }) =>
      subscriptions.map((subscription) => ({
        ...subscription,
        event_sequence: sequence,
        reduced,
        withheld: [],
        url: null,
      })),
    );
    await fanOut(tx, drafts, now);
  });
}
