import { ConfigError } from "../config/config-error.ts";
import type { Listening } from "./listen.ts";

/**
 * Runs an app as a program of its own, until SIGTERM or SIGINT. A setting that cannot be used and a port that is taken end it
 * with a sentence, and with exit code 1.
 *
 * @param name what it says of itself
 * @param start reads the settings and listens
 */
export async function run(name: string, start: () => Promise<Listening>): Promise<void> {
  try {
    const running = await start();
    console.log(`${name} listens at ${running.url}`);
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
}

function isPortTaken(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}
