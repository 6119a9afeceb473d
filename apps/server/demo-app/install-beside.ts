import { setTimeout as sleep } from "node:timers/promises";
import type { Visit } from "@souk/platform";
import { visitApp } from "./visit-app.ts";

/** An example app that is to be in the demo's shop. */
export interface InstallBeside {
  /** Installs it, over the addresses that it answers. @returns whether it was installed now */
  install(visit: Visit): Promise<boolean>;
  /** Takes one line about what became of it. */
  say(line: string): void;
}

const betweenMs = 500;
const tries = 120;

/** Installs an example app as soon as it answers, while the server runs. @param stopping ends the waiting */
export async function installBeside({ install, say }: InstallBeside, stopping: AbortSignal): Promise<void> {
  let problem = "";
  for (let made = 0; made < tries && !stopping.aborted; made += 1) {
    try {
      if (await install((url) => visitApp(url, stopping))) say("It is installed in the demo shop.");
      return;
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    // Broken off when the server stops.
    await sleep(betweenMs, undefined, { signal: stopping }).catch(() => undefined);
  }
  if (!stopping.aborted) say(`It could not be installed in the demo shop: ${problem}`);
}
