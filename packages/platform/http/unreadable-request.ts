import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { ApiError } from "@souk/contract";
import { buildErrorResponse, toApiError } from "./errors.ts";

/**
 * The header that makes a browser delete all cookies of the domain. Otherwise a script of a store that sets many large cookies would
 * make the platform unreachable in that browser. The person has to sign in again.
 */
const removeAllCookies = { "clear-site-data": '"cookies"' };

/**
 * Respond with an API error to a connection whose bytes are not a readable request (broken HTTP, headers that are
 * too large or too slow), and close the connection.
 * @param error the error of Node's parser or of its timeout
 * @param options.headers the headers of every response
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
  const parsedError = toApiError(error);
  const apiError = parsedError.code === "internal" ? new ApiError("malformed_request") : parsedError;
  const { status, text, headers } = buildErrorResponse(apiError, options.requestId);
  // guard: too-many-cookies: http/neighbor-cookies.test.ts
  const cookieHeaders = apiError.code === "headers_too_large" ? removeAllCookies : {};
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
