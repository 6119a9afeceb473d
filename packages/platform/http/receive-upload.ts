import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { ApiError, throwApiError, type Upload } from "@souk/contract";
import type { ReceivedUpload } from "../infrastructure/routing/call.ts";

/** An incoming file: a request's body of which nothing was read yet. */
export interface ComingUpload {
  type: string;
  limits: Upload;
  /** The length that the client announces; null when it announces none. */
  length: number | null;
}

const secondMs = 1_000;
/**
 * The time a file may take, and one more second for each received portion: slow lines pass, stalled ones do
 * not.
 */
const patience = { seconds: 30, bytesASecond: 64 * 1024 };
/**
 * How long a client may keep sending data that is discarded, so that it reads the error before its connection
 * ends.
 */
const lingerMs = 5_000;

const uploading = new WeakSet<Socket>();

/** Return whether a connection receives a file, whose time is then limited here and not by the server. */
export function takesUpload(socket: Socket): boolean {
  return uploading.has(socket);
}

/** Strip `charset=utf-8` from a type, which texts may carry; any other parameter makes it another type. */
function plainType(header: string | undefined): string {
  const type = (header ?? "").trim().toLowerCase();
  return type.startsWith("text/") ? type.replace(/[ \t]*;[ \t]*charset="?utf-8"?$/, "") : type;
}

/** Return the file that a request uploads, or null when it is of none of the types. */
export function comingUpload({ headers }: IncomingMessage, limits: Upload): ComingUpload | null {
  const type = plainType(headers["content-type"]);
  if (!limits.types.includes(type)) return null;
  const length = headers["content-length"];
  return { type, limits, length: length === undefined ? null : Number(length) };
}

/**
 * Write a request's body into a new file, with only a portion of it in memory.
 * @param folder where the file is written; the caller removes it
 * @throws ApiError body_too_large as soon as that is seen, request_timeout when the file stalls,
 *   malformed_request when the connection breaks; nothing of the file remains then
 */
export async function receiveUpload(
  request: IncomingMessage,
  { type, limits, length }: ComingUpload,
  folder: string,
): Promise<ReceivedUpload> {
  const path = join(folder, `${randomUUID()}.upload`);
  const meter = { size: 0, hash: createHash("sha256") };
  const { socket } = request;
  uploading.add(socket);
  const late = lateness(meter);
  try {
    if (length !== null && length > limits.maxBytes) throwApiError("body_too_large");
    const file = await open(path, "wx", 0o600);
    await Promise.race([write(request, file, { meter, maxBytes: limits.maxBytes }), late.promise]);
    return { type, path, size: meter.size, sha256: meter.hash.digest() };
  } catch (error) {
    // Asked first: a request that was read to its end counts as destroyed too.
    const broke = request.destroyed && !request.complete;
    linger(request);
    await rm(path, { force: true });
    throw broke && !(error instanceof ApiError) ? new ApiError("malformed_request") : error;
  } finally {
    late.stop();
    uploading.delete(socket);
  }
}

interface Meter {
  size: number;
  hash: ReturnType<typeof createHash>;
}

async function write(
  request: IncomingMessage,
  file: FileHandle,
  { meter, maxBytes }: { meter: Meter; maxBytes: number },
): Promise<void> {
  try {
    // The connection stays: the response to a rejected file goes over it.
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      meter.size += part.length;
      if (meter.size > maxBytes) throwApiError("body_too_large");
      meter.hash.update(part);
      await file.appendFile(part);
    }
  } finally {
    await file.close();
  }
}

function lateness(meter: Meter): { promise: Promise<never>; stop(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (seconds > patience.seconds + meter.size / patience.bytesASecond)
      reject(new ApiError("request_timeout"));
  }, secondMs);
  return { promise, stop: () => clearInterval(timer) };
}

/** Keep reading and discarding for a while: a client that is still sending would not see the response. */
function linger(request: IncomingMessage): void {
  const { socket } = request;
  if (request.closed || socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  const stop = (): void => {
    clearTimeout(timer);
    socket.off("close", stop);
  };
  request.once("end", stop);
  socket.once("close", stop);
  request.on("error", () => {});
  // After whoever reads it has let go of it.
  setImmediate(() => request.resume());
}
