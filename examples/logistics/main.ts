// Logistics: a carrier's app of a Souk shop, with pretend parcels. README.md says how to run it against a platform of yours.
import { run } from "@souk/app-sdk";
import { readConfig } from "./config.ts";
import { startLogistics } from "./start-logistics.ts";

await run("Logistics", () => startLogistics(readConfig()));
