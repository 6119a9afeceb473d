import { type Operation, reduceResponse } from "@souk/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "./authenticate.ts";
import { assertNotInDebt } from "./caller-limits.ts";
import type { OperationResponse } from "./operation-response.ts";
import { buildRateLimitHeaders } from "./rate-limit.ts";
import type { RequestCharge, RequestWork } from "./request-costs.ts";
import { findWorkOwner } from "./run-use-case.ts";
import { limitSendTime, sendPieces } from "./send-pieces.ts";
import type { UnreadResponses } from "./unread-responses.ts";
import type { WorkShares } from "./work-shares.ts";

/** Dependencies of sending responses. */
export interface SendDeps {
  /** Limits how much of the database work each store may do at a time. */
  workShares: WorkShares;
  unreadResponses: UnreadResponses;
  /** Log an error that is a bug, in full. */
  report(error: unknown, request: FastifyRequest): void;
}

/** A text shorter than this fits into the buffers of a connection, so the time for sending it is not limited. */
const minLimitedBytes = 65_536;

/** A response that is ready to be sent to its caller. */
export interface ResponseToSend {
  response: OperationResponse;
  operation: Operation;
  principal: Principal;
  charge: RequestCharge;
  /** How long the work on the database took, in milliseconds. */
  ms: number;
}

/**
 * Send the response to an operation, as far as its caller may read it, and charge the caller for its size and for the time of the
 * work on the database.
 */
export function sendResponse(
  reply: FastifyReply,
  { response, operation, principal, charge, ms }: ResponseToSend,
  deps: SendDeps,
): FastifyReply | Promise<FastifyReply> {
  const { readPieces } = response;
  const owner = findWorkOwner(principal);
  if (readPieces && owner) {
    charge.chargeWork({ bytes: 0, ms });
    const pieceDeps = {
      shares: deps.workShares,
      report: (error: unknown) => deps.report(error, reply.request),
      onStart: () => assertNotInDebt(reply, charge),
      onProgress: (work: RequestWork) => charge.chargeWork({ bytes: work.bytes, ms: ms + work.ms }),
    };
    return sendPieces(reply, { readPieces, owner }, pieceDeps);
  }
  // guard response-scopes: with `response.text` instead of `reduceResponse(response.text, operation, principal.actor)`, response-access.test.ts fails
  const text = reduceResponse(response.text, operation, principal.actor);
  const bytes = Buffer.byteLength(text);
  const rateState = charge.chargeWork({ bytes, ms });
  if (rateState !== null) reply.headers(buildRateLimitHeaders(rateState));
  if (bytes > minLimitedBytes) {
    limitSendTime(reply.raw);
    if (owner) deps.unreadResponses.add(owner.share, bytes, reply.raw);
  }
  return reply.send(text);
}
