import {
  cancelUninstallNotice,
  closeLanesOfInstallation,
  type DatabaseClock,
  enqueueUninstallNotice,
  resumeLanesOfInstallation,
  stopLanesOfInstallation,
} from "@souk/delivery";
import type { InstallsDeps } from "../../modules/installs/index.ts";

/** Create the functions with which the installs module controls deliveries, all with the database's clock. */
export function createDeliveryControl(clock: DatabaseClock): InstallsDeps["deliveries"] {
  return {
    stopLanes: stopLanesOfInstallation,
    closeLanes: closeLanesOfInstallation,
    cancelUninstallNotice,
    enqueueUninstallNotice: (tx, notice) => enqueueUninstallNotice(tx, notice, clock),
    resumeLanes: (tx, id) => resumeLanesOfInstallation(tx, id, clock),
  };
}
