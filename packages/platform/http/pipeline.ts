import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import {
  acceptsIdempotencyKey,
  assertAccess,
  type Operation,
  parseQuery,
  throwApiError,
} from "@souk/contract";
import { isOperatorBody } from "@souk/signing";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Call, ReceivedUpload } from "../infrastructure/routing/call.ts";
import type { Route } from "../infrastructure/routing/route.ts";
import { assertRecentlyVerified } from "../infrastructure/routing/step-up.ts";
import type { DiskReserve } from "../infrastructure/storage/index.ts";
import { consumeAttempt, type IpRateLimiters } from "./attempt-limits.ts";
import { assertOwnOriginOfSignIn, type Principal } from "./authenticate.ts";
import {
  applyRateLimit,
  assertNotInDebt,
  authenticateWithinLimit,
  type CallerLimitDeps,
} from "./caller-limits.ts";
import { deviceCookieName, readCookie } from "./cookies.ts";
import { readHost } from "./host.ts";
import { findStoredResponse, type KeyedRequest, readIdempotencyKey } from "./idempotency.ts";
import { runWithIdempotencyClaim } from "./idempotency-claim.ts";
import { isJsonType, readJson } from "./json-body.ts";
import { type OperationResponse, setHeaders } from "./operation-response.ts";
import { readParams } from "./params.ts";
import { type IncomingUpload, readUploadHeader, receiveUpload } from "./receive-upload.ts";
import { createRequestCharge, type RequestCharge } from "./request-costs.ts";
import { findWorkOwner, runUseCase, type UseCaseDeps, type UseCaseRequest } from "./run-use-case.ts";
import { type SendDeps, sendResponse } from "./send-response.ts";
import type { ThreadTurns } from "./thread-turns.ts";
import type { UploadQuota } from "./upload-quota.ts";
import { createValidator, type Validator } from "./validate.ts";

/** Dependencies of the handlers of all operations. */
export interface PipelineDeps extends UseCaseDeps, SendDeps, CallerLimitDeps {
  ipRateLimiters: IpRateLimiters;
  /** The folder for files that are being uploaded. */
  uploadFolder: string;
  /** The limit on the total size of a caller's files in that folder. */
  uploadQuota: UploadQuota;
  /** Keeps some space free on the disk with that folder. */
  diskReserve: DiskReserve;
  threadTurns: ThreadTurns;
  /** Wake the sequencer, after each change that may have published events. */
  wake(): void;
}

/** Reading a body larger than this keeps the thread busy for over a millisecond. */
const largeBodyBytes = 65_536;

function hashBody(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}

