import { batched } from "@souk/database";
import {
  type DatabaseClock,
  type DeliveryEngine,
  type DeliveryEngineOptions,
  databaseClock,
  openWakeChannel,
  type SafeSender,
  startDeliveryEngine,
} from "@souk/delivery";
import { startHistory } from "../events/history.ts";
import { type Sequencer, type SequencerOptions, startSequencer } from "../events/sequencer.ts";
import { findStoreById } from "../modules/stores/index.ts";
import { secureRandomFraction } from "../random.ts";
import { createSender } from "./create-sender.ts";
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
  onAttempt: OnAttempt;
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
    failpoint: house.failpoint,
  });
}

type OnAttempt = NonNullable<DeliveryEngineOptions["onAttempt"]>;

/**
 * Numbers and sends in this process.
 * @param onAttempt told of every request that was made
 */
export async function startDelivery(
  house: House,
  modules: Modules,
  onAttempt: OnAttempt,
): Promise<DeliverySide> {
  const { database, facts, log, random } = house;
  const owner = random(9);
  const clock = house.databaseClock ?? databaseClock;
  const sender = createSender(house, "Souk-Webhooks/1");
  const engine = startEngine(house, modules, { owner, clock, sender, onAttempt });
  let sequencer: Sequencer | null = null;
  const channel = await openWakeChannel(
    { database, owner, log },
    { lanes: (ids) => engine.wake(ids), events: () => sequencer?.wake() },
  );
  const numberingOptions: SequencerOptions = {
    database,
    storeOf: (run, id) => findStoreById(run, id, house.addresses),
    rendererOf: facts.rendererOf,
    clock,
    log,
    failpoint: house.failpoint,
    random: secureRandomFraction,
    onFanOut: (lanes) => {
      engine.wake(lanes.map(({ id }) => id));
      // A lane that nobody holds is taken here; only its holder can read one that is held.
      const held = lanes.filter((lane) => lane.owner !== null && lane.owner !== owner);
      channel.tellLanes(held.map(({ id }) => id));
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
