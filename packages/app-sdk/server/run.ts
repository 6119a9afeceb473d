import { ConfigError } from "../config/config-error.ts";
import type { Listening } from "./listen.ts";

/**
 * Run an app as a program until SIGTERM or SIGINT. An invalid setting or a port in use ends it with a message and exit code 1.
 *
 * @param name shown in its output
 * @param start reads the settings and listens
 */
export async function run(name: string, start: () => Promise<Listening>): Promise<void> {
  try {
    const running = await start();
    for (const signal of ["SIGTERM", "SIGINT"] as const)
      process.once(signal, () => {
        running.stop().then(
          () => process.exit(0),
          () => process.exit(1),
        );
      });
    // Whoever reads this may stop the app at once.
    console.log(`${name} is listening at ${running.url}`);
  } catch (error) {
    console.error(error instanceof ConfigError || isPortTaken(error) ? error.message : error);
    process.exitCode = 1;
  }
}

function isPortTaken(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
