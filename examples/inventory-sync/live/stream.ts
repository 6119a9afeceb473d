import type { ServerResponse } from "node:http";
import type { Board } from "./board.ts";

// Shorter than what proxies take for a dead connection.
const heartbeatMs = 15_000;
/** Whoever watches shows again who they are, since a stream would outlive every token. */
const longestMs = 5 * 60_000;

/**
 * Sends a page what arrives, as server-sent events: first what came lately, then each as it comes. The page reads it with
 * `fetch`, because an EventSource can send no session token.
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
  const unwatch = board.watch((event) => {
    if (event.name === "arrival") return send("arrival", event.arrival);
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
