// Inventory Sync: a complete small app for a Souk store. README.md explains how to run it with your platform.
import { run } from "@souk/app-sdk";
import { readConfig } from "./config.ts";
import { startInventorySync } from "./start-inventory-sync.ts";

await run("Inventory Sync", () => startInventorySync(readConfig()));
