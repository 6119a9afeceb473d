import { batched } from "@souk/database";
import {
  createSafeSender,
  type DatabaseClock,
  type DeliveryEngine,
  databaseClock,
  noFailpoint,
  openWakeChannel,
  type SafeSender,
  startDeliveryEngine,
} from "@souk/delivery";
import { startSequencer } from "../events/sequencer.ts";
import { findStoreById } from "../modules/stores/index.ts";
import { secureRandomFraction } from "../random.ts";
import type { House } from "./house.ts";
import type { Modules } from "./modules.ts";

/** The running half of the event log: numbering and sending, or only telling the processes that do. */
export interface DeliverySide {
  /** Events may have been committed. */
  wakeEvents(): void;
  engine: DeliveryEngine | null;
  stop(): Promise<void>;
}

/** In a process that serves the API alone: others number and send, and are told. */
export async function tellOthers({ database, log, random }: House): Promise<DeliverySide> {
  const owner = random(9);
  const channel = await openWakeChannel(
    { database, owner, log },
    { lanes: () => undefined, events: () => undefined },
  );
  return { wakeEvents: () => channel.tellEvents(), engine: null, stop: () => channel.close() };
}

interface EnginePlace {
  owner: string;
  clock: DatabaseClock;
  sender: SafeSender;
}

function startEngine(house: House, modules: Modules, place: EnginePlace): DeliveryEngine {
  const { database, addresses, log } = house;
  const now = () => new Date(house.clock.now());
  const secretOf = batched((ids: number[]) => modules.secrets.secretsOfApps(database, ids, now()));
  return startDeliveryEngine({
    ...place,
    database,
    log,
    signingSecretOf: async (appId) => (await secretOf(appId))?.signing ?? null,
    shopHost: addresses.shopHost,
    onUninstallNoticeTried: (id) => {
      // The sweep of every process does it within half a second when it fails here.
      modules.finishUninstall(id).catch((error: unknown) => {
        log.warn({ err: error, installation_id: id }, "An uninstall could not be finished at once.");
      });
    },
    random: secureRandomFraction,
  });
}

/** Numbers and sends in this process. */
export async function startDelivery(house: House, modules: Modules): Promise<DeliverySide> {
  const { database, facts, log, random, allowLoopback } = house;
  const owner = random(9);
  const clock = house.databaseClock ?? databaseClock;
  const sender = createSafeSender({ allowLoopback, clock: house.clock, userAgent: "Souk-Webhooks/1" });
  const engine = startEngine(house, modules, { owner, clock, sender });
  const sequencer = startSequencer({
    database,
    storeOf: (run, id) => findStoreById(run, id, house.addresses),
    rendererOf: facts.rendererOf,
    clock,
    log,
    failpoint: noFailpoint,
    random: secureRandomFraction,
    onFanOut: (lanes) => {
      const ids = lanes.map(({ id }) => id);
      engine.wake(ids);
      channel.tellLanes(ids);
    },
  });
  const channel = await openWakeChannel(
    { database, owner, log },
    { lanes: (ids) => engine.wake(ids), events: () => sequencer.wake() },
  );
  return {
    wakeEvents: () => sequencer.wake(),
    engine,
    stop: async () => {
      await sequencer.stop();
      await engine.stop();
      await channel.close();
      await sender.close();
    },
  };
}
