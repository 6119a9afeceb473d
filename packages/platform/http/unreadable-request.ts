import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "@souk/contract";
import { errorAnswer, toApiError } from "./errors.ts";

/**
 * Respond to a connection whose bytes never became a request (broken HTTP, headers too large or too slow) in
 * the one error shape, and end it.
 * @param error the error of Node's parser or of its timeout
 */
export function answerUnreadable(error: Error, socket: Socket, requestId: string): void {
  if (!socket.writable || ("code" in error && error.code === "ECONNRESET")) {
    socket.destroy();
    return;
  }
  const known = toApiError(error);
  const apiError = known.code === "internal" ? new ApiError("malformed_request") : known;
  const { status, text, headers } = errorAnswer(apiError, requestId);
  const all = { ...headers, "content-length": Buffer.byteLength(text), connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`);
  socket.destroySoon();
}
