import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { missingScope, type Operation, readQuery, refuse, takesIdempotencyKey } from "@souk/contract";
import type { Database, Queryable, Transaction } from "@souk/database";
import type { Failpoint } from "@souk/delivery";
import { isOperatorBody } from "@souk/signing";
import type { FastifyReply, FastifyRequest } from "fastify";
import { actingAs } from "../acting-as.ts";
import type { Addresses } from "../addresses.ts";
import type { Clock } from "../clock.ts";
import { isJsonText, SessionAnswer, type SessionChange } from "../routing/answer.ts";
import type { Call, ReceivedUpload } from "../routing/call.ts";
import type { Route } from "../routing/route.ts";
import { authenticate, type Principal } from "./authenticate.ts";
import { claimKey } from "./claim-key.ts";
import { networkOf } from "./client-network.ts";
import { sessionCookie } from "./cookies.ts";
import type { Doors } from "./doors.ts";
import { type HostKind, readHost } from "./host.ts";
import { type KeyedRequest, keptAnswer, once, readIdempotencyKey } from "./idempotency.ts";
import { isJsonType, readJson } from "./json-body.ts";
import { readParams } from "./params.ts";
import { type RateLimiter, type RateState, rateHeaders } from "./rate-limit.ts";
import { type ComingUpload, comingUpload, receiveUpload } from "./receive-upload.ts";
import type { UploadRoom } from "./upload-room.ts";
import { type Validator, validatorOf } from "./validate.ts";

/** What the pipeline needs beside the routes. */
export interface PipelineParts {
  database: Database;
  doors: Doors;
  addresses: Addresses;
  clock: Clock;
  /** Requests per installation. */
  rates: RateLimiter;
  /** Requests per signed-in account and store. */
  sessionRates: RateLimiter;
  /** Tries per address: of people on sign-in and consent, of apps on the token exchange. */
  guards: Readonly<Record<"people" | "apps", RateLimiter>>;
  /** The folder where files lie that are being sent to us. */
  uploads: string;
  /** How much each caller may have there at once. */
  uploadRoom: UploadRoom;
  /** Called after each change that may have raised events. */
  wake(): void;
  failpoint: Failpoint;
}

interface Answer {
  status: number;
  text: string;
  replayed: boolean;
  session?: SessionChange;
  warning?: string;
}

const emptyBody = Buffer.alloc(0);

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

/** Answers are for the caller alone and are nothing but JSON. */
const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : emptyBody;
}

/** The second half of an operator's proof, before anything is done with the body. */
function requireSignedBody(bytes: Buffer, { body_sha256 }: Principal): void {
  if (body_sha256 !== null && !isOperatorBody(bytes, body_sha256)) refuse("operator_key_invalid");
}

function refuseType({ body, upload }: Operation): never {
  if (!upload) refuse("unsupported_media_type");
  const types = [...(body ? ["application/json"] : []), ...upload.types];
  refuse("unsupported_media_type", { message: `Send the body as ${types.join(", ")}.` });
}

/** The file a request brings. Fastify is told that there is no body then: it would read it into memory. */
function takeUpload({ raw }: FastifyRequest, operation: Operation): ComingUpload | null {
  if (!operation.upload) return null;
  const coming = comingUpload(raw, operation.upload);
  if (coming === null && !operation.body) refuseType(operation);
  if (coming === null) return null;
  for (const name of ["content-type", "content-length", "transfer-encoding"]) raw.headers[name] = undefined;
  return coming;
}

