import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { join } from "node:path";
import { Refusal, refuse, type Upload } from "@souk/contract";
import type { ReceivedUpload } from "../routing/call.ts";

/** A file that is coming: a request's body before anything of it was read. */
export interface ComingUpload {
  type: string;
  limits: Upload;
  /** What the client says it will send; null when it does not say. */
  length: number | null;
}

const secondMs = 1_000;
/** A file may take so long, and a second more for each portion of it that has come: slow lines do, stalled ones do not. */
const patience = { seconds: 30, bytesASecond: 64 * 1024 };
/** How long a client may go on sending what is thrown away, so that it reads why before its connection ends. */
const lingerMs = 5_000;

const uploading = new WeakSet<Socket>();

/** Whether a file comes on a connection, whose time is then counted here and not by the server. */
export function takesUpload(socket: Socket): boolean {
  return uploading.has(socket);
}

/** The type without `charset=utf-8`, which texts may carry; every other parameter makes it another type. */
function plainType(header: string | undefined): string {
  const type = (header ?? "").trim().toLowerCase();
  return type.startsWith("text/") ? type.replace(/[ \t]*;[ \t]*charset="?utf-8"?$/, "") : type;
}

/** The file that a request brings, or null when what it brings is of none of the types. */
export function comingUpload({ headers }: IncomingMessage, limits: Upload): ComingUpload | null {
  const type = plainType(headers["content-type"]);
  if (!limits.types.includes(type)) return null;
  const length = headers["content-length"];
  return { type, limits, length: length === undefined ? null : Number(length) };
}

/**
 * Writes a request's body into a file of its own, never more than a portion of it in memory.
 * @param folder where the file lies; the caller removes it
 * @throws Refusal body_too_large as soon as that is seen, request_timeout when the file stalls, malformed_request when the
 *   connection breaks; nothing is left of it then
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
    if (length !== null && length > limits.maxBytes) refuse("body_too_large");
    const file = await open(path, "wx", 0o600);
    await Promise.race([write(request, file, { meter, maxBytes: limits.maxBytes }), late.promise]);
    return { type, path, size: meter.size, sha256: meter.hash.digest() };
  } catch (error) {
    // Asked first: a request that was read to its end counts as destroyed too.
    const broke = request.destroyed && !request.complete;
    linger(request);
    await rm(path, { force: true });
    throw broke && !(error instanceof Refusal) ? new Refusal("malformed_request") : error;
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
    // The connection stays: the answer to a file that is refused goes over it.
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      meter.size += part.length;
      if (meter.size > maxBytes) refuse("body_too_large");
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
      reject(new Refusal("request_timeout"));
  }, secondMs);
  return { promise, stop: () => clearInterval(timer) };
}

/** Reads on without keeping anything, for a while: a client that is still sending would not see the answer. */
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
