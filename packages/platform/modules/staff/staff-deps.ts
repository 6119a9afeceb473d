import type { Queryable } from "@souk/database";
import type { LocalAccess } from "@souk/delivery";
import type { Addresses } from "../../runtime/addresses.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { PeopleApi } from "../people/index.ts";
import type { FailureLog } from "./failures/failure-log.ts";
import type { HealthDeps } from "./health/health-deps.ts";

/** What the staff console needs from the platform. */
export interface StaffDeps {
  addresses: Addresses;
  clock: Clock;
  /** Which local hosts fulfillment URLs may use. Local hosts are allowed only in development, with a warning (REG-4). */
  localAccess: LocalAccess;
  people: Pick<PeopleApi, "sendPasswordReset">;
  failureLog: FailureLog;
  health: HealthDeps;
  deliveries: {
    /** Stop all deliveries to these apps. Pending deliveries wait until `resumeLanesOfApps` is called. */
    stopLanesOfApps(tx: Queryable, appIds: readonly number[]): Promise<void>;
    /** Resume the deliveries to these apps. */
    resumeLanesOfApps(tx: Queryable, appIds: readonly number[]): Promise<void>;
  };
}

/** A kind of record that staff can suspend. */
export type SuspendableKind = "partner" | "app" | "store";
/** A kind of record that an action of staff is about. */
export type TargetKind = SuspendableKind | "account";

/** A request of a staff account to suspend a partner, an app or a store, or to lift its suspension. */
export interface SuspensionChange {
  action: "suspend" | "lift";
  /** The id of the partner, app or store. */
  target_id: number;
  /** The id of the staff account. */
  account_id: number;
  reason: string;
  request_id: string;
}
