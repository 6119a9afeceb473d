import { join } from "node:path";
import { fileTokenStore, type Listening, listen, nodeHandler, standardListener } from "@souk/app-sdk";
import type { LogisticsConfig } from "./config.ts";
import { createLogistics } from "./logistics.ts";
import { answerOwnAddress } from "./own-addresses.ts";
import { openParcelBook } from "./parcels/parcel-book.ts";

/** Running app with the function that moves its parcels. */
export interface RunningLogistics extends Listening {
  /** Update all parcels to the current time, now. */
  goRound(): Promise<void>;
}

const roundMs = 5_000;

/**
 * Start the app: three addresses are the SDK's, all others are its own.
 * @param now the time; the real one when left out
 */
export async function startLogistics(
  { app: config, dataDir, host, port }: LogisticsConfig,
  now: () => Date = () => new Date(),
): Promise<RunningLogistics> {
  const store = fileTokenStore(join(dataDir, "installations"));
  const book = await openParcelBook(join(dataDir, "parcels"));
  const logistics = createLogistics(config, { store, book, now });
  const { app, goRound } = logistics;
  const own = standardListener(app, (request) => answerOwnAddress(request, logistics));
  const { url, stop } = await listen(nodeHandler(app, own), { host, port });
  const rounds = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const round = goRound().finally(() => rounds.delete(round));
    rounds.add(round);
  }, roundMs);
  return {
    url,
    goRound,
    stop: async () => {
      clearInterval(timer);
      await Promise.all([...rounds, stop()]);
    },
  };
}
