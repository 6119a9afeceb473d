import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type AttackResult, endedStatus } from "./attacks.ts";

/** The time in ms for which the connection stays open. */
const openMs = 15_000;

/**
 * Request a URL over a new connection, and for 15 seconds read nothing of the response beyond what Node buffers.
 * @returns status 200 if the response has begun in this time
 */
export async function leaveResponseUnread(port: number, url: string, token: string): Promise<AttackResult> {
  const { host, pathname, search } = new URL(url);
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined);
  try {
    await once(socket, "connect");
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nService-Access-Token: ${token}\r\n\r\n`,
    );
    await sleep(openMs);
    return { status: socket.bytesRead > 0 ? 200 : endedStatus };
  } finally {
    socket.destroy();
  }
}
