import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import {
  acceptsIdempotencyKey,
  findMissingScope,
  type Operation,
  parseQuery,
  throwApiError,
} from "@souk/contract";
import type { Database, Queryable, Transaction } from "@souk/database";
import type { Failpoint } from "@souk/delivery";
import { isOperatorBody } from "@souk/signing";
import type { FastifyReply, FastifyRequest } from "fastify";
import { actingAs } from "../infrastructure/acting-as.ts";
import { isJsonText, SessionAnswer, type SessionChange } from "../infrastructure/routing/answer.ts";
import type { Call, ReceivedUpload } from "../infrastructure/routing/call.ts";
import type { Route } from "../infrastructure/routing/route.ts";
import type { Addresses } from "../runtime/addresses.ts";
import type { Clock } from "../runtime/clock.ts";
import { acquireIdempotencyLock } from "./acquire-idempotency-lock.ts";
import { authenticate, type Principal } from "./authenticate.ts";
import type { CallerLookups } from "./caller-lookups.ts";
import { getNetwork } from "./client-network.ts";
import { sessionCookie } from "./cookies.ts";
import { type HostKind, readHost } from "./host.ts";
import { type KeyedRequest, keptAnswer, once, readIdempotencyKey } from "./idempotency.ts";
import { isJsonType, readJson } from "./json-body.ts";
import { readParams } from "./params.ts";
import { type RateLimiter, type RateState, rateHeaders } from "./rate-limit.ts";
import { type ComingUpload, comingUpload, receiveUpload } from "./receive-upload.ts";
import type { UploadRoom } from "./upload-room.ts";
import { createValidator, type Validator } from "./validate.ts";

/** The dependencies of the pipeline beside the routes. */
export interface PipelineDeps {
  database: Database;
  callers: CallerLookups;
  addresses: Addresses;
  clock: Clock;
  /** The request limiter per installation. */
  rates: RateLimiter;
  /** The request limiter per signed-in account and store. */
  sessionRates: RateLimiter;
  /** The limiters per address: of people on sign-in and consent, of apps on the token exchange. */
  guards: Readonly<Record<"people" | "apps", RateLimiter>>;
  /** The folder for files that are being uploaded. */
  uploads: string;
  /** The limit on how much each caller may have in that folder at once. */
  uploadRoom: UploadRoom;
  /** Wake the sequencer after each change that may have published events. */
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

/** Headers of JSON responses: for the caller alone, and nothing but JSON. */
const jsonHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

function rawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : emptyBody;
}

/** Check that the body is the one that the operator signed, before anything is done with it. */
function assertSignedBody(bytes: Buffer, { body_sha256 }: Principal): void {
  if (body_sha256 !== null && !isOperatorBody(bytes, body_sha256)) throwApiError("operator_key_invalid");
}

function rejectMediaType({ body, upload }: Operation): never {
  if (!upload) throwApiError("unsupported_media_type");
  const types = [...(body ? ["application/json"] : []), ...upload.types];
  throwApiError("unsupported_media_type", { message: `Send the body as ${types.join(", ")}.` });
}

/** Take the file a request uploads. Fastify is then given no body: it would read it into memory. */
function takeUpload({ raw }: FastifyRequest, operation: Operation): ComingUpload | null {
  if (!operation.upload) return null;
  const coming = comingUpload(raw, operation.upload);
  if (coming === null && !operation.body) rejectMediaType(operation);
  if (coming === null) return null;
  for (const name of ["content-type", "content-length", "transfer-encoding"]) raw.headers[name] = undefined;
  return coming;
}

/**
 * Read the body: JSON only, wrapped or bare, every wrong field named the same way in both; unknown fields are
 * ignored (API-4). A missing body is an empty one.
 */
function readBody(request: FastifyRequest, operation: Operation, validate: Validator | null): unknown {
  if (validate === null || request.coming !== null) return undefined;
  const bytes = rawBody(request);
  const type = request.headers["content-type"];
  const isAbsent = type === undefined && bytes.length === 0;
  if (!isAbsent && !isJsonType(type)) rejectMediaType(operation);
  const sent = bytes.length === 0 ? {} : readJson(bytes, operation.wrapper);
  const inner =
    operation.wrapper === undefined
      ? undefined
      : (sent as Record<string, unknown> | null)?.[operation.wrapper];
  const wrapped = typeof inner === "object" && inner !== null && !Array.isArray(inner);
  const body = wrapped ? inner : sent;
  const fields = validate(body);
  if (fields.length > 0) throwApiError("invalid", { fields });
  return body;
}

function readQuery(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  zone: string,
): unknown {
  const mark = request.url.indexOf("?");
  const text = mark === -1 ? "" : request.url.slice(mark + 1);
  if (text === "" && Object.keys(operation.query).length === 0) return {};
  const pairs = [...new URLSearchParams(text)];
  if (text.length > 8192 || pairs.length > 100)
    throwApiError("invalid", { message: "The query must have at most 8,192 bytes and 100 parameters." });
  if (pairs.some(([, value]) => value.includes("\0")))
    throwApiError("invalid", { message: "The query must not contain the character NUL." });
  const { value, errors, warnings } = parseQuery(operation.query, pairs, zone);
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  if (warnings.length > 0) reply.header("service-warning", warnings.join(", "));
  return value;
}

