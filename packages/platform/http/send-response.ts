import { type Operation, reduceResponse } from "@souk/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Principal } from "./authenticate.ts";
import type { OperationResponse } from "./operation-response.ts";
import { buildRateLimitHeaders } from "./rate-limit.ts";
import { chargeRequest, type RequestRateLimiters } from "./request-costs.ts";
import { findWorkOwner } from "./run-use-case.ts";
import { limitSendTime, sendPieces } from "./send-pieces.ts";
import type { UnreadResponses } from "./unread-responses.ts";
import type { WorkShares } from "./work-shares.ts";

/** Dependencies of sending responses. */
export interface SendDeps extends RequestRateLimiters {
  /** Limits how much of the database work each store may do at a time. */
  workShares: WorkShares;
  unreadResponses: UnreadResponses;
  /** Log an error that is a bug, in full. */
  report(error: unknown, request: FastifyRequest): void;
}

/** A text shorter than this fits into the buffers of a connection, so the time for sending it is not limited. */
const minLimitedBytes = 65_536;

/** A response to send to a caller, after the work for it. */
export interface ResponseToSend {
  response: OperationResponse;
  operation: Operation;
  principal: Principal;
  /** The time of the work on the database. */
  ms: number;
}

/**
 * Send the response to an operation, as far as its caller may read it, and charge the caller for its size and for the time of the
 * work on the database.
 */
export function sendResponse(
  reply: FastifyReply,
  { response, operation, principal, ms }: ResponseToSend,
  deps: SendDeps,
): FastifyReply | Promise<FastifyReply> {
  const { readPieces } = response;
  const owner = findWorkOwner(principal);
  if (readPieces && owner)
    return sendPieces(
      reply,
      { readPieces, owner },
      {
        shares: deps.workShares,
        report: (error) => deps.report(error, reply.request),
        onSent: (work) => void chargeRequest(principal, { bytes: work.bytes, ms: ms + work.ms }, deps),
      },
    );
  // guard: response-scopes replacing `reduceResponse(response.text, operation, principal.actor)` with `response.text`: response-access.test.ts
  const text = reduceResponse(response.text, operation, principal.actor);
  const bytes = Buffer.byteLength(text);
  const rateState = chargeRequest(principal, { bytes, ms }, deps);
  if (rateState !== null) reply.headers(buildRateLimitHeaders(rateState));
  if (bytes > minLimitedBytes) {
    limitSendTime(reply.raw);
    if (owner) deps.unreadResponses.add(owner.share, bytes, reply.raw);
  }
  return reply.send(text);
}
