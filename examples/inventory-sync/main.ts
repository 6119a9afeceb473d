// Inventory Sync: a complete small app of a Souk shop. README.md says how to run it against a platform of yours.
import { run } from "@souk/app-sdk";
import { readConfig } from "./config.ts";
import { startInventorySync } from "./start-inventory-sync.ts";

await run("Inventory Sync", () => startInventorySync(readConfig()));
