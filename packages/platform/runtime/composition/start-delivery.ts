import { createBatchLoader } from "@souk/database";
import {
  type DatabaseClock,
  type DeliveryEngine,
  type DeliveryEngineOptions,
  openWakeChannel,
  type SafeSender,
  startDeliveryEngine,
} from "@souk/delivery";
import { startHistory } from "../../infrastructure/events/history.ts";
import {
  type Sequencer,
  type SequencerOptions,
  startSequencer,
} from "../../infrastructure/events/sequencer.ts";
import { findStoreById } from "../../modules/stores/index.ts";
import { secureRandomFraction } from "../random.ts";
import type { Modules } from "./compose-modules.ts";
import { createSender } from "./create-sender.ts";
import type { PlatformResources } from "./resources.ts";

/** The running half of the event log: numbering and sending, or only notifying the processes that do. */
export interface RunningDelivery {
  /** Notify that events may have been committed. */
  wakeEvents(): void;
  engine: DeliveryEngine | null;
  stop(): Promise<void>;
}

/** Notify the processes that number and send, from a process that serves the API alone. */
export async function notifyOtherProcesses({
  database,
  log,
  random,
}: PlatformResources): Promise<RunningDelivery> {
  const owner = random(9);
  const channel = await openWakeChannel(
    { database, owner, log },
    { lanes: () => undefined, events: () => undefined },
  );
  return { wakeEvents: () => channel.notifyEvents(), engine: null, stop: () => channel.close() };
}

interface EnginePlace {
  owner: string;
  clock: DatabaseClock;
  sender: SafeSender;
  onAttempt: OnAttempt;
}

function startEngine(resources: PlatformResources, modules: Modules, place: EnginePlace): DeliveryEngine {
  const { database, addresses, log } = resources;
  const now = () => new Date(resources.clock.now());
  const secretOf = createBatchLoader((ids: number[]) =>
    modules.partners.secrets.secretsOfApps(database, ids, now()),
  );
  return startDeliveryEngine({
    ...place,
    database,
    log,
    findSigningSecret: async (appId) => (await secretOf(appId))?.signing ?? null,
    storeHost: addresses.storeHost,
    onUninstallNoticeTried: (id) => {
      // The sweep of every process does it within half a second when it fails here.
      modules.finishUninstall(id).catch((error: unknown) => {
        log.warn({ err: error, installation_id: id }, "An uninstall could not be finished at once.");
      });
    },
    random: secureRandomFraction,
    failpoint: resources.failpoint,
  });
}

type OnAttempt = NonNullable<DeliveryEngineOptions["onAttempt"]>;

/**
 * Number and send in this process.
 * @param onAttempt called after every request that was made
 */
export async function startDelivery(
  resources: PlatformResources,
  modules: Modules,
  onAttempt: OnAttempt,
): Promise<RunningDelivery> {
  const { database, log, random } = resources;
  const owner = random(9);
  const clock = resources.databaseClock;
  const sender = createSender(resources, "Souk-Webhooks/1");
  const engine = startEngine(resources, modules, { owner, clock, sender, onAttempt });
  let sequencer: Sequencer | null = null;
  const channel = await openWakeChannel(
    { database, owner, log },
    { lanes: (ids) => engine.wake(ids), events: () => sequencer?.wake() },
  );
  const numberingOptions: SequencerOptions = {
    database,
    findStore: (db, id) => findStoreById(db, id, resources.addresses),
    renderers: modules.renderers,
    clock,
    log,
    failpoint: resources.failpoint,
    random: secureRandomFraction,
    onFanOut: (lanes) => {
      engine.wake(lanes.map(({ id }) => id));
      // A free lane is leased here; a lane that is held can be read by its holder only.
      const held = lanes.filter((lane) => lane.owner !== null && lane.owner !== owner);
      channel.notifyLanes(held.map(({ id }) => id));
    },
  };
  const numbering = startSequencer(numberingOptions);
  const history = startHistory(numberingOptions);
  sequencer = numbering;
  return {
    wakeEvents: () => numbering.wake(),
    engine,
    stop: async () => {
      await Promise.all([numbering.stop(), history.stop()]);
      await engine.stop();
      await channel.close();
      await sender.close();
    },
  };
}
