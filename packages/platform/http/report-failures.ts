import type { ApiError } from "@souk/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";

/** The error that a request failed with. */
export interface RequestFailure {
  apiError: ApiError;
  error: unknown;
}

/** A failed request whose response has been sent. */
export interface ReportedFailure extends RequestFailure {
  request_id: string;
  store_id: number | null;
  /** Undefined if the caller was not identified. */
  actor: { kind: "app" | "account" | "operator" | "system"; id: string } | undefined;
  operation: string | null;
  method: string;
  path: string;
  status: number;
  duration_ms: number;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Why the request failed; null if it has not. */
    failure: RequestFailure | null;
  }
}

/** Prepare the server for `setFailure`. Call it once, before routes are mounted. */
export function decorateFailures(server: FastifyInstance): void {
  server.decorateRequest("failure", null);
}

/** Note why a request fails. The error is reported when the response has been sent. */
export function setFailure(request: FastifyRequest, failure: RequestFailure): void {
  request.failure = failure;
}

/** Report each failed request when its response has been sent. */
export function reportFailures(server: FastifyInstance, report: (failure: ReportedFailure) => void): void {
  server.addHook("onResponse", async (request, reply) => {
    if (request.failure === null) return;
    const { principal, routeOptions } = request;
    const operation = routeOptions.config.operation?.id ?? null;
    report({
      ...request.failure,
      request_id: request.id,
      store_id: principal?.store?.id ?? null,
      actor: principal?.actor,
      operation,
      method: request.method,
      // The path of a page can contain a token, such as that of an invitation. The path of an operation has only ids.
      path: operation === null ? (routeOptions.url ?? "") : (request.url.split("?")[0] ?? ""),
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime),
    });
  });
}
