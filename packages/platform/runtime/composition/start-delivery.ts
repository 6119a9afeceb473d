import { createBatchLoader } from "@souk/database";
import {
  type DatabaseClock,
  type DeliveryEngine,
  type DeliveryEngineOptions,
  openWakeChannel,
  type SafeSender,
  startDeliveryEngine,
} from "@souk/delivery";
import { startHistorySender } from "../../infrastructure/events/history.ts";
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

/** What a process runs to number and deliver events, or only to notify the processes that do so. */
export interface RunningDelivery {
  /** Report that events may have been committed, so that they are numbered soon. */
  wakeEvents(): void;
  engine: DeliveryEngine | null;
  stop(): Promise<void>;
}

/** Connect a process that only serves the API to the processes that number and deliver events, so that it can notify them. */
export async function openDeliveryNotifier({
  database,
  log,
  random,
}: PlatformResources): Promise<RunningDelivery> {
  const owner = random(9);
  const channel = await openWakeChannel(
    { database, owner, log },
    { onLanes: () => undefined, onEvents: () => undefined },
  );
  return { wakeEvents: () => channel.notifyEvents(), engine: null, stop: () => channel.close() };
}

interface EngineDeps {
  owner: string;
  clock: DatabaseClock;
  sender: SafeSender;
  onAttempt: OnAttempt;
}

function startEngine(resources: PlatformResources, modules: Modules, deps: EngineDeps): DeliveryEngine {
  const { database, addresses, log } = resources;
  const now = () => new Date(resources.clock.now());
  const loadSecret = createBatchLoader((ids: number[]) =>
    modules.partners.secrets.loadSecretsOfApps(database, ids, now()),
  );
  return startDeliveryEngine({
    ...deps,
    database,
    log,
    findSigningSecret: async (appId) => (await loadSecret(appId))?.signing ?? null,
    getStoreHost: addresses.storeHost,
    onUninstallNoticeTried: (id) => {
      // If this fails, the next poll by any process finishes the uninstall within half a second.
      modules.finishUninstall(id).catch((error: unknown) => {
        log.warn({ err: error, installation_id: id }, "An uninstall could not be finished immediately.");
      });
    },
    random: secureRandomFraction,
    failpoint: resources.failpoint,
  });
}

type OnAttempt = NonNullable<DeliveryEngineOptions["onAttempt"]>;

/**
 * Start numbering and delivering events in this process.
 * @param onAttempt called after every attempt to send a webhook
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
  // Set below, because the sequencer needs the channel, and the channel wakes the sequencer.
  let sequencer: Sequencer | null = null;
  const channel = await openWakeChannel(
    { database, owner, log },
    { onLanes: (ids) => engine.wake(ids), onEvents: () => sequencer?.wake() },
  );
  const sequencerOptions: SequencerOptions = {
    database,
    findStore: (db, id) => findStoreById(db, id, resources.addresses),
    renderers: modules.renderers,
    clock,
    log,
    failpoint: resources.failpoint,
    random: secureRandomFraction,
    onFanOut: (lanes) => {
      engine.wake(lanes.map(({ id }) => id));
      // This process's engine leases the free lanes. The processes that have already leased the other lanes must be notified.
      const leasedLanes = lanes.filter((lane) => lane.owner !== null && lane.owner !== owner);
      channel.notifyLanes(leasedLanes.map(({ id }) => id));
    },
  };
  const startedSequencer = startSequencer(sequencerOptions);
  const historySender = startHistorySender(sequencerOptions);
  sequencer = startedSequencer;
  return {
    wakeEvents: () => startedSequencer.wake(),
    engine,
    stop: async () => {
      await Promise.all([startedSequencer.stop(), historySender.stop()]);
      await engine.stop();
      await channel.close();
      await sender.close();
    },
  };
}
