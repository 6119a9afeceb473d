import type { FastifyReply } from "fastify";
import {
  isJsonText,
  type ReadPieces,
  type SessionChange,
  SessionResponse,
} from "../infrastructure/routing/response.ts";
import type { Clock } from "../runtime/clock.ts";
import { buildSessionCookies } from "./cookies.ts";
import type { HostKind } from "./host.ts";

/** The response to an operation before it is sent. */
export interface OperationResponse {
  status: number;
  text: string;
  /** Reads the text if it is sent in pieces; `text` is empty then. */
  readPieces?: ReadPieces;
  /** Whether this is the stored response to an earlier request with the same idempotency key. */
  isReplay: boolean;
  session?: SessionChange;
  warning?: string;
}

/** Headers of JSON responses, which must not be cached. */
const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
};

/** Encode the result of a use case as a response. */
export function encodeResult(result: unknown): OperationResponse {
  const response = { status: 200, isReplay: false };
  if (isJsonText(result)) {
    const { text, readPieces, warning } = result;
    return {
      ...response,
      text,
      ...(readPieces === null ? {} : { readPieces }),
      ...(warning === null ? {} : { warning }),
    };
  }
  if (!(result instanceof SessionResponse)) return { ...response, text: JSON.stringify(result) };
  return { ...response, text: JSON.stringify(result.body), session: result.change };
}

/** Set the status and the headers of a response, with the session's cookie if the operation changed the session. */
export function setHeaders(
  reply: FastifyReply,
  { status, session, warning, isReplay }: OperationResponse,
  { host, clock }: { host: HostKind; clock: Clock },
): void {
  reply.code(status).headers(jsonHeaders);
  const audience = host === "partners" ? "partners" : "admin";
  if (session) reply.header("set-cookie", buildSessionCookies(audience, session, clock.now()));
  if (warning !== undefined) reply.header("service-warning", warning);
  if (isReplay) reply.header("idempotent-replay", "true");
}
