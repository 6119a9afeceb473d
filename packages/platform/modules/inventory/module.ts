import type { Module } from "../../infrastructure/module.ts";
import type { InventoryDeps } from "./inventory-deps.ts";
import { inventoryRoutes } from "./routes.ts";
import { sealLedger } from "./seal-ledger.ts";
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
    routes: inventoryRoutes(deps),
    snapshotRenderers: inventoryRenderers,
    housekeeping: [
      // Less than the margin of a checkpoint, so that a clock that was set back is seen in time.
      { name: "seal the ledger", everyMs: 20_000, concurrent: true, run: sealLedger },
    ],
  };
}
