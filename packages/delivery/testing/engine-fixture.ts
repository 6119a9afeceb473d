import type { Database, Queryable } from "@souk/database";
import { silentLog, testDatabase } from "@souk/testkit";
import type { DatabaseClock } from "../database-clock.ts";
import { type DeliveryEngine, type DeliveryEngineOptions, startDeliveryEngine } from "../delivery-engine.ts";
import { lockEventHead, moveEventHead } from "../event-log.ts";
import { fanOut } from "../fan-out.ts";
import { createSafeSender } from "../safe-send.ts";
import { openSubscriptionLane } from "../subscription-lane.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { systemClock } from "./sender.ts";

/** A clock that a test sets and advances; the database's own time until it is set. */
export interface MovableClock extends DatabaseClock {
  set(time: Date): void;
  advance(ms: number): void;
}

export interface Installed {
  installation_id: number;
  store_id: number;
  app_id: number;
}

export interface Subscribed extends Installed {
  subscription_id: number;
  lane_id: number;
  topic: string;
}

/** An event to be numbered by the fixture instead of the sequencer. */
export interface RaisedEvent {
  payload: string;
  context?: string;
  trigger_by_app?: string;
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
  clock: MovableClock;
  install(status?: "enabled" | "disabled"): Promise<Installed>;
  subscribe(installed: Installed, topic: string, url: string): Promise<Subscribed>;
  /** Number events and create a delivery of each for each subscription; all must be of one store. */
  raise(subscribed: readonly Subscribed[], events: readonly RaisedEvent[]): Promise<void>;
  /** Start an engine; all are stopped with the fixture. */
  startEngine(options?: Partial<DeliveryEngineOptions>): DeliveryEngine;
  listDeliveries(installationId: number): Promise<DeliveryRow[]>;
  stop(): Promise<void>;
}

export const buildAppSecret = (appId: number): string => `secret of app ${appId}`;

/** Create a test database whose engines send to this machine. */
export async function createEngineFixture(): Promise<EngineFixture> {
  const { database, connectionString, stop } = await testDatabase({ maxConnections: 12 });
  const clock = createMovableClock();
  const running: { engine: DeliveryEngine; close(): Promise<void> }[] = [];
  let createdCount = 0;
  return {
    database,
    connectionString,
    clock,
    install: (status = "enabled") => install(database, ++createdCount, status),
    subscribe: (installed, topic, url) => subscribe(database, installed, topic, url),
    raise: (subscribed, events) => raise(database, clock, subscribed, events),
    startEngine(options = {}) {
      const sender =
        options.sender ?? createSafeSender({ allowLoopback: true, clock: systemClock, userAgent: "test" });
      const engine = startDeliveryEngine({
        database,
        owner: `engine ${++createdCount}`,
        sender,
        findSigningSecret: async (appId) => buildAppSecret(appId),
        storeHost: (handle) => `${handle}.souk.localhost`,
        random: createSeededRandom(createdCount),
        log: silentLog,
        clock,
        ...options,
      });
      running.push({ engine, close: async () => sender.close() });
      return engine;
    },
    listDeliveries: (installationId) =>
      database.many<DeliveryRow>(
        `select id, number, state, attempts, due_at, first_attempt_at, finished_at from deliveries
         where installation_id = $1 order by number`,
        [installationId],
      ),
    stop: async () => {
      await Promise.all(running.map(({ engine }) => engine.stop()));
      await Promise.all(running.map(({ close }) => close()));
      await stop();
    },
  };
}

function createMovableClock(): MovableClock {
  let fixed: Date | null = null;
  return {
    at: () => fixed,
    set: (time) => {
      fixed = time;
    },
    advance: (ms) => {
      fixed = new Date((fixed ?? new Date()).getTime() + ms);
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

async function install(db: Queryable, number: number, status: string): Promise<Installed> {
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
  installed: Installed,
  topic: string,
  url: string,
): Promise<Subscribed> {
  const { installation_id, store_id, app_id } = installed;
  return database.transaction(async (tx) => {
    const { id } = await queryOne<{ id: number }>(
      tx,
      `insert into webhook_subscriptions (store_id, installation_id, app_id, topic, url)
       values ($1, $2, $3, $4, $5) returning id`,
      [store_id, installation_id, app_id, topic, url],
    );
    await openSubscriptionLane(tx, { id, url, ...installed });
    const lane = await queryOne<{ id: number }>(tx, "select id from lanes where subscription_id = $1", [id]);
    return { ...installed, subscription_id: id, lane_id: lane.id, topic };
  });
}

async function raise(
  database: Database,
  clock: DatabaseClock,
  subscribed: readonly Subscribed[],
  events: readonly RaisedEvent[],
): Promise<void> {
  const [first] = subscribed;
  if (!first) return;
  await database.transaction(async (tx) => {
    const head = (await lockEventHead(tx, first.store_id, true)) ?? 0;
    const { at } = await queryOne<{ at: Date }>(
      tx,
      "select coalesce($1::timestamptz, clock_timestamp())::timestamptz(3) as at",
      [clock.at()],
    );
    const rows = events.map((event, index) => ({ ...event, sequence: head + 1 + index }));
    await tx.query(
      `insert into events (store_id, sequence, created_at, id, occurred_at, topic, payload, context, trigger_by_app,
         actor_kind, actor_id, request_id)
       select $1, sequence, $2, sequence, $2, $3, payload, context, trigger_by_app, 'system', 'test', 'test'
       from json_to_recordset($4::json) as e(sequence bigint, payload text, context text, trigger_by_app text)`,
      [first.store_id, at, first.topic, JSON.stringify(rows)],
    );
    await moveEventHead(tx, first.store_id, head + events.length);
    const drafts = rows.flatMap(({ sequence, reduced = false }) =>
      subscribed.map((to) => ({ ...to, event_sequence: sequence, reduced, withheld: [], url: null })),
    );
    await fanOut(tx, drafts, at);
  });
}
