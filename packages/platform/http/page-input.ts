import { throwApiError } from "@souk/contract";
import type { FastifyRequest } from "fastify";

/** Reject values with NUL, which PostgreSQL cannot store in a text. */
export function assertNoNul(values: readonly string[]): void {
  if (values.some((value) => value.includes("\0"))) {
    throwApiError("malformed_request", { message: "The request must not contain the character NUL." });
  }
}

function readPairs(text: string): [string, string][] {
  const pairs = [...new URLSearchParams(text)];
  assertNoNul(pairs.flat());
  return pairs;
}

/** Return the decoded query parameters of a page in their order. */
export function parseQuery(request: FastifyRequest): [string, string][] {
  const queryStart = request.url.indexOf("?");
  return queryStart === -1 ? [] : readPairs(request.url.slice(queryStart + 1));
}

/** Return the fields of a posted form; none if the request has no body. */
export function readForm(request: FastifyRequest): ReadonlyMap<string, string> {
  const body = request.body;
  if (!Buffer.isBuffer(body)) return new Map();
  const type = request.headers["content-type"] ?? "";
  if (!/^application\/x-www-form-urlencoded(?:;.*)?$/i.test(type)) {
    throwApiError("unsupported_media_type", {
      message: "Send a form as application/x-www-form-urlencoded.",
    });
  }
  return new Map(readPairs(body.toString("utf8")));
}
