import type { ServerResponse } from "node:http";
import type { Board } from "./board.ts";

// Shorter than the idle timeout of proxies.
const heartbeatMs = 15_000;
/**
 * Longest stream: the page must prove its session again after it, since a stream would outlive every token.
 */
const longestMs = 5 * 60_000;

/**
 * Stream a store's changes to a page as server-sent events: first the recent ones, then each new one. The
 * page reads it with `fetch`, because an EventSource can send no session token.
 */
export function streamBoard(
  reply: ServerResponse,
  { board, closing }: { board: Board; closing: AbortSignal },
): void {
  // Who left while the app found out who they are sends no `close` any more to end the watching.
  if (reply.closed) return;
  reply.writeHead(200, {
    "content-type": "text/event-stream",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
  });
  const send = (name: string, data: object): void => {
    reply.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  };
  send("recent", { arrivals: board.recent() });
  if (board.reconciledTo !== undefined) send("reconciled", { to: board.reconciledTo });
  const unwatch = board.watch((event) => {
    if (event.name === "arrival") return send("arrival", event.arrival);
    if (event.name === "reconciled") return send("reconciled", { to: event.to });
    send("removed", {});
    reply.end();
  });
  const heartbeat = setInterval(() => reply.write(": still here\n\n"), heartbeatMs);
  const end = (): void => {
    reply.end();
  };
  const late = setTimeout(end, longestMs);
  closing.addEventListener("abort", end, { once: true });
  reply.once("close", () => {
    unwatch();
    clearInterval(heartbeat);
    clearTimeout(late);
    closing.removeEventListener("abort", end);
  });
}
