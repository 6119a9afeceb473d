import type { AnswerOf, BodyOf, Operation, ParamsOf, QuerySpec, Upload } from "@souk/contract";
import { keepHeaders } from "./answer-headers.ts";
import { ApiError } from "./client-error.ts";

/** Sends a request; the standard `fetch` fits. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

type QueryInput<Q extends QuerySpec> = {
  [K in keyof Q]?: string | number | boolean | readonly (string | number)[] | undefined;
};

type NeedsParams<O extends Operation> = keyof ParamsOf<O> extends never
  ? { params?: undefined }
  : { params: ParamsOf<O> };
type Json<O extends Operation> = { body: BodyOf<O>; upload?: undefined };
/** A file of one of the operation's types; its own type says which. */
type File = { upload: Blob; body?: undefined };
type NeedsBody<O extends Operation> = O extends { body: object; upload: Upload }
  ? Json<O> | File
  : O extends { upload: Upload }
    ? File
    : O extends { body: object }
      ? Json<O>
      : { body?: undefined; upload?: undefined };

/** What an operation is called with. `idempotencyKey` makes a repeat of a POST or PUT safe for 24 hours. */
export type Input<O extends Operation> = NeedsParams<O> &
  NeedsBody<O> & { query?: QueryInput<O["query"]>; idempotencyKey?: string; signal?: AbortSignal };

type Arguments<O extends Operation> =
  Record<never, never> extends Input<O> ? [input?: Input<O>] : [input: Input<O>];

type Resource<Id> = Id extends `${infer R}.${string}` ? R : never;
type Verb<Id, R extends string> = Id extends `${R}.${infer V}` ? V : never;

/** `calls.products.list(…)`: every one of some operations under its id, with the types of the contract. */
export type Calls<Some extends Operation> = {
  [R in Resource<Some["id"]>]: {
    [O in Extract<Some, { id: `${R}.${string}` }> as Verb<O["id"], R>]: (
      ...input: Arguments<O>
    ) => Promise<AnswerOf<O>>;
  };
};

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  upload?: Blob;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Where operations are called, and what proves who calls. */
export interface Target {
  send: Send;
  /** The whole address of an operation. */
  address(
    operation: Operation,
    params: AnyInput["params"] & object,
    query: AnyInput["query"] & object,
  ): string;
  /** The headers of the caller's proof. */
  proof(operation: Operation): Readonly<Record<string, string>>;
}

async function perform(target: Target, operation: Operation, input: AnyInput): Promise<unknown> {
  const headers: Record<string, string> = { accept: "application/json", ...target.proof(operation) };
  if (input.idempotencyKey !== undefined) headers["idempotency-key"] = input.idempotencyKey;
  const init: RequestInit = { method: operation.method, headers };
  if (input.signal) init.signal = input.signal;
  if (input.upload) {
    headers["content-type"] = typeOf(input.upload, operation);
    init.body = input.upload;
  } else if (operation.body) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(input.body);
  }
  const response = await target.send(target.address(operation, input.params ?? {}, input.query ?? {}), init);
  const text = await response.text();
  const body = readJson(text);
  if (response.status !== 200 || body === undefined)
    throw new ApiError(response.status, body, response.headers);
  keepHeaders(body, response.headers);
  return body;
}

/** Browsers name some files after the program that opens them: where an operation takes one type alone, it is that. */
function typeOf({ type }: Blob, { upload }: Operation): string {
  const [only, ...others] = upload?.types ?? [];
  return only !== undefined && others.length === 0 ? only : type;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The calls of some operations on a target, `{resource: {verb}}` by their ids. */
export function callsOf(some: readonly Operation[], target: Target): unknown {
  const calls: Record<string, Record<string, unknown>> = {};
  for (const operation of some) {
    const [resource = "", verb = ""] = operation.id.split(".");
    const verbs = calls[resource] ?? {};
    calls[resource] = verbs;
    verbs[verb] = (input: AnyInput = {}) => perform(target, operation, input);
  }
  return calls;
}
