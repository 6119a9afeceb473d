import {
  cancelUninstallNotice,
  closeLanesOfInstallation,
  type DatabaseClock,
  enqueueUninstallNotice,
  resumeLanesOfInstallation,
  stopLanesOfInstallation,
} from "@souk/delivery";
import type { InstallsDeps } from "../../modules/installs/index.ts";

/**
 * Create the functions with which the installs module controls deliveries.
 * @param clock the clock for the expiry of resumed deliveries and for the times of uninstall notices
 */
export function createDeliveryControl(clock: DatabaseClock): InstallsDeps["deliveries"] {
  return {
    stopLanes: stopLanesOfInstallation,
    closeLanes: closeLanesOfInstallation,
    cancelUninstallNotice,
    enqueueUninstallNotice: (tx, notice) => enqueueUninstallNotice(tx, notice, clock),
    resumeLanes: (tx, id) => resumeLanesOfInstallation(tx, id, clock),
  };
}
