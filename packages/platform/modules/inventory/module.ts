import type { Module } from "../../infrastructure/module.ts";
import type { InventoryDeps } from "./inventory-deps.ts";
import { advanceCheckpoints } from "./ledger-checkpoints.ts";
import { createInventoryRoutes } from "./routes.ts";
import { inventoryRenderers } from "./snapshot-renderers.ts";

/** Create the module of locations, inventory levels and their ledger. */
export function inventoryModule(deps: InventoryDeps): Module {
  return {
    name: "inventory",
    tables: [
      "locations",
      "inventory_levels",
      "inventory_movements",
      "ledger_checkpoints",
      "ledger_checkpoint_mark",
    ],
    routes: createInventoryRoutes(deps),
    snapshotRenderers: inventoryRenderers,
    housekeeping: [
      // The interval is shorter than `checkpointMargin`, so that a clock that was set back is detected in time.
      { name: "advance ledger checkpoints", everyMs: 20_000, concurrent: true, run: advanceCheckpoints },
    ],
  };
}