/** API-4: JSON only, wrapped or bare, every wrong field named the same way in both; unknown fields are left alone. No body is an empty one. */
function readBody(request: FastifyRequest, operation: Operation, validate: Validator | null): unknown {
  if (validate === null || request.coming !== null) return undefined;
  const bytes = rawBody(request);
  const type = request.headers["content-type"];
  const isAbsent = type === undefined && bytes.length === 0;
  if (!isAbsent && !isJsonType(type)) refuseType(operation);
  const sent = bytes.length === 0 ? {} : readJson(bytes, operation.wrapper);
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

function showRate(reply: FastifyReply, rate: RateState): void {
  reply.headers(rateHeaders(rate));
  if (!rate.allowed) refuse("rate_limited", { retry_after_s: rate.retryAfterSeconds });
}

function encode(result: unknown): Answer {
  const answer = { status: 200, replayed: false };
  if (isJsonText(result)) {
    const { text, warning } = result;
    return { ...answer, text, ...(warning === null ? {} : { warning }) };
  }
  if (!(result instanceof SessionAnswer)) return { ...answer, text: JSON.stringify(result) };
  return { ...answer, text: JSON.stringify(result.body), session: result.change };
}

function setCookie(reply: FastifyReply, host: HostKind, change: SessionChange, clock: Clock): void {
  const audience = host === "partners" ? "partners" : "admin";
  reply.header("set-cookie", sessionCookie(audience, change, clock.now()));
}

function keyedRequest(call: Call, request: FastifyRequest, key: string): KeyedRequest {
  const upload = call.upload as ReceivedUpload | null;
  return {
    store_id: (call.store as { id: number } | null)?.id ?? 0,
    // An installation, not its app: after a reinstall nothing of before is answered again (INS-19).
    actor: call.installation ? `installation ${call.installation.id}` : `${call.actor.kind} ${call.actor.id}`,
    key,
    method: request.method,
    path: request.url.split("?")[0] ?? "",
    body_hash: upload?.sha256 ?? sha256(rawBody(request)),
  };
}

/** Hands over the file that a request brings, and removes it whatever comes of it. */
async function withUpload(
  { raw, coming, principal, ip }: FastifyRequest,
  { uploads, uploadRoom }: PipelineParts,
  use: (upload: ReceivedUpload | null) => Promise<Answer>,
): Promise<Answer> {
  if (coming === null) return use(null);
  const { maxBytes } = coming.limits;
  return uploadRoom.hold(
    principal?.rateKey ?? ip,
    Math.min(coming.length ?? maxBytes, maxBytes),
    async () => {
      const upload = await receiveUpload(raw, coming, uploads);
      try {
        return await use(upload);
      } finally {
        await rm(upload.path, { force: true });
      }
    },
  );
}

/** A change under its key, and the answer kept for it, in one transaction. */
async function changeOnce(
  tx: Transaction,
  sent: KeyedRequest,
  { clock, failpoint }: PipelineParts,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await once(tx, sent, clock, change);
  await failpoint("request.before-commit");
  return answer;
}

/** How an operation is served, in two steps. */
export interface OperationHandlers {
  /** Before the body is read: host and store, caller, rate, scope. A stranger's body is never waited for. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Params, query, body, idempotency, use case, encoding. */
  serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** Makes the way of a request through one operation. */
export function handlersOf(route: Route, parts: PipelineParts): OperationHandlers {
  const { operation } = route;
  const validate = operation.body ? validatorOf(operation.body) : null;
  const changes = route.kind !== "read";
  const isRead = operation.method === "GET";
  const keyed = changes && takesIdempotencyKey(operation);

  async function perform(call: Call, request: FastifyRequest): Promise<Answer> {
    const key = keyed ? readIdempotencyKey(request.headers["idempotency-key"]) : null;
    const sent = key === null ? null : keyedRequest(call, request, key);
    if (sent === null || !route.prepare) return change(call, sent);
    const kept = await keptAnswer(parts.database, sent, parts.clock);
    return kept ?? claimKey(parts.database, sent, () => change(call, sent));
  }

  async function change(call: Call, sent: KeyedRequest | null): Promise<Answer> {
    const database = isRead ? parts.database : actingAs(parts.database, call);
    const prepared = await route.prepare?.(database, call);
    const run = async (on: Queryable) => encode(await route.handle(on, call, prepared));
    if (sent === null && route.kind !== "write") return run(database);
    // Two that wait for each other's rows: PostgreSQL fails one, which then simply runs again.
    if (sent === null) return database.transaction(run, { repeatable: true });
    return database.transaction((tx) => changeOnce(tx, sent, parts, () => run(tx)), { repeatable: true });
  }

  return {
    async admit(request, reply) {
      if (operation.guarded) {
        const tries = parts.guards[operation.guarded];
        showRate(reply, tries.take(`${operation.id} ${networkOf(request.ip)}`));
      }
      const principal = await authenticate(request, operation, parts.doors, parts.addresses);
      const rates = principal.signed_in ? parts.sessionRates : parts.rates;
      if (principal.rateKey !== null) showRate(reply, rates.take(principal.rateKey));
      else if (!operation.guarded) showRate(reply, parts.rates.unused());
      const missing = missingScope(operation.scopes, principal.actor.scopes);
      if (missing !== null) refuse("scope_missing", { required_scope: missing });
      request.principal = principal;
      request.coming = takeUpload(request, operation);
      // A body that is not asked for is ignored whatever it calls itself.
      if (validate === null) request.raw.headers["content-type"] = undefined;
    },
    async serve(request, reply) {
      const principal = request.principal as Principal;
      requireSignedBody(rawBody(request), principal);
      const call = {
        actor: principal.actor,
        request_id: request.id,
        store: principal.store,
        installation: principal.installation,
        signed_in: principal.signed_in,
        params: readParams(request.params as Record<string, string>, operation.params),
        query: readQueryOf(request, reply, operation, principal.store?.timezone ?? "UTC"),
        body: readBody(request, operation, validate),
        upload: null,
        client_address: request.ip,
      } as unknown as Call;
      const answer = await withUpload(request, parts, (upload) =>
        perform(upload ? ({ ...call, upload } as unknown as Call) : call, request),
      );
      if (changes) {
        await parts.failpoint("request.after-commit");
        parts.wake();
      }
      if (answer.session) {
        const { kind } = readHost(request.headers.host, parts.addresses);
        setCookie(reply, kind, answer.session, parts.clock);
      }
      if (answer.warning !== undefined) reply.header("service-warning", answer.warning);
      if (answer.replayed) reply.header("idempotent-replay", "true");
      return reply.code(answer.status).headers(jsonHeaders).send(answer.text);
    },
  };
}
