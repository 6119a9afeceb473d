import type { ServerResponse } from "node:http";
import type { ChangeFeed } from "./change-feed.ts";

/** Time between two comments that keep the connection open. It is shorter than the idle timeout of proxies. */
const heartbeatMs = 15_000;
/**
 * Maximum duration of a stream. The page must request the next stream with a valid session token. Without this limit, a stream
 * would continue after the page's token has expired.
 */
const maxStreamMs = 5 * 60_000;

/**
 * Stream a store's changes to a page as server-sent events. The recent changes are sent first, then each new one. The page
 * reads the stream with `fetch`, because an EventSource cannot send a session token.
 */
export function streamChanges(
  reply: ServerResponse,
  { feed, stopSignal }: { feed: ChangeFeed; stopSignal: AbortSignal },
): void {
  // If the page has already disconnected, `close` was emitted before the listener below could remove the watcher.
  if (reply.closed) return;
  reply.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  const send = (name: string, data: object): void => {
    reply.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  send("recent", { arrivals: feed.listRecent() });
  if (feed.reconciledTo !== undefined) send("reconciled", { to: feed.reconciledTo });
  const unwatch = feed.watch((event) => {
    if (event.name === "arrival") return send("arrival", event.arrival);
    if (event.name === "reconciled") return send("reconciled", { to: event.to });
    send("removed", {});
    reply.end();
  });
  const heartbeat = setInterval(() => reply.write(": still here\n\n"), heartbeatMs);
  const endStream = (): void => {
    reply.end();
  };
  const timeLimit = setTimeout(endStream, maxStreamMs);
  stopSignal.addEventListener("abort", endStream, { once: true });
  reply.once("close", () => {
    unwatch();
    clearInterval(heartbeat);
    clearTimeout(timeLimit);
    stopSignal.removeEventListener("abort", endStream);
  });
}
