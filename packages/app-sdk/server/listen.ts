import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

/** A listening server. */
export interface Listening {
  /** The server's URL on this machine. */
  url: string;
  /** Stop the server after requests in progress have finished. */
  stop(): Promise<void>;
}

/** How many milliseconds requests in progress may take to finish when the server stops. */
const graceMs = 2_000;

/**
 * Start a server for an app: `listen(nodeHandler(app), { host: "127.0.0.1", port: 4100 })`.
 * @param options where to listen; port 0 chooses a free port
 * @throws the system's error if the port is in use
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
      const closeEvent = once(server, "close");
      server.close();
      server.closeIdleConnections();
      // This also closes connections on which a browser has sent no request. Node does not count those as idle.
      const timer = setTimeout(() => server.closeAllConnections(), graceMs);
      await closeEvent;
      clearTimeout(timer);
    },
  };
}
