import { type Operation, reduceResponse } from "@souk/contract";
import type { FastifyReply } from "fastify";
import type { Principal } from "./authenticate.ts";
import type { OperationResponse } from "./operation-response.ts";
import { buildRateLimitHeaders } from "./rate-limit.ts";
import { chargeRequest, type RequestRateLimiters } from "./request-costs.ts";
import { limitSendTime, sendPieces } from "./send-pieces.ts";
import type { WorkShares } from "./work-shares.ts";

/** Dependencies of sending responses. */
export interface SendDeps extends RequestRateLimiters {
  /** The shares of the stores in the work on the database. */
  workShares: WorkShares;
}

/** A shorter text fits into the buffers of a connection, so the time for sending it is not limited. */
const minLimitedLength = 65_536;

/**
 * Send the response to an operation, as far as its caller may read it, and charge the caller for its size and for the time of the
 * work on the database.
 */
export function sendResponse(
  reply: FastifyReply,
  {
    response,
    operation,
    principal,
  }: { response: OperationResponse; operation: Operation; principal: Principal },
  deps: SendDeps,
): FastifyReply | Promise<FastifyReply> {
  const { readPieces, ms = 0 } = response;
  if (readPieces && principal.store)
    return sendPieces(
      reply,
      { readPieces, storeId: principal.store.id },
      {
        shares: deps.workShares,
        onSent: ({ bytes, ms: readMs }) => void chargeRequest(principal, { bytes, ms: ms + readMs }, deps),
      },
    );
  // guard: response-scopes replacing `reduceResponse(response.text, operation, principal.actor)` with `response.text`: response-access.test.ts
  const text = reduceResponse(response.text, operation, principal.actor);
  const rateState = chargeRequest(principal, { bytes: Buffer.byteLength(text), ms }, deps);
  if (rateState !== null) reply.headers(buildRateLimitHeaders(rateState));
  if (text.length > minLimitedLength) limitSendTime(reply.raw);
  return reply.send(text);
}
