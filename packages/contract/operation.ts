import type { Static, TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";
import type { QuerySpec } from "./query.ts";
import type { ScopeRequirement } from "./scopes.ts";

/**
 * Hosts and base URLs on which operations are served, with their callers.
 * - `3.0`, `4.0`: the versioned API of a store, `https://{shop}/api/{version}` with a token, and also
 * `https://admin.{domain}/{handle}/api/{version}` with a merchant's session.
 * - `store_console`: what only people do in one store, `https://admin.{domain}/{handle}/api/console`, merchant's
 * session.
 * - `admin_console`: what an account does across stores, `https://admin.{domain}/api/console`.
 * - `staff_console`: `https://admin.{domain}/api/staff`, the session of a platform staff account.
 * - `partner_console`: `https://partners.{domain}/api/console`, the session of a partner's account.
 */
export type Surface = "3.0" | "4.0" | "store_console" | "admin_console" | "staff_console" | "partner_console";

/**
 * Authentication of an operation. `token`: an installed app (or, on the admin origin, a merchant). `session`: a
 * signed-in account. `operator`: the holder of the platform's secret key. `anyone`: none.
 */
export type AuthMethod = "token" | "session" | "operator" | "anyone";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Origin of an operation: documented by the interface, or decided where the interface is silent (docs/spec/decided.md). */
export type Badge = "documented" | "decided";

/** File that is sent as the request body. */
export interface Upload {
  /** Accepted content types, in lower case and without parameters. */
  types: readonly string[];
  maxBytes: number;
}

/** Worked example of an operation, shown in the reference and run by a test. */
export interface Example {
  /** Path parameters. */
  params?: Readonly<Record<string, string | number>>;
  /** Request body, wrapped or bare. */
  body?: unknown;
  /** File to upload in place of `body`; the reference's command names the reader's own file. */
  upload?: { type: string; file: string };
  query?: Readonly<Record<string, string>>;
  response: unknown;
}

/**
 * Operation as data. The pipeline, the OpenAPI documents, the reference and the client are all derived from it.
 */
export interface Operation {
  /** Unique id `<resource>.<verb>`: the name in the client, the SDK and the documents. */
  id: string;
  surface: Surface;
  method: Method;
  /** Path below the surface's base URL; parameters as `:name`. */
  path: string;
  auth: AuthMethod;
  scopes: ScopeRequirement;
  params: TSchema;
  query: QuerySpec;
  /** Schema of the request body. Absent when the operation ignores a body. */
  body?: TSchema;
  /** Name in which the body may be wrapped; a bare body is accepted too. */
  wrapper?: string;
  /** Accepted files. If the operation has a `body` too, either may be sent. */
  upload?: Upload;
  response: TSchema;
  errors: readonly ErrorCode[];
  topics?: readonly string[];
  /** True when the response shows a secret: it is never stored for Idempotency-Key. */
  returnsSecret?: boolean;
  /** Limits attempts per IP address: of people who sign in, or of apps that exchange codes. */
  throttle?: "people" | "apps";
  summary: string;
  description?: string;
  badge: Badge;
  clauses: readonly string[];
  example?: Example;
}

/** Define an operation: checks it against the Operation type and keeps its exact type. Returns it unchanged. */
export function defineOperation<const O extends Operation>(definition: O): O {
  return definition;
}

/**
 * Check whether an operation accepts Idempotency-Key: every POST and PUT whose response shows no secret
 * (docs/spec/decided.md#idempotency).
 */
export function acceptsIdempotencyKey({ method, returnsSecret: answersSecret }: Operation): boolean {
  return (method === "POST" || method === "PUT") && answersSecret !== true;
}

export type OperationParams<O extends Operation> = Static<O["params"]>;
export type OperationBody<O extends Operation> = O extends { body: infer B extends TSchema }
  ? Static<B>
  : undefined;
export type OperationResponse<O extends Operation> = Static<O["response"]>;
