import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { ReadPieces } from "../infrastructure/routing/response.ts";
import type { RequestWork } from "./request-costs.ts";
import type { WorkShares } from "./work-shares.ts";

/** The time that a client has to receive a response, or one piece of a response that is sent in pieces. */
const maxSendMs = 120_000;

/**
 * End a response whose client does not receive it in time, because until then its text takes up memory.
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

/**
 * Send a large response piece by piece. Each piece is read within the store's share, when the client has received the previous piece.
 * @param onSent called when the response has ended
 * @throws ApiError if the first piece cannot be read; a later error ends the connection
 */
export async function sendPieces(
  reply: FastifyReply,
  { readPieces, storeId }: { readPieces: ReadPieces; storeId: number },
  { shares, onSent }: { shares: WorkShares; onSent: (work: RequestWork) => void },
): Promise<FastifyReply> {
  const response = reply.raw;
  const endLargeResponse = await shares.startLargeResponse(storeId);
  const pieces = readPieces();
  let bytes = 0;
  let ms = 0;
  const readNext = async () => {
    const piece = await shares.run(storeId, () => pieces.next());
    ms += piece.ms;
    return piece.result;
  };
  const onClose = () => {
    endLargeResponse();
    onSent({ bytes, ms });
  };
  // If the client disconnected during the wait for its turn, no `close` event follows, and nothing is read.
  if (response.destroyed) {
    onClose();
    return reply.send("");
  }
  response.once("close", onClose);
  try {
    const first = await readNext();
    const restartSendTime = limitSendTime(response);
    const text = async function* () {
      for (let piece = first; !piece.done; piece = await readNext()) {
        restartSendTime();
        bytes += Buffer.byteLength(piece.value);
        yield piece.value;
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
