import { setTimeout as sleep } from "node:timers/promises";
import type { VisitUrl } from "@souk/demo";
import { visitApp } from "./visit-app.ts";

/** How to install an example app in the demo store and print the outcome. */
export interface DemoInstallation {
  /** Install the app by visiting its URLs. @returns whether this call installed it */
  install(visit: VisitUrl): Promise<boolean>;
  /** Print one line about the outcome. */
  print(line: string): void;
}

/** Milliseconds between two attempts. */
const retryMs = 500;
const maxAttempts = 120;

/** Install an example app as soon as it responds, with at most 120 attempts. @param stopping ends the attempts when aborted */
export async function installWhenReady(
  { install, print }: DemoInstallation,
  stopping: AbortSignal,
): Promise<void> {
  let problem = "";
  for (let attempt = 0; attempt < maxAttempts && !stopping.aborted; attempt += 1) {
    try {
      const isNewInstallation = await install((url) => visitApp(url, stopping));
      if (isNewInstallation) print("Installed in the demo store.");
      return;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    // The wait ends early when the server stops.
    await sleep(retryMs, undefined, { signal: stopping }).catch(() => undefined);
  }
  if (!stopping.aborted) print(`Could not be installed in the demo store: ${problem}`);
}
