import { setTimeout as sleep } from "node:timers/promises";
import type { Database, Transaction } from "@souk/database";
import type { RecordingReceiver } from "@souk/testkit";
import type { DeliveryEngine } from "../delivery-engine.ts";
import { expireDeliveries } from "../expire.ts";
import { resumeLanesOfApps, stopLanesOfApps } from "../lanes-of-apps.ts";
import { bumpLaneEpochs, resumeInstallation } from "../lanes-of-installation.ts";
import { replayFailed } from "../replay.ts";
import { moveSubscriptionLane } from "../subscription-lane.ts";
import type { EngineRig, MovableClock, Subscribed } from "./engine-rig.ts";

/** What happens to deliveries in some order: each of these at any time, beside others. */
export interface RandomOperations {
  /** Does one, or nothing. */
  one(): Promise<void>;
  /** Lets everything go on that was stopped, and every endpoint answer 200. */
  mend(): Promise<void>;
  stop(): Promise<void>;
}

const origins = ["x", "y", "z"];
const installations = 3;
const topics = 45;
const jumps = [1_000, 5_000, 20_000, 31_000, 90_000];

/** Two engines, one of them with few lanes, over apps with many lanes on few endpoints. */
export async function randomOperations(
  rig: EngineRig,
  receiver: RecordingReceiver,
  random: () => number,
): Promise<RandomOperations> {
  const { database, clock } = rig;
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
  const urlAt = (name: string): string => `http://${name}.localhost:${receiver.port}/${name}`;
  const failing = new Set<string>();
  receiver.answer(({ path }) => {
    if (failing.has(path.slice(1))) return { status: random() < 0.3 ? 429 : 500 };
    return { status: 200, delay: Math.floor(random() * 20) };
  });
  const hooks: Subscribed[] = [];
  for (let n = 0; n < installations; n++) {
    const app = await rig.install();
    for (let topic = 0; topic < topics; topic++)
      hooks.push(await rig.subscribe(app, `topic/${topic}`, urlAt(pick(origins))));
  }
  const engines = [rig.engine({ mostLanes: 24 }), rig.engine()];
  const states = new StoppedThings(database, clock);
  const operations: (() => Promise<unknown>)[] = [
    () => rig.raise([pick(hooks)], [{ payload: "{}" }, { payload: "{}" }]),
    () => rig.raise(ofInstallation(hooks, pick(hooks)), [{ payload: "{}" }]),
    () => move(database, pick(hooks), urlAt(pick(origins))),
    () => states.stopInstallation(pick(hooks)),
    () => states.stopApp(pick(hooks)),
    () => states.goOn(),
    async () => failing.add(pick(origins)),
    async () => failing.delete(pick(origins)),
    () => replayAll(database, clock, pick(hooks)),
    () => expireDeliveries(database, clock),
    async () => clock.advance(pick(jumps)),
    async () => {
      for (const engine of engines) engine.wake();
    },
    () => restart(rig, engines, random() < 0.5),
    () => sleep(50 + random() * 100),
    () => sleep(50 + random() * 100),
  ];
  return {
    one: async () => void (await pick(operations)()),
    mend: async () => {
      failing.clear();
      await states.goOn();
    },
    stop: async () => void (await Promise.all(engines.map((engine) => engine.stop()))),
  };
}

function ofInstallation(hooks: readonly Subscribed[], { installation_id }: Subscribed): Subscribed[] {
  return hooks.filter((hook) => hook.installation_id === installation_id);
}

// As a request does it: of two that meet one is done again.
function change(database: Database, work: (tx: Transaction) => Promise<unknown>): Promise<unknown> {
  return database.transaction(work, { repeatable: true });
}

function move(database: Database, { subscription_id, app_id }: Subscribed, url: string): Promise<unknown> {
  return change(database, async (tx) => {
    await tx.query("update webhook_subscriptions set url = $2 where id = $1", [subscription_id, url]);
    await moveSubscriptionLane(tx, { id: subscription_id, app_id, url });
  });
}

function replayAll(database: Database, clock: MovableClock, { installation_id }: Subscribed) {
  const question = { installation_id, since: new Date(0), topic: undefined, after: 0 };
  return change(database, (tx) => replayFailed(tx, question, { clock }));
}

async function restart(rig: EngineRig, engines: DeliveryEngine[], small: boolean): Promise<void> {
  const former = engines.shift();
  engines.push(rig.engine(small ? { mostLanes: 24 } : {}));
  await former?.stop();
}

/** Which installations are disabled and which apps suspended, so that they can be let go on. */
class StoppedThings {
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
    await change(this.#database, async (tx) => {
      await tx.query("update installations set status = 'disabled' where id = $1", [id]);
      await bumpLaneEpochs(tx, id);
    });
  }

  async stopApp({ app_id: id }: Subscribed): Promise<void> {
    if (this.#suspended.has(id)) return;
    this.#suspended.add(id);
    await change(this.#database, async (tx) => {
      await tx.query("update apps set suspended_at = now(), suspended_reason = 'a test' where id = $1", [id]);
      await stopLanesOfApps(tx, [id]);
    });
  }

  async goOn(): Promise<void> {
    for (const id of this.#disabled) {
      this.#disabled.delete(id);
      await change(this.#database, async (tx) => {
        await tx.query("update installations set status = 'enabled' where id = $1", [id]);
        await resumeInstallation(tx, id, this.#clock);
      });
    }
    for (const id of this.#suspended) {
      this.#suspended.delete(id);
      await change(this.#database, async (tx) => {
        await tx.query("update apps set suspended_at = null, suspended_reason = null where id = $1", [id]);
        await resumeLanesOfApps(tx, [id], this.#clock);
      });
    }
  }
}
