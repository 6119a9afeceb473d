import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { ApiError, throwApiError, type Upload } from "@souk/contract";
import type { ReceivedUpload } from "../infrastructure/routing/call.ts";

/** What a request's headers say about the file in its body, which is not read yet. */
export interface IncomingUpload {
  type: string;
  limits: Upload;
  /** The Content-Length in bytes; null if the header is missing. */
  length: number | null;
}

const secondMs = 1_000;
/**
 * The time that an upload may take: 30 seconds, plus one second for every 64 KiB received. Slow connections
 * succeed, and stalled ones time out.
 */
const uploadTimeout = { seconds: 30, bytesPerSecond: 64 * 1024 };
/**
 * How long the rest of a rejected upload is received and discarded, so that the client reads the error response
 * before the connection ends.
 */
const drainMs = 5_000;

const receivingSockets = new WeakSet<Socket>();

/** Return whether this connection is receiving an upload, whose time limit is enforced here and not by the server. */
export function isReceivingUpload(socket: Socket): boolean {
  return receivingSockets.has(socket);
}

/**
 * Normalize a Content-Type. `charset=utf-8` is removed from text types. Any other parameter is kept, so that the result equals
 * none of the accepted types.
 */
function normalizeContentType(header: string | undefined): string {
  const type = (header ?? "").trim().toLowerCase();
  return type.startsWith("text/") ? type.replace(/[ \t]*;[ \t]*charset="?utf-8"?$/, "") : type;
}

/** Read the type and length of an upload from the request's headers, or return null if its type is not allowed. */
export function readUploadHeader({ headers }: IncomingMessage, limits: Upload): IncomingUpload | null {
  const type = normalizeContentType(headers["content-type"]);
  if (!limits.types.includes(type)) return null;
  const length = headers["content-length"];
  return { type, limits, length: length === undefined ? null : Number(length) };
}

/**
 * Stream a request's body into a new file.
 * @param folder the folder for the file; the caller must delete the file
 * @throws ApiError `body_too_large` as soon as the limit is exceeded, `request_timeout` if the upload stalls,
 *   `malformed_request` if the connection breaks; the incomplete file is deleted first
 */
export async function receiveUpload(
  request: IncomingMessage,
  { type, limits, length }: IncomingUpload,
  folder: string,
): Promise<ReceivedUpload> {
  const path = join(folder, `${randomUUID()}.upload`);
  const progress = { size: 0, hash: createHash("sha256") };
  const { socket } = request;
  receivingSockets.add(socket);
  const stallTimer = startStallTimer(progress);
  try {
    if (length !== null && length > limits.maxBytes) throwApiError("body_too_large");
    const file = await open(path, "wx", 0o600);
    await Promise.race([
      writeToFile(request, file, { progress, maxBytes: limits.maxBytes }),
      stallTimer.promise,
    ]);
    return { type, path, size: progress.size, sha256: progress.hash.digest() };
  } catch (error) {
    // `destroyed` is also true for a request that was read to its end.
    const isConnectionBroken = request.destroyed && !request.complete;
    drainRequest(request);
    await rm(path, { force: true });
    throw isConnectionBroken && !(error instanceof ApiError) ? new ApiError("malformed_request") : error;
  } finally {
    stallTimer.stop();
    receivingSockets.delete(socket);
  }
}

interface UploadProgress {
  size: number;
  hash: ReturnType<typeof createHash>;
}

async function writeToFile(
  request: IncomingMessage,
  file: FileHandle,
  { progress, maxBytes }: { progress: UploadProgress; maxBytes: number },
): Promise<void> {
  try {
    // Keep the connection open, because the response to a rejected file is sent over it.
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      progress.size += chunk.length;
      if (progress.size > maxBytes) throwApiError("body_too_large");
      progress.hash.update(chunk);
      await file.appendFile(chunk);
    }
  } finally {
    await file.close();
  }
}

/** Start a timer whose promise rejects with `request_timeout` when the upload has taken longer than `uploadTimeout` allows. */
function startStallTimer(progress: UploadProgress): { promise: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (seconds > uploadTimeout.seconds + progress.size / uploadTimeout.bytesPerSecond)
      reject(new ApiError("request_timeout"));
  }, secondMs);
  return { promise, stop: () => clearInterval(timer) };
}

/** Receive and discard the rest of the request for up to 5 seconds, so that the client reads the error response. */
function drainRequest(request: IncomingMessage): void {
  const { socket } = request;
  if (request.closed || socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), drainMs);
  const stop = (): void => {
    clearTimeout(timer);
    socket.off("close", stop);
  };
  request.once("end", stop);
  socket.once("close", stop);
  request.on("error", () => {});
  // Wait until the iterator has released the stream.
  setImmediate(() => request.resume());
}
