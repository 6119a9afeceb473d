import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileTokenStore, nodeHandler } from "@souk/app-sdk";
import type { SyncConfig } from "./config.ts";
import { answerOwnAddress } from "./http/own-addresses.ts";
import { createSync } from "./sync.ts";

export interface RunningSync {
  /** Where it is reached on this machine. */
  url: string;
  /** Ends the pages' streams, lets other requests finish, and closes. */
  stop(): Promise<void>;
}

/** How long requests under way may take to end. */
const graceMs = 2_000;

/** Starts the app: three addresses are the SDK's, all others are its own. */
export async function startInventorySync(config: SyncConfig): Promise<RunningSync> {
  const sync = createSync(config.app, fileTokenStore(join(config.dataDir, "installations")));
  const server = createServer(
    nodeHandler(sync.app, (request, reply) => answerOwnAddress(request, reply, sync)),
  );
  server.listen(config.port, config.host);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : config.port;
  return {
    url: `http://localhost:${port}/`,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      sync.boards.close();
      server.closeIdleConnections();
      // Browsers also hold connections on which they have asked nothing yet; those count as busy.
      const rest = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(rest);
    },
  };
}
