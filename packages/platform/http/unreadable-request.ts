import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "@souk/contract";
import { buildErrorResponse, toApiError } from "./errors.ts";

/**
 * The header that makes a browser delete all cookies of the domain. Without it, a store's script that set many large cookies would
 * make the platform unreachable in that browser. After the deletion, the person has to sign in again.
 */
const cookieRemovalHeaders = { "clear-site-data": '"cookies"' };

/**
 * Respond with an API error to a connection whose bytes are not a readable request (broken HTTP, headers that are
 * too large or too slow), and close the connection.
 * @param error the error of Node's parser or of its timeout
 * @param options.headers the headers that every response of the platform has
 */
export function rejectUnreadableRequest(
  error: Error,
  socket: Socket,
  options: { requestId: string; headers: Readonly<Record<string, string>> },
): void {
  if (!socket.writable || ("code" in error && error.code === "ECONNRESET")) {
    socket.destroy();
    return;
  }
  const knownError = toApiError(error);
  const apiError = knownError.code === "internal" ? new ApiError("malformed_request") : knownError;
  const { status, text, headers } = buildErrorResponse(apiError, options.requestId);
  // guard too-many-cookies: without it, http/neighbor-cookies.test.ts fails
  const cookieHeaders = apiError.code === "headers_too_large" ? cookieRemovalHeaders : {};
  const allHeaders = {
    ...options.headers,
    ...headers,
    ...cookieHeaders,
    "content-length": Buffer.byteLength(text),
    connection: "close",
  };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${text}`);
  socket.destroySoon();
}
