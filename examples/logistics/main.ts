// Logistics: a carrier's app with simulated parcels. README.md explains how to run it with your platform.
import { run } from "@souk/app-sdk";
import { readConfig } from "./config.ts";
import { startLogistics } from "./start-logistics.ts";

await run("Logistics", () => startLogistics(readConfig()));
