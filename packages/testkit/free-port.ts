import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

// The operating system assigns ports above this range to connections and to listeners on port 0. So none of these takes the
// port that `findFreePort` has returned and on which the test does not listen yet.
const minPort = 20_000;
const maxPort = 32_000;

/** Find a port of 127.0.0.1 on which nothing listens. Another process may start to listen on it before the test does. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(minPort, maxPort);
    const server = createServer();
    try {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "EADDRINUSE") continue;
      throw error;
    }
    server.close();
    await once(server, "close");
    return port;
  }
}
