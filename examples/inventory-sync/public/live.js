// The stream of what arrives. An EventSource can send no session token, so the stream is read with fetch.
import { faultOf, send } from "./shop.js";

const shortestWaitMs = 1_000;
const longestWaitMs = 30_000;
/** The server says something every 15 seconds; a connection that says nothing for so long is dead. */
const longestSilenceMs = 40_000;

/** Follows the stream for as long as the page is open, and connects anew when it ends. */
export async function followLive(told) {
  let waitMs = shortestWaitMs;
  for (;;) {
    const end = await followOnce({
      ...told,
      connected: (arrivals) => {
        waitMs = shortestWaitMs;
        return told.connected(arrivals);
      },
    });
    if (end === "removed") return;
    // An end in good order is the server asking for a fresh proof of who looks.
    if (end === "lost") told.lost();
    // Not all pages at once, when the server has been away.
    await new Promise((done) => setTimeout(done, waitMs * (0.75 + Math.random() / 2)));
    waitMs = Math.min(waitMs * 2, longestWaitMs);
  }
}

/** @returns how it ended: "removed", "ended" or "lost" */
async function followOnce(told) {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), longestSilenceMs);
  try {
    const response = await send("/live", { signal: silence.signal });
    if (!response.ok) {
      told.refused(`Nothing can be followed: ${(await faultOf(response)).message}`);
      return "lost";
    }
    for await (const { name, data } of events(response.body)) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), longestSilenceMs);
      if (name === "recent") told.connected(data.arrivals);
      if (name === "arrival") told.arrived(data);
      if (name === "removed") {
        told.removed();
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