function showRate(reply: FastifyReply, rate: RateState): void {
  reply.headers(rateHeaders(rate));
  if (!rate.allowed) throwApiError("rate_limited", { retry_after_s: rate.retryAfterSeconds });
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

/** Pass on the file that a request uploads, and remove it whatever happens. */
async function withUpload(
  { raw, coming, principal, ip }: FastifyRequest,
  { uploads, uploadRoom }: PipelineDeps,
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

/** Run a change under its key and keep its response, in one transaction. */
async function changeOnce(
  tx: Transaction,
  sent: KeyedRequest,
  { clock, failpoint }: PipelineDeps,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const answer = await once(tx, sent, clock, change);
  await failpoint("request.before-commit");
  return answer;
}

/** The two steps in which an operation is served. */
export interface OperationHandlers {
  /**
   * Check host and store, caller, rate and scope before the body is read. A stranger's body is never waited
   * for.
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Serve the request: params, query, body, idempotency, use case, encoding. */
  serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** Create the handlers of one operation. */
export function createHandlers(route: Route, deps: PipelineDeps): OperationHandlers {
  const { operation } = route;
  const validate = operation.body ? createValidator(operation.body) : null;
  const changes = route.kind !== "read";
  const isRead = operation.method === "GET";
  const keyed = changes && acceptsIdempotencyKey(operation);

  async function perform(call: Call, request: FastifyRequest): Promise<Answer> {
    const key = keyed ? readIdempotencyKey(request.headers["idempotency-key"]) : null;
    const sent = key === null ? null : keyedRequest(call, request, key);
    if (sent === null || !route.prepare) return change(call, sent);
    const kept = await keptAnswer(deps.database, sent, deps.clock);
    return kept ?? acquireIdempotencyLock(deps.database, sent, () => change(call, sent));
  }

  async function change(call: Call, sent: KeyedRequest | null): Promise<Answer> {
    const database = isRead ? deps.database : actingAs(deps.database, call);
    const prepared = await route.prepare?.(database, call);
    const run = async (db: Queryable) => encode(await route.handle(db, call, prepared));
    if (sent === null && route.kind !== "write") return run(database);
    // Two that wait for each other's rows: PostgreSQL fails one, which then simply runs again.
    // guard: transaction-around-writes with `run(database)` for `database.transaction(run, { repeatable: true })`: change-with-events.test.ts
    if (sent === null) return database.transaction(run, { repeatable: true });
    return database.transaction((tx) => changeOnce(tx, sent, deps, () => run(tx)), { repeatable: true });
  }

  return {
    async admit(request, reply) {
      if (operation.throttle) {
        const tries = deps.guards[operation.throttle];
        showRate(reply, tries.take(`${operation.id} ${getNetwork(request.ip)}`));
      }
      const principal = await authenticate(request, operation, deps.callers, deps.addresses);
      const rates = principal.signed_in ? deps.sessionRates : deps.rates;
      if (principal.rateKey !== null) showRate(reply, rates.take(principal.rateKey));
      else if (!operation.throttle) showRate(reply, deps.rates.unused());
      const missing = findMissingScope(operation.scopes, principal.actor.scopes);
      // guard: scope-check: access-matrix.slow.test.ts
      if (missing !== null) throwApiError("scope_missing", { required_scope: missing });
      request.principal = principal;
      request.coming = takeUpload(request, operation);
      // A body that is not asked for is ignored whatever it calls itself.
      if (validate === null) request.raw.headers["content-type"] = undefined;
    },
    async serve(request, reply) {
      const principal = request.principal as Principal;
      // guard: operators-body: operator-body.test.ts
      assertSignedBody(rawBody(request), principal);
      const call = {
        actor: principal.actor,
        request_id: request.id,
        store: principal.store,
        installation: principal.installation,
        signed_in: principal.signed_in,
        params: readParams(request.params as Record<string, string>, operation.params),
        query: readQuery(request, reply, operation, principal.store?.timezone ?? "UTC"),
        body: readBody(request, operation, validate),
        upload: null,
        client_address: request.ip,
      } as unknown as Call;
      const answer = await withUpload(request, deps, (upload) =>
        perform(upload ? ({ ...call, upload } as unknown as Call) : call, request),
      );
      if (changes) {
        await deps.failpoint("request.after-commit");
        deps.wake();
      }
      if (answer.session) {
        const { kind } = readHost(request.headers.host, deps.addresses);
        setCookie(reply, kind, answer.session, deps.clock);
      }
      if (answer.warning !== undefined) reply.header("service-warning", answer.warning);
      if (answer.replayed) reply.header("idempotent-replay", "true");
      return reply.code(answer.status).headers(jsonHeaders).send(answer.text);
    },
  };
}
