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
 * - `partner_console`: `https://partners.{domain}/api/console`, the session of a partner's account.
 */
export type Surface = "3.0" | "4.0" | "shop_console" | "admin_console" | "partner_console";

/**
 * Who calls. `token`: an installed app (or, on the admin origin, a merchant). `session`: a signed-in account.
 * `operator`: the holder of the platform's secret key. `anyone`: no proof needed.
 */
export type Caller = "token" | "session" | "operator" | "anyone";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** From the interface document, or decided where it is silent (gaps.md). */
export type Badge = "documented" | "decided";

/** A worked example; the reference shows it, a test runs it. */
export interface Example {
  body?: unknown;
  query?: Readonly<Record<string, string>>;
  answer: unknown;
}

/** An operation as data. The pipeline, the OpenAPI documents, the reference and the client all come from it. */
export interface Operation<
  P extends TSchema = TSchema,
  Q extends QuerySpec = QuerySpec,
  B extends TSchema = TSchema,
  A extends TSchema = TSchema,
> {
  /** `<resource>.<verb>`, unique: the name in the client, the SDK and the documents. */
  id: string;
  surface: Surface;
  method: Method;
  /** Below the surface's base; parameters as `:name`. */
  path: string;
  caller: Caller;
  scopes: ScopeNeed;
  params: P;
  query: Q;
  /** Absent where a body is ignored. */
  body?: B;
  /** A body may come wrapped in this name or bare. */
  wrapper?: string;
  answer: A;
  refusals: readonly ErrorCode[];
  topics?: readonly string[];
  /** The answer shows a secret: it is never kept for Idempotency-Key. */
  answersSecret?: boolean;
  /** Counted per address beside the token's rate: sign-in, token exchange. */
  guarded?: boolean;
  summary: string;
  description?: string;
  badge: Badge;
  clauses: readonly string[];
  example?: Example;
}

/** Types an operation from its parts; answers it unchanged. */
export function operation<
  const P extends TSchema,
  const Q extends QuerySpec,
  B extends TSchema,
  A extends TSchema,
>(definition: Operation<P, Q, B, A>): Operation<P, Q, B, A> {
  return definition;
}

export type ParamsOf<O> = O extends Operation<infer P, QuerySpec, TSchema, TSchema> ? Static<P> : never;
export type BodyOf<O> = O extends Operation<TSchema, QuerySpec, infer B, TSchema> ? Static<B> : never;
export type AnswerOf<O> = O extends Operation<TSchema, QuerySpec, TSchema, infer A> ? Static<A> : never;
