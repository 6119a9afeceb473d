import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { ReadPieces } from "../infrastructure/routing/response.ts";
import { toApiError } from "./errors.ts";
import type { RequestWork } from "./request-costs.ts";
import type { WorkOwner, WorkShares } from "./work-shares.ts";

/** The time that a client has to receive a response, or one piece of a response that is sent in pieces. */
const maxSendMs = 30_000;

/**
 * End a response if its client does not receive it in time, because its text takes up memory until it is received.
 * @returns a function that restarts the time limit
 */
export function limitSendTime(response: ServerResponse, maxMs = maxSendMs): () => void {
  const timer = setTimeout(() => response.destroy(), maxMs);
  timer.unref();
  if (response.destroyed) clearTimeout(timer);
  else response.once("close", () => clearTimeout(timer));
  return () => {
    if (!response.destroyed) timer.refresh();
  };
}

/** Dependencies of sending a response in pieces. */
export interface PieceSendDeps {
  shares: WorkShares;
  /** Log an error that is a bug, in full. */
  report(error: unknown): void;
  /** Called before the first piece is read. @throws ApiError if the response must not be sent after all */
  onStart(): void;
  /** Called after each piece, and when the response has ended, with the work for all pieces up to then. */
  onProgress(work: RequestWork): void;
}

/**
 * Send a large response piece by piece. Each piece is read within the store's share of the database work, after the client has
 * received the previous piece.
 * @throws ApiError if `onStart` throws or the first piece cannot be read; a later error ends the connection
 */
export async function sendPieces(
  reply: FastifyReply,
  { readPieces, owner }: { readPieces: ReadPieces; owner: WorkOwner },
  { shares, report, onStart, onProgress }: PieceSendDeps,
): Promise<FastifyReply> {
  const response = reply.raw;
  const endLargeResponse = await shares.startLargeResponse(owner);
  const pieces = readPieces();
  let bytes = 0;
  let ms = 0;
  const readNext = () => {
    return shares.run(owner, () => pieces.next(), {
      onEnd: (pieceMs) => {
        ms += pieceMs;
      },
    });
  };
  const onClose = () => {
    endLargeResponse();
    onProgress({ bytes, ms });
  };
  // If the client disconnected during the wait for its turn, no `close` event follows, and nothing is read.
  if (response.destroyed) {
    onClose();
    return reply.send("");
  }
  response.once("close", onClose);
  try {
    onStart();
    const firstPiece = await readNext();
    const restartSendTime = limitSendTime(response);
    const text = async function* () {
      try {
        for (let piece = firstPiece; !piece.done; piece = await readNext()) {
          restartSendTime();
          bytes += Buffer.byteLength(piece.value);
          onProgress({ bytes, ms });
          yield piece.value;
        }
      } catch (error) {
        // The status was sent with the first piece, so the client only sees that the connection ends.
        if (toApiError(error).code === "internal") report(error);
        throw error;
      }
    };
    // HEAD gets the headers only.
    if (reply.request.method === "HEAD") return reply.send("");
    return reply.send(Readable.from(text(), { highWaterMark: 1 }));
  } catch (error) {
    endLargeResponse();
    throw error;
  }
}
