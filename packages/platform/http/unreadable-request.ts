import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { Refusal } from "@souk/contract";
import { errorAnswer, toRefusal } from "./errors.ts";

/**
 * Answers a connection whose bytes never became a request (broken HTTP, headers too large or too slow) in the one error
 * shape, and ends it.
 * @param error what Node's parser or its clock says
 */
export function answerUnreadable(error: Error, socket: Socket, requestId: string): void {
  if (!socket.writable || ("code" in error && error.code === "ECONNRESET")) {
    socket.destroy();
    return;
  }
  const known = toRefusal(error);
  const refusal = known.code === "internal" ? new Refusal("malformed_request") : known;
  const { status, text, headers } = errorAnswer(refusal, requestId);
  const all = { ...headers, "content-length": Buffer.byteLength(text), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`);
  socket.destroySoon();
}
