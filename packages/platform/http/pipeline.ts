import { missingScope, type Operation, readQuery, refuse } from "@souk/contract";
import type { Database, Queryable } from "@souk/database";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Addresses } from "../addresses.ts";
import type { Clock } from "../clock.ts";
import { isJsonText, SessionAnswer } from "../routing/answer.ts";
import type { Call } from "../routing/call.ts";
import type { Route } from "../routing/route.ts";
import { authenticate, type Principal } from "./authenticate.ts";
import { endCookie, startCookie } from "./cookies.ts";
import type { Doors } from "./doors.ts";
import { readHost } from "./host.ts";
import { once, readIdempotencyKey } from "./idempotency.ts";
import { isJsonType, readJson } from "./json-body.ts";
import { readParams } from "./params.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { type Validator, validatorOf } from "./validate.ts";

/** What the pipeline needs beside the routes. */
export interface PipelineParts {
  database: Database;
  doors: Doors;
  addresses: Addresses;
  clock: Clock;
  /** Requests per installation or account. */
  rates: RateLimiter;
  /** Tries per address on sign-in, consent and token exchange. */
  guards: RateLimiter;
  /** Called after each change that may have raised events. */
  wake(): void;
}

interface Answer {
  status: number;
  text: string;
  replayed: boolean;
}

const emptyBody = Buffer.alloc(0);

/** Answers are for the caller alone and are nothing but JSON. */
const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : emptyBody;
}

/** API-4: JSON only, wrapped or bare, every wrong field named the same way in both; unknown fields are left alone. */
function readBody(request: FastifyRequest, operation: Operation, validate: Validator | null): unknown {
  if (validate === null) return undefined;
  const bytes = rawBody(request);
  if (!isJsonType(request.headers["content-type"])) refuse("unsupported_media_type");
  const sent = bytes.length === 0 ? {} : readJson(bytes);
  const inner =
    operation.wrapper === undefined
      ? undefined
      : (sent as Record<string, unknown> | null)?.[operation.wrapper];
  const wrapped = typeof inner === "object" && inner !== null && !Array.isArray(inner);
  const body = wrapped ? inner : sent;
  const fields = validate(body);
  if (fields.length > 0) refuse("invalid", { fields });
  return body;
}

function readQueryOf(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  zone: string,
): unknown {
  const mark = request.url.indexOf("?");
  const text = mark === -1 ? "" : request.url.slice(mark + 1);
  if (text === "" && Object.keys(operation.query).length === 0) return {};
  const pairs = [...new URLSearchParams(text)];
  if (text.length > 8192 || pairs.length > 100) refuse("invalid", { message: "The query is too long." });
  if (pairs.some(([, value]) => value.includes("\0")))
    refuse("invalid", { message: "The query contains the character NUL." });
  const { value, errors, warnings } = readQuery(operation.query, pairs, zone);
  if (errors.length > 0) refuse("invalid", { fields: errors });
  if (warnings.length > 0) reply.header("service-warning", warnings.join(", "));
  return value;
}

function limitRate(
  parts: PipelineParts,
  principal: Principal,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  if (operation.guarded) {
    const guard = parts.guards.take(`${operation.id} ${request.ip}`);
    if (!guard.allowed) refuse("rate_limited", { retry_after_s: guard.retryAfterSeconds });
  }
  if (principal.rateKey === null) return;
  const rate = parts.rates.take(principal.rateKey);
  reply.header("x-ratelimit-limit", rate.limit).header("x-ratelimit-remaining", rate.remaining);
  if (!rate.allowed) refuse("rate_limited", { retry_after_s: rate.retryAfterSeconds });
}

function encode(result: unknown, reply: FastifyReply, parts: PipelineParts, request: FastifyRequest): string {
  if (isJsonText(result)) return result.text;
  if (!(result instanceof SessionAnswer)) return JSON.stringify(result);
  const audience = readHost(request.headers.host, parts.addresses).kind === "partners" ? "partners" : "admin";
  const { change } = result;
  const cookie =
    change.kind === "end"
      ? endCookie(audience)
      : startCookie(audience, change.session_id, (change.expires_at.getTime() - parts.clock.now()) / 1000);
  reply.header("set-cookie", cookie);
  return JSON.stringify(result.body);
}

/** Makes the handler of one operation: host and store, caller, scope, rate, query, body, idempotency, use case, encoding. */
export function handlerOf(route: Route, parts: PipelineParts) {
  const { operation } = route;
  const validate = operation.body ? validatorOf(operation.body) : null;
  const changes = route.kind !== "read";

  async function perform(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    const run = async (on: Queryable) => ({
      status: 200,
      text: encode(await route.handle(on, call), reply, parts, request),
      replayed: false,
    });
    const key =
      changes && operation.answersSecret !== true
        ? readIdempotencyKey(request.headers["idempotency-key"])
        : null;
    if (key === null) return route.kind === "write" ? parts.database.transaction(run) : run(parts.database);
    const keyed = {
      store_id: (call.store as { id: number } | null)?.id ?? 0,
      actor: `${call.actor.kind} ${call.actor.id}`,
      key,
      method: request.method,
      path: request.url.split("?")[0] ?? "",
      body: rawBody(request),
    };
    return parts.database.transaction((tx) => once(tx, keyed, parts.clock, () => run(tx)));
  }

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const principal = await authenticate(request, operation, parts.doors, parts.addresses);
    limitRate(parts, principal, operation, request, reply);
    const missing = missingScope(operation.scopes, principal.actor.scopes);
    if (missing !== null) refuse("scope_missing", { required_scope: missing });
    const call = {
      actor: principal.actor,
      request_id: request.id,
      store: principal.store,
      installation: principal.installation,
      signed_in: principal.signed_in,
      params: readParams(request.params as Record<string, string>, operation.params),
      query: readQueryOf(request, reply, operation, principal.store?.timezone ?? "UTC"),
      body: readBody(request, operation, validate),
      client_address: request.ip,
    } as unknown as Call;
    const answer = await perform(call, request, reply);
    if (changes) parts.wake();
    if (answer.replayed) reply.header("idempotent-replay", "true");
    return reply.code(answer.status).headers(jsonHeaders).send(answer.text);
  };
}