function getRawBody(request: FastifyRequest): Buffer {
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

/** Assert that the body has the hash that the operator signed. */
function assertSignedBody(bytes: Buffer, { body_sha256 }: Principal): void {
  if (body_sha256 !== null && !isOperatorBody(bytes, body_sha256)) throwApiError("operator_key_invalid");
}

function rejectMediaType({ body, upload }: Operation): never {
  if (!upload) throwApiError("unsupported_media_type");
  const types = [...(body ? ["application/json"] : []), ...upload.types];
  throwApiError("unsupported_media_type", { message: `Send the body as ${types.join(", ")}.` });
}

/**
 * Read the headers of an uploaded file, and remove them from the request, so that Fastify does not read the
 * file into memory. Returns null if the request uploads no file.
 */
function detachUpload({ raw }: FastifyRequest, operation: Operation): IncomingUpload | null {
  if (!operation.upload) return null;
  const incomingUpload = readUploadHeader(raw, operation.upload);
  if (incomingUpload === null && !operation.body) rejectMediaType(operation);
  if (incomingUpload === null) return null;
  for (const name of ["content-type", "content-length", "transfer-encoding"]) raw.headers[name] = undefined;
  return incomingUpload;
}

/**
 * Parse and validate the JSON body, whose fields may be wrapped in an object under the record's name. Field errors have the same
 * paths with and without this wrapper. Unknown fields are ignored (API-4), and a missing body is treated as `{}`.
 */
function readBody(request: FastifyRequest, operation: Operation, validate: Validator | null): unknown {
  if (validate === null || request.incomingUpload !== null) return undefined;
  const bytes = getRawBody(request);
  const type = request.headers["content-type"];
  const hasNoBody = type === undefined && bytes.length === 0;
  if (!hasNoBody && !isJsonType(type)) rejectMediaType(operation);
  const { wrapper } = operation;
  const parsedBody = bytes.length === 0 ? {} : readJson(bytes, wrapper);
  const wrappedBody = wrapper && (parsedBody as Record<string, unknown> | null)?.[wrapper];
  const isWrapped = typeof wrappedBody === "object" && wrappedBody !== null && !Array.isArray(wrappedBody);
  const body = isWrapped ? wrappedBody : parsedBody;
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
  const queryStart = request.url.indexOf("?");
  const text = queryStart === -1 ? "" : request.url.slice(queryStart + 1);
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

function buildKeyedRequest(call: Call, request: FastifyRequest, key: string): KeyedRequest {
  const upload = call.upload as ReceivedUpload | null;
  return {
    store_id: (call.store as { id: number } | null)?.id ?? 0,
    // The installation, not the app, so that a reinstalled app gets no stored response of its earlier installation (INS-19).
    actor: call.installation ? `installation ${call.installation.id}` : `${call.actor.kind} ${call.actor.id}`,
    key,
    method: request.method,
    path: request.url.split("?")[0] ?? "",
    body_hash: upload?.sha256 ?? hashBody(getRawBody(request)),
  };
}

/** Receive the file that a request uploads, pass it to `handle`, and always delete it afterwards. */
async function withUpload(
  { raw, incomingUpload, principal, ip }: FastifyRequest,
  { uploadFolder, uploadQuota, diskReserve }: PipelineDeps,
  handle: (upload: ReceivedUpload | null) => Promise<OperationResponse>,
): Promise<OperationResponse> {
  if (incomingUpload === null) return handle(null);
  const { maxBytes } = incomingUpload.limits;
  const expectedBytes = Math.min(incomingUpload.length ?? maxBytes, maxBytes);
  return uploadQuota.reserve(principal?.rateLimitKey ?? ip, expectedBytes, async () => {
    const upload = await diskReserve.writeWithinReserve(expectedBytes, () =>
      receiveUpload(raw, incomingUpload, uploadFolder),
    );
    try {
      return await handle(upload);
    } finally {
      await rm(upload.path, { force: true });
    }
  });
}

/**
 * Do the work of a request, and add up the times that `work` passes to `onWorkEnd`. If the work fails, charge the caller for
 * this time, because a request that fails late costs as much as one that succeeds.
 * @returns the response, and how long the work on the database took, in ms
 */
async function measureWork(
  charge: RequestCharge,
  work: (onWorkEnd: (ms: number) => void) => Promise<OperationResponse>,
): Promise<{ response: OperationResponse; ms: number }> {
  let ms = 0;
  try {
    const response = await work((workMs) => {
      ms += workMs;
    });
    return { response, ms };
  } catch (error) {
    charge.chargeWork({ bytes: 0, ms });
    throw error;
  }
}

/** The two steps of serving an operation. */
export interface OperationHandlers {
  /** Check the caller, rate limit and access before the body is read, so that a rejected body is never received. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Validate the params, query and body, run the use case once per idempotency key, and send the response. */
  serve(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** Build the part of a call that says who sent it, and from where. */
function buildCaller(request: FastifyRequest, { actor, store, installation, signed_in }: Principal) {
  return {
    actor,
    store,
    installation,
    signed_in,
    request_id: request.id,
    upload: null,
    client_address: request.ip,
    user_agent: request.headers["user-agent"] ?? "",
    device_id: readCookie(request.headers.cookie, deviceCookieName),
  };
}

/** Create the handlers of one operation. */
export function createHandlers(route: Route, deps: PipelineDeps): OperationHandlers {
  const { operation } = route;
  const validate = operation.body ? createValidator(operation.body) : null;
  const canWrite = route.kind !== "read" && route.kind !== "batchedRead";
  const acceptsKey = canWrite && acceptsIdempotencyKey(operation);

  /** Carry out the call, or return the response that is stored under its idempotency key. */
  async function perform(
    call: Call,
    request: FastifyRequest,
    { onWorkStart, onWorkEnd }: Pick<UseCaseRequest, "onWorkStart" | "onWorkEnd">,
  ): Promise<OperationResponse> {
    const key = acceptsKey ? readIdempotencyKey(request.headers["idempotency-key"]) : null;
    const keyedRequest = key === null ? null : buildKeyedRequest(call, request, key);
    if (keyedRequest === null || !route.prepare)
      return runUseCase(route, { call, keyedRequest, onWorkStart, onWorkEnd }, deps);
    const storedResponse = await findStoredResponse(deps.database, keyedRequest, deps.clock);
    if (storedResponse) return storedResponse;
    return runWithIdempotencyClaim(deps.database, keyedRequest, () =>
      runUseCase(route, { call, keyedRequest, onWorkStart, onWorkEnd }, deps),
    );
  }

  return {
    async admit(request, reply) {
      // Check this first, so that requests of other sites do not use up the attempts of the person at this IP address.
      // guard own-origin-of-sign-in: without it, sign-in-of-other-sites.test.ts fails
      assertOwnOriginOfSignIn(request, operation, deps.addresses);
      if (operation.throttle) {
        const attempt = { name: operation.id, address: request.ip };
        applyRateLimit(reply, consumeAttempt(deps.ipRateLimiters, operation.throttle, attempt));
      }
      const principal = await authenticateWithinLimit(request, reply, { operation, deps });
      const owner = findWorkOwner(principal);
      if (owner) deps.unreadResponses.assertRoom(owner.share);
      // guard access-check: without it, access-matrix.slow.test.ts fails
      assertAccess(operation, principal.actor);
      // guard step-up-of-operations: without it, http/step-up.test.ts fails
      if (operation.needsStepUp) assertRecentlyVerified(principal.signed_in, deps.clock.now());
      request.incomingUpload = detachUpload(request, operation);
      // A body that the operation does not expect is ignored, even if its type is unknown.
      if (validate === null) request.raw.headers["content-type"] = undefined;
    },
    async serve(request, reply) {
      const principal = request.principal as Principal;
      // guard operators-body: without it, operator-body.test.ts fails
      assertSignedBody(getRawBody(request), principal);
      const charge = createRequestCharge(principal, deps);
      // A large body is charged even if it is rejected, because all other requests wait while the process reads it.
      // guard charge-of-bodies: without it, large-bodies.test.ts fails
      const rateState = charge.chargeBody(getRawBody(request).length);
      if (rateState !== null) applyRateLimit(reply, rateState);
      if (getRawBody(request).length > largeBodyBytes)
        await deps.threadTurns.startWork(findWorkOwner(principal), request.ip);
      const call = {
        ...buildCaller(request, principal),
        params: readParams(request.params as Record<string, string>, operation.params),
        query: readQuery(request, reply, operation, principal.store?.timezone ?? "UTC"),
        body: readBody(request, operation, validate),
      } as unknown as Call;
      const onWorkStart = () => assertNotInDebt(reply, charge);
      const { response, ms } = await measureWork(charge, (onWorkEnd) =>
        withUpload(request, deps, (upload) =>
          perform(upload ? ({ ...call, upload } as unknown as Call) : call, request, {
            onWorkStart,
            onWorkEnd,
          }),
        ),
      );
      if (canWrite) {
        await deps.failpoint("request.after-commit");
        deps.wake();
      }
      const { kind } = readHost(request.headers.host, deps.addresses);
      setHeaders(reply, response, { host: kind, clock: deps.clock });
      return sendResponse(reply, { response, operation, principal, charge, ms }, deps);
    },
  };
}
