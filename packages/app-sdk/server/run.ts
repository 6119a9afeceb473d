import { ConfigError } from "../config/config-error.ts";
import type { Listening } from "./listen.ts";

/**
 * Run an app as a program until SIGTERM or SIGINT. If a setting is invalid or the port is in use, the process ends with a
 * message and exit code 1.
 *
 * @param name the app's name, which is shown in its output
 * @param start a function that reads the settings and starts listening
 */
export async function run(name: string, start: () => Promise<Listening>): Promise<void> {
  try {
    const listening = await start();
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => {
        listening.stop().then(
          () => process.exit(0),
          () => process.exit(1),
        );
      });
    // Print this after the signal handlers are set, because the process that reads this line may stop the app at once.
    console.log(`${name} is listening at ${listening.url}`);
  } catch (error) {
    console.error(error instanceof ConfigError || isPortInUse(error) ? error.message : error);
    process.exitCode = 1;
  }
}

function isPortInUse(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
