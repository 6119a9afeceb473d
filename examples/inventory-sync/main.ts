// Inventory Sync: a complete small app of a Souk shop. README.md says how to run it against a platform of yours.
import { ConfigError } from "@souk/app-sdk";
import { readConfig } from "./config.ts";
import { startInventorySync } from "./start-inventory-sync.ts";

try {
  const running = await startInventorySync(readConfig());
  console.log(`Inventory Sync listens at ${running.url}`);
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      running.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
} catch (error) {
  console.error(error instanceof ConfigError || isPortTaken(error) ? error.message : error);
  process.exitCode = 1;
}

function isPortTaken(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
