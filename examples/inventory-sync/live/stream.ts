import type { ServerResponse } from "node:http";
import type { ChangeFeed } from "./change-feed.ts";

// This is shorter than the idle timeout of proxies.
const heartbeatMs = 15_000;
/**
 * Maximum duration of a stream. After it the page must send a valid session token again, because the stream would otherwise
 * continue after its token has expired.
 */
const maxStreamMs = 5 * 60_000;

/**
 * Stream a store's changes to a page as server-sent events. The recent changes are sent first, then each new one. The page
 * reads the stream with `fetch`, because an EventSource cannot send a session token.
 */
export function streamChanges(
  reply: ServerResponse,
  { feed, stopping }: { feed: ChangeFeed; stopping: AbortSignal },
): void {
  // If the page disconnected during its authentication, `close` has already been emitted and would not remove the watcher.
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
  stopping.addEventListener("abort", endStream, { once: true });
  reply.once("close", () => {
    unwatch();
    clearInterval(heartbeat);
    clearTimeout(timeLimit);
    stopping.removeEventListener("abort", endStream);
  });
}
