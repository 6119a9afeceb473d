import type { Static, TSchema } from "typebox";
import type { RightRequirement } from "./access/rights.ts";
import type { ErrorCode } from "./errors.ts";
import type { QuerySpec } from "./query.ts";
import type { ScopeRequirement } from "./scopes.ts";

/**
 * Groups of operations, each with its base URL and callers.
 * - `3.0`, `4.0`: the versioned API of a store, `https://{shop}/api/{version}` with a token, and also
 * `https://admin.{domain}/{handle}/api/{version}` with a merchant's session.
 * - `store_console`: operations on one store that only people call, `https://admin.{domain}/{handle}/api/console` with
 * a merchant's session.
 * - `admin_console`: operations on an account and all its stores, `https://admin.{domain}/api/console`.
 * - `staff_console`: `https://admin.{domain}/api/staff` with the session of a platform staff account.
 * - `partner_console`: `https://partners.{domain}/api/console` with the session of a partner's account.
 */
export type Surface = "3.0" | "4.0" | "store_console" | "admin_console" | "staff_console" | "partner_console";

/**
 * Who can call an operation. `token`: an installed app (or, on the admin origin, a merchant). `session`: a signed-in
 * account. `operator`: the person who has the platform's secret key. `anyone`: everyone, without authentication.
 */
export type AuthMethod = "token" | "session" | "operator" | "anyone";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What defines an operation: the platform interface, or this project (docs/spec/decided.md). */
export type OperationDefiner = "interface" | "souk";

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
  /** File to upload instead of `body`; the command in the reference contains this file name. */
  upload?: { type: string; file: string };
  query?: Readonly<Record<string, string>>;
  response: unknown;
}

/** Definition of an operation. The pipeline, the OpenAPI documents, the reference and the client are derived from it. */
export interface Operation {
  /** Unique id `<resource>.<verb>`, used in the client, the SDK and the OpenAPI documents. */
  id: string;
  surface: Surface;
  method: Method;
  /** Path below the surface's base URL, with `:name` for each parameter. */
  path: string;
  auth: AuthMethod;
  /** Scopes that an app needs. */
  scopes: ScopeRequirement;
  /**
   * Rights that a person needs in the store. Empty if every member may call the operation, if only apps can call it, or if it is
   * not about a store.
   */
  rights: RightRequirement;
  params: TSchema;
  query: QuerySpec;
  /** Schema of the request body. Absent if the operation ignores a body. */
  body?: TSchema;
  /** Key under which the body may be nested. A body without this key is accepted too. */
  wrapper?: string;
  /** Accepted files. If the operation has a `body` too, either may be sent. */
  upload?: Upload;
  response: TSchema;
  errors: readonly ErrorCode[];
  topics?: readonly string[];
  /** True if the response contains a secret. Such a response is never stored for Idempotency-Key. */
  returnsSecret?: boolean;
  /**
   * Which limit of attempts per IP address applies: `passwords` for signing in, `emails` for signing up, `apps` for
   * exchanging codes, and `people` for other attempts by people.
   */
  throttle?: "people" | "passwords" | "emails" | "apps";
  /** True if a person must have proved who they are within the last 15 minutes. Apps are exempt. */
  needsStepUp?: true;
  /** True if platform staff may call the operation in production before they have an authenticator app or a passkey. */
  allowsMissingFactor?: true;
  summary: string;
  description?: string;
  definedBy: OperationDefiner;
  clauses: readonly string[];
  example?: Example;
}

/** Return the definition unchanged. TypeScript checks it against `Operation` and keeps its exact type. */
export function defineOperation<const O extends Operation>(definition: O): O {
  return definition;
}

/**
 * Return whether an operation accepts Idempotency-Key: every POST and PUT whose response contains no secret
 * (docs/spec/decided.md#idempotency).
 */
export function acceptsIdempotencyKey({ method, returnsSecret }: Operation): boolean {
  return (method === "POST" || method === "PUT") && returnsSecret !== true;
}

export type OperationParams<O extends Operation> = Static<O["params"]>;
export type OperationBody<O extends Operation> = O extends { body: infer B extends TSchema }
  ? Static<B>
  : undefined;
export type OperationResponse<O extends Operation> = Static<O["response"]>;
