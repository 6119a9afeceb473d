import type { Queryable } from "@souk/database";
import type { Addresses } from "../../runtime/addresses.ts";
import type { Clock } from "../../runtime/clock.ts";

/** What the staff console needs from the platform. */
export interface StaffDeps {
  addresses: Addresses;
  clock: Clock;
  /** Whether fulfillment URLs may lead to this machine, with a warning (REG-4); in development only. */
  allowLoopback: boolean;
  deliveries: {
    /** Stop all deliveries of apps; pending ones wait. */
    stopLanesOfApps(tx: Queryable, appIds: readonly number[]): Promise<void>;
    /** Resume the deliveries of apps. */
    resumeLanesOfApps(tx: Queryable, appIds: readonly number[]): Promise<void>;
  };
}

export type TargetKind = "partner" | "app" | "store";

/** A suspension or its lifting: the actor, the target and the reason. */
export interface StaffOrder {
  action: "suspend" | "lift";
  target_id: number;
  account_id: number;
  reason: string;
  request_id: string;
}
