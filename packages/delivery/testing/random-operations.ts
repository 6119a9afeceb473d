import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Transaction } from "@souk/database";
import type { RecordingReceiver } from "@souk/testkit";
import { resumeLanesOfApps, stopLanesOfApps } from "../app-lanes.ts";
import type { DeliveryEngine } from "../delivery-engine.ts";
import { expireDeliveries } from "../expire.ts";
import { resumeLanesOfInstallation, stopLanesOfInstallation } from "../installation-lanes.ts";
import { replayFailed } from "../replay.ts";
import { moveSubscriptionLane } from "../subscription-lane.ts";
import type { EngineFixture, TestClock, TestSubscription } from "./engine-fixture.ts";

/** Random operations on deliveries, run concurrently. */
export interface RandomOperations {
  /** Run one random operation. */
  runRandomOperation(): Promise<void>;
  /** Resume all stopped installations and apps, and let every endpoint respond with 200. */
  resumeEverything(): Promise<void>;
  stop(): Promise<void>;
}

const originNames = ["x", "y", "z"];
const installationCount = 3;
const topicsPerInstallation = 45;
const clockJumpsMs = [1_000, 5_000, 20_000, 31_000, 90_000];

/** Create random operations on apps with many lanes and few endpoints, and two engines, of which one holds few lanes. */
export async function createRandomOperations(
  fixture: EngineFixture,
  receiver: RecordingReceiver,
  random: () => number,
): Promise<RandomOperations> {
  const { database, clock } = fixture;
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const buildUrl = (name: string): string => `http://${name}.localhost:${receiver.port}/${name}`;
  const failingOrigins = new Set<string>();
  receiver.respondWith(({ path }) => {
    if (failingOrigins.has(path.slice(1))) return { status: random() < 0.3 ? 429 : 500 };
    return { status: 200, delay: Math.floor(random() * 20) };
  });
  const subscriptions: TestSubscription[] = [];
  for (let count = 0; count < installationCount; count++) {
    const installation = await fixture.install();
    for (let number = 0; number < topicsPerInstallation; number++)
      subscriptions.push(
        await fixture.subscribe(installation, `topic/${number}`, buildUrl(pick(originNames))),
      );
  }
  const engines = [fixture.startEngine({ maxLanes: 24 }), fixture.startEngine()];
  const stoppedApps = new StoppedApps(database, clock);
  const operations: (() => Promise<unknown>)[] = [
    () => fixture.raiseEvents([pick(subscriptions)], [{ payload: "{}" }, { payload: "{}" }]),
    () => fixture.raiseEvents(filterByInstallation(subscriptions, pick(subscriptions)), [{ payload: "{}" }]),
    () => changeUrl(database, pick(subscriptions), buildUrl(pick(originNames))),
    () => stoppedApps.stopInstallation(pick(subscriptions)),
    () => stoppedApps.stopApp(pick(subscriptions)),
    () => stoppedApps.resumeAll(),
    async () => failingOrigins.add(pick(originNames)),
    async () => failingOrigins.delete(pick(originNames)),
    () => replayFailedDeliveries(database, clock, pick(subscriptions)),
    () => expireDeliveries(database, clock),
    async () => clock.advance(pick(clockJumpsMs)),
    async () => {
      for (const engine of engines) engine.wake();
    },
    () => restartOldestEngine(fixture, engines, random() < 0.5),
    // The pause is listed twice, so that it is chosen twice as often.
    () => sleep(50 + random() * 100),
    () => sleep(50 + random() * 100),
  ];
  return {
    runRandomOperation: async () => void (await pick(operations)()),
    resumeEverything: async () => {
      failingOrigins.clear();
      await stoppedApps.resumeAll();
    },
    stop: async () => void (await Promise.all(engines.map((engine) => engine.stop()))),
  };
}

function filterByInstallation(
  subscriptions: readonly TestSubscription[],
  { installation_id }: TestSubscription,
): TestSubscription[] {
  return subscriptions.filter((subscription) => subscription.installation_id === installation_id);
}

// Retry a transaction that conflicts with another, as the platform does for requests.
function runTransaction(database: Database, work: (tx: Transaction) => Promise<unknown>): Promise<unknown> {
  return database.transaction(work, { retryable: true });
}

function changeUrl(
  database: Database,
  { subscription_id, app_id }: TestSubscription,
  url: string,
): Promise<unknown> {
  return runTransaction(database, async (tx) => {
    await tx.query("update webhook_subscriptions set url = $2 where id = $1", [subscription_id, url]);
    await moveSubscriptionLane(tx, { id: subscription_id, app_id, url });
  });
}

function replayFailedDeliveries(database: Database, clock: TestClock, { installation_id }: TestSubscription) {
  const filter = { installation_id, since: new Date(0), topic: undefined, after: 0 };
  return runTransaction(database, (tx) => replayFailed(tx, filter, { clock }));
}

async function restartOldestEngine(
  fixture: EngineFixture,
  engines: DeliveryEngine[],
  hasFewLanes: boolean,
): Promise<void> {
  const oldest = engines.shift();
  engines.push(fixture.startEngine(hasFewLanes ? { maxLanes: 24 } : {}));
  await oldest?.stop();
}

/** Disables installations and suspends apps, and remembers them to resume them later. */
class StoppedApps {
  readonly #database: Database;
  readonly #clock: TestClock;
  readonly #disabledInstallations = new Set<number>();
  readonly #suspendedApps = new Set<number>();

  constructor(database: Database, clock: TestClock) {
    this.#database = database;
    this.#clock = clock;
  }

  async stopInstallation({ installation_id: id }: TestSubscription): Promise<void> {
    if (this.#disabledInstallations.has(id)) return;
    this.#disabledInstallations.add(id);
    await runTransaction(this.#database, async (tx) => {
      await tx.query("update installations set status = 'disabled' where id = $1", [id]);
      await stopLanesOfInstallation(tx, id);
    });
  }

  async stopApp({ app_id: id }: TestSubscription): Promise<void> {
    if (this.#suspendedApps.has(id)) return;
    this.#suspendedApps.add(id);
    await runTransaction(this.#database, async (tx) => {
      await tx.query("update apps set suspended_at = now(), suspended_reason = 'a test' where id = $1", [id]);
      await stopLanesOfApps(tx, [id]);
    });
  }

  async resumeAll(): Promise<void> {
    for (const id of this.#disabledInstallations) {
      this.#disabledInstallations.delete(id);
      await runTransaction(this.#database, async (tx) => {
        await tx.query("update installations set status = 'enabled' where id = $1", [id]);
        await resumeLanesOfInstallation(tx, id, this.#clock);
      });
    }
    for (const id of this.#suspendedApps) {
      this.#suspendedApps.delete(id);
      await runTransaction(this.#database, async (tx) => {
        await tx.query("update apps set suspended_at = null, suspended_reason = null where id = $1", [id]);
        await resumeLanesOfApps(tx, [id], this.#clock);
      });
    }
  }
}
