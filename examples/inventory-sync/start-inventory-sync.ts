import { join } from "node:path";
import { fileTokenStore, type Listening, listen, nodeHandler } from "@souk/app-sdk";
import type { SyncConfig } from "./config.ts";
import { answerOwnAddress } from "./http/own-addresses.ts";
import { createSync } from "./sync.ts";

/** Starts the app: three addresses are the SDK's, all others are its own. */
export async function startInventorySync(config: SyncConfig): Promise<Listening> {
  const sync = createSync(config.app, fileTokenStore(join(config.dataDir, "installations")));
  const { url, stop } = await listen(
    nodeHandler(sync.app, (request, reply) => answerOwnAddress(request, reply, sync)),
    config,
  );
  return {
    url,
    stop: () => {
      // The pages' streams would not end by themselves.
      sync.boards.close();
      return stop();
    },
  };
}
