import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Transaction } from "@souk/database";
import type { RecordingReceiver } from "@souk/testkit";
import { resumeLanesOfApps, stopLanesOfApps } from "../app-lanes.ts";
import type { DeliveryEngine } from "../delivery-engine.ts";
import { expireDeliveries } from "../expire.ts";
import { bumpLaneEpochs, resumeInstallation } from "../installation-lanes.ts";
import { replayFailed } from "../replay.ts";
import { moveSubscriptionLane } from "../subscription-lane.ts";
import type { EngineFixture, MovableClock, Subscribed } from "./engine-fixture.ts";

/** Random operations on deliveries, run concurrently. */
export interface RandomOperations {
  /** Run one random operation. */
  runOne(): Promise<void>;
  /** Resume everything that was stopped, and let every endpoint answer 200. */
  repair(): Promise<void>;
  stop(): Promise<void>;
}

const origins = ["x", "y", "z"];
const installations = 3;
const topics = 45;
const jumps = [1_000, 5_000, 20_000, 31_000, 90_000];

/** Create random operations with two engines, one with few lanes, and apps with many lanes on few endpoints. */
export async function createRandomOperations(
  fixture: EngineFixture,
  receiver: RecordingReceiver,
  random: () => number,
): Promise<RandomOperations> {
  const { database, clock } = fixture;
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const buildUrl = (name: string): string => `http://${name}.localhost:${receiver.port}/${name}`;
  const failing = new Set<string>();
  receiver.answer(({ path }) => {
    if (failing.has(path.slice(1))) return { status: random() < 0.3 ? 429 : 500 };
    return { status: 200, delay: Math.floor(random() * 20) };
  });
  const hooks: Subscribed[] = [];
  for (let n = 0; n < installations; n++) {
    const app = await fixture.install();
    for (let topic = 0; topic < topics; topic++)
      hooks.push(await fixture.subscribe(app, `topic/${topic}`, buildUrl(pick(origins))));
  }
  const engines = [fixture.startEngine({ maxLanes: 24 }), fixture.startEngine()];
  const stoppedApps = new StoppedApps(database, clock);
  const operations: (() => Promise<unknown>)[] = [
    () => fixture.raise([pick(hooks)], [{ payload: "{}" }, { payload: "{}" }]),
    () => fixture.raise(filterByInstallation(hooks, pick(hooks)), [{ payload: "{}" }]),
    () => move(database, pick(hooks), buildUrl(pick(origins))),
    () => stoppedApps.stopInstallation(pick(hooks)),
    () => stoppedApps.stopApp(pick(hooks)),
    () => stoppedApps.resumeAll(),
    async () => failing.add(pick(origins)),
    async () => failing.delete(pick(origins)),
    () => replayAll(database, clock, pick(hooks)),
    () => expireDeliveries(database, clock),
    async () => clock.advance(pick(jumps)),
    async () => {
      for (const engine of engines) engine.wake();
    },
    () => restart(fixture, engines, random() < 0.5),
    () => sleep(50 + random() * 100),
    () => sleep(50 + random() * 100),
  ];
  return {
    runOne: async () => void (await pick(operations)()),
    repair: async () => {
      failing.clear();
      await stoppedApps.resumeAll();
    },
    stop: async () => void (await Promise.all(engines.map((engine) => engine.stop()))),
  };
}

function filterByInstallation(hooks: readonly Subscribed[], { installation_id }: Subscribed): Subscribed[] {
  return hooks.filter((hook) => hook.installation_id === installation_id);
}

// Like a request: a transaction that conflicts is repeated.
function runTransaction(database: Database, work: (tx: Transaction) => Promise<unknown>): Promise<unknown> {
  return database.transaction(work, { repeatable: true });
}

function move(database: Database, { subscription_id, app_id }: Subscribed, url: string): Promise<unknown> {
  return runTransaction(database, async (tx) => {
    await tx.query("update webhook_subscriptions set url = $2 where id = $1", [subscription_id, url]);
    await moveSubscriptionLane(tx, { id: subscription_id, app_id, url });
  });
}

function replayAll(database: Database, clock: MovableClock, { installation_id }: Subscribed) {
  const filter = { installation_id, since: new Date(0), topic: undefined, after: 0 };
  return runTransaction(database, (tx) => replayFailed(tx, filter, { clock }));
}

async function restart(fixture: EngineFixture, engines: DeliveryEngine[], small: boolean): Promise<void> {
  const oldest = engines.shift();
  engines.push(fixture.startEngine(small ? { maxLanes: 24 } : {}));
  await oldest?.stop();
}

/** The disabled installations and suspended apps, so that they can be resumed. */
class StoppedApps {
  readonly #database: Database;
  readonly #clock: MovableClock;
  readonly #disabled = new Set<number>();
  readonly #suspended = new Set<number>();

  constructor(database: Database, clock: MovableClock) {
    this.#database = database;
    this.#clock = clock;
  }

  async stopInstallation({ installation_id: id }: Subscribed): Promise<void> {
    if (this.#disabled.has(id)) return;
    this.#disabled.add(id);
    await runTransaction(this.#database, async (tx) => {
      await tx.query("update installations set status = 'disabled' where id = $1", [id]);
      await bumpLaneEpochs(tx, id);
    });
  }

  async stopApp({ app_id: id }: Subscribed): Promise<void> {
    if (this.#suspended.has(id)) return;
    this.#suspended.add(id);
    await runTransaction(this.#database, async (tx) => {
      await tx.query("update apps set suspended_at = now(), suspended_reason = 'a test' where id = $1", [id]);
      await stopLanesOfApps(tx, [id]);
    });
  }

  async resumeAll(): Promise<void> {
    for (const id of this.#disabled) {
      this.#disabled.delete(id);
      await runTransaction(this.#database, async (tx) => {
        await tx.query("update installations set status = 'enabled' where id = $1", [id]);
        await resumeInstallation(tx, id, this.#clock);
      });
    }
    for (const id of this.#suspended) {
      this.#suspended.delete(id);
      await runTransaction(this.#database, async (tx) => {
        await tx.query("update apps set suspended_at = null, suspended_reason = null where id = $1", [id]);
        await resumeLanesOfApps(tx, [id], this.#clock);
      });
    }
  }
}
