// Follows the stream of changes. An EventSource cannot send a session token, so the stream is read with fetch.
import { readResponseError, send } from "./store.js";

const minWaitMs = 1_000;
const maxWaitMs = 30_000;
/** The server sends a message every 15 seconds. If none arrives for this long, the connection is considered lost. */
const maxSilenceMs = 40_000;

/** Read the stream while the page is open, and reconnect when it ends. Return if the store has uninstalled the app. */
export async function followChanges(listeners) {
  let waitMs = minWaitMs;
  for (;;) {
    const end = await readStream({
      ...listeners,
      onConnected: (arrivals) => {
        waitMs = minWaitMs;
        return listeners.onConnected(arrivals);
      },
    });
    if (end === "removed") return;
    // A stream that the server ended is not an error. The server ends it so that the page sends a new session token.
    if (end === "lost") listeners.onLost();
    // The wait is randomized, so that not all pages reconnect at the same time.
    await new Promise((resolve) => setTimeout(resolve, waitMs * (0.75 + Math.random() / 2)));
    waitMs = Math.min(waitMs * 2, maxWaitMs);
  }
}

/** Read the stream until it ends. @returns how it ended: "removed", "ended" (by the server) or "lost" */
async function readStream(listeners) {
  const silenceController = new AbortController();
  let timer = setTimeout(() => silenceController.abort(), maxSilenceMs);
  try {
    const response = await send("/live", { signal: silenceController.signal });
    if (!response.ok) {
      listeners.onRefused(`Live updates are not available. ${(await readResponseError(response)).message}`);
      return "lost";
    }
    for await (const { name, data } of readEvents(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silenceController.abort(), maxSilenceMs);
      if (name === "recent") listeners.onConnected(data.arrivals);
      if (name === "arrival") listeners.onArrival(data);
      if (name === "reconciled") listeners.onReconciled(data.to);
      if (name === "removed") {
        listeners.onRemoved();
        return "removed";
      }
    }
    return "ended";
  } catch {
    return "lost";
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Read server-sent events (HTML standard, section 9.2). A comment, which keeps the connection alive, is an event whose name
 * is undefined.
 */
async function* readEvents(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) yield parseEvent(block);
  }
}

function parseEvent(block) {
  const getField = (name) =>
    block
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = getField("data");
  return { name: getField("event"), data: data === undefined ? undefined : JSON.parse(data) };
}
