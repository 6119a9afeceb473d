import type { Queryable } from "@souk/database";
import type { Addresses } from "../../addresses.ts";
import type { Clock } from "../../clock.ts";

/** What the staff console needs of the rest of the house; given at wiring. */
export interface StaffWiring {
  addresses: Addresses;
  clock: Clock;
  /** Development only: fulfillment URLs may lead to this machine, with a warning (REG-4). */
  allowLoopback: boolean;
  deliveries: {
    /** Stops all sending of apps; what is pending waits. */
    stopLanesOfApps(tx: Queryable, appIds: readonly number[]): Promise<void>;
    /** Lets what waits go on. */
    resumeLanesOfApps(tx: Queryable, appIds: readonly number[]): Promise<void>;
  };
}

export type TargetKind = "partner" | "app" | "store";

/** One suspension, or its lifting: who, what, why. */
export interface StaffOrder {
  action: "suspend" | "lift";
  target_id: number;
  account_id: number;
  reason: string;
  request_id: string;
}
