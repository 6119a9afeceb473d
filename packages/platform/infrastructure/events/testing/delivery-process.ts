// A separate process that numbers and delivers events until it is killed.
// node delivery-process.ts <connection string> <milliseconds by which its clock is ahead of the system clock>
import { openDatabase } from "@souk/database";
import { createSafeSender, noFailpoint, startDeliveryEngine } from "@souk/delivery";
import { silentLog } from "@souk/testkit";
import { findStoreById } from "../../../modules/stores/index.ts";
import { createAddresses } from "../../../runtime/addresses.ts";
import { systemClock } from "../../../runtime/clock.ts";
import { secureRandomFraction, secureRandomText } from "../../../runtime/random.ts";
import { startSequencer } from "../sequencer.ts";

const [connection = "", aheadMs = "0"] = process.argv.slice(2);
const log = silentLog;
const random = secureRandomFraction;
const database = openDatabase({ connection, log, maxConnections: 6 });
const clock = { getTestTime: () => new Date(systemClock.now() + Number(aheadMs)) };
const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port: 4000 });
const engine = startDeliveryEngine({
  database,
  owner: secureRandomText(9),
  sender: createSafeSender({ localAccess: true, clock: systemClock, userAgent: "Souk-Webhooks/1" }),
  findSigningSecret: async () => "secret",
  getStoreHost: addresses.storeHost,
  random,
  log,
  clock,
});
startSequencer({
  database,
  findStore: (db, id) => findStoreById(db, id, addresses),
  renderers: {},
  clock,
  log,
  failpoint: noFailpoint,
  random,
  onFanOut: (lanes) => engine.wake(lanes.map(({ id }) => id)),
});
process.stdout.write("ready\n");
