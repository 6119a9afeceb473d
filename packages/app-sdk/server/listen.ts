import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

/** A server that listens. */
export interface Listening {
  /** Where it is reached on this machine. */
  url: string;
  /** Lets requests under way finish, and closes. */
  stop(): Promise<void>;
}

/** How long requests under way may take to end. */
const graceMs = 2_000;

/**
 * Listens for an app: `listen(nodeHandler(app), { host: "127.0.0.1", port: 4100 })`.
 * @param at where to listen; the port 0 stands for a free one
 * @throws what the system says when the port is taken
 */
export async function listen(
  listener: RequestListener,
  at: { host: string; port: number },
): Promise<Listening> {
  const server = createServer(listener);
  server.listen(at.port, at.host);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : at.port;
  return {
    url: `http://localhost:${port}/`,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      // Browsers also hold connections on which they have asked nothing yet; those count as busy.
      const rest = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(rest);
    },
  };
}
