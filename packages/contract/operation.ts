import type { Static, TSchema } from "typebox";
import type { ErrorCode } from "./errors.ts";
import type { QuerySpec } from "./query.ts";
import type { ScopeNeed } from "./scopes.ts";

/**
 * Where an operation is reached and who may call it.
 * - `3.0`, `4.0`: the versioned API of a shop, `https://{shop}/api/{version}` with a token, and the same on
 *   `https://admin.{domain}/{handle}/api/{version}` with a merchant's session.
 * - `shop_console`: what only people do in one shop, `https://admin.{domain}/{handle}/api/console`, merchant's session.
 * - `admin_console`: what an account does across shops, `https://admin.{domain}/api/console`.
 * - `staff_console`: `https://admin.{domain}/api/staff`, the session of an account of the platform's staff.
 * - `partner_console`: `https://partners.{domain}/api/console`, the session of a partner's account.
 */
export type Surface = "3.0" | "4.0" | "shop_console" | "admin_console" | "staff_console" | "partner_console";

/**
 * Who calls. `token`: an installed app (or, on the admin origin, a merchant). `session`: a signed-in account.
 * `operator`: the holder of the platform's secret key. `anyone`: no proof needed.
 */
export type Caller = "token" | "session" | "operator" | "anyone";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** From the interface document, or decided where it is silent (gaps.md). */
export type Badge = "documented" | "decided";

/** A file that is sent as the body, as it is. */
export interface Upload {
  /** The content types it may have, in lower case and without parameters. */
  types: readonly string[];
  maxBytes: number;
}

/** A worked example; the reference shows it, a test runs it. */
export interface Example {
  /** Of the path. */
  params?: Readonly<Record<string, string | number>>;
  /** As it is sent, wrapped or bare. */
  body?: unknown;
  /** A file of the reader's that is sent; the command of the reference sends it in place of `body`. */
  upload?: { type: string; file: string };
  query?: Readonly<Record<string, string>>;
  answer: unknown;
}

/** An operation as data. The pipeline, the OpenAPI documents, the reference and the client all come from it. */
export interface Operation {
  /** `<resource>.<verb>`, unique: the name in the client, the SDK and the documents. */
  id: string;
  surface: Surface;
  method: Method;
  /** Below the surface's base; parameters as `:name`. */
  path: string;
  caller: Caller;
  scopes: ScopeNeed;
  params: TSchema;
  query: QuerySpec;
  /** Absent where a body is ignored. */
  body?: TSchema;
  /** A body may come wrapped in this name or bare. */
  wrapper?: string;
  /** The body is a file of one of these types; where there is a `body` too, either may be sent. */
  upload?: Upload;
  answer: TSchema;
  refusals: readonly ErrorCode[];
  topics?: readonly string[];
  /** The answer shows a secret: it is never kept for Idempotency-Key. */
  answersSecret?: boolean;
  /** Tries are counted per address: those of people who sign in, or those of apps that exchange codes. */
  guarded?: "people" | "apps";
  summary: string;
  description?: string;
  badge: Badge;
  clauses: readonly string[];
  example?: Example;
}

/** Checks an operation against its shape and keeps its exact type; answers it unchanged. */
export function operation<const O extends Operation>(definition: O): O {
  return definition;
}

/** Whether Idempotency-Key counts: on every POST and PUT whose answer shows no secret (gaps.md, "General"). */
export function takesIdempotencyKey({ method, answersSecret }: Operation): boolean {
  return (method === "POST" || method === "PUT") && answersSecret !== true;
}

export type ParamsOf<O extends Operation> = Static<O["params"]>;
export type BodyOf<O extends Operation> = O extends { body: infer B extends TSchema } ? Static<B> : undefined;
export type AnswerOf<O extends Operation> = Static<O["answer"]>;
