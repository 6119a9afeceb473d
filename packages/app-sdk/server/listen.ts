import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

/** A listening server. */
export interface Listening {
  /** The server's URL on this machine. */
  url: string;
  /** Stop the server after requests in progress have finished. */
  stop(): Promise<void>;
}

/** The time in milliseconds that requests in progress may take to finish. */
const graceMs = 2_000;

/**
 * Start a server for an app: `listen(nodeHandler(app), { host: "127.0.0.1", port: 4100 })`.
 * @param options where to listen; port 0 chooses a free one
 * @throws the system's error when the port is in use
 */
export async function listen(
  listener: RequestListener,
  options: { host: string; port: number },
): Promise<Listening> {
  const server = createServer(listener);
  server.listen(options.port, options.host);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : options.port;
  return {
    url: `http://localhost:${port}/`,
    stop: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeIdleConnections();
      // Browsers also keep connections open without a request; those count as busy.
      const rest = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(rest);
    },
  };
}
