// The stream of what arrives. An EventSource can send no session token, so the stream is read with fetch.
import { faultOf, send } from "./store.js";

const shortestWaitMs = 1_000;
const longestWaitMs = 30_000;
/** The server sends a message every 15 seconds; a connection without one for this long is lost. */
const longestSilenceMs = 40_000;

/** Follow the stream while the page is open, and reconnect when it ends. */
export async function followLive(listeners) {
  let waitMs = shortestWaitMs;
  for (;;) {
    const end = await followOnce({
      ...listeners,
      connected: (arrivals) => {
        waitMs = shortestWaitMs;
        return listeners.connected(arrivals);
      },
    });
    if (end === "removed") return;
    // An end in good order is the server asking for a fresh proof of who looks.
    if (end === "lost") listeners.lost();
    // With jitter, so that not all pages reconnect at once.
    await new Promise((done) => setTimeout(done, waitMs * (0.75 + Math.random() / 2)));
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

/** @returns how it ended: "removed", "ended" or "lost" */
async function followOnce(listeners) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), longestSilenceMs);
  try {
    const response = await send("/live", { signal: silence.signal });
    if (!response.ok) {
      listeners.refused(`Live updates are not available: ${(await faultOf(response)).message}`);
      return "lost";
    }
    for await (const { name, data } of events(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), longestSilenceMs);
      if (name === "recent") listeners.connected(data.arrivals);
      if (name === "arrival") listeners.arrived(data);
      if (name === "reconciled") listeners.reconciled(data.to);
      if (name === "removed") {
        listeners.removed();
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

/** Reads server-sent events (HTML, section 9.2); a comment, which keeps the connection alive, comes without a name. */
async function* events(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const blocks = text.split("\n\n");
    text = blocks.pop();
    for (const block of blocks) yield eventIn(block);
  }
}

function eventIn(block) {
  const field = (name) =>
    block
      .split("\n")
      .find((line) => line.startsWith(`${name}: `))
      ?.slice(name.length + 2);
  const data = field("data");
  return { name: field("event"), data: data === undefined ? undefined : JSON.parse(data) };
}
