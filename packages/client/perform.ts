import type {
  Operation,
  OperationBody,
  OperationParams,
  OperationResponse,
  QuerySpec,
  Upload,
} from "@souk/contract";
import { ApiError, NetworkError } from "./client-error.ts";
import { rememberHeaders } from "./response-headers.ts";

/** Function that sends a request, such as the standard `fetch`. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

type QueryInput<Q extends QuerySpec> = {
  [K in keyof Q]?: string | number | boolean | readonly (string | number)[] | undefined;
};

type NeedsParams<O extends Operation> = keyof OperationParams<O> extends never
  ? { params?: undefined }
  : { params: OperationParams<O> };
type Json<O extends Operation> = { body: OperationBody<O>; upload?: undefined };
/** File of one of the operation's content types, named by the Blob's type. */
type File = { upload: Blob; body?: undefined };
type NeedsBody<O extends Operation> = O extends { body: object; upload: Upload }
  ? Json<O> | File
  : O extends { upload: Upload }
    ? File
    : O extends { body: object }
      ? Json<O>
      : { body?: undefined; upload?: undefined };

/** Input of an operation. `idempotencyKey` makes retrying a POST or PUT safe for 24 hours. */
export type Input<O extends Operation> = NeedsParams<O> &
  NeedsBody<O> & { query?: QueryInput<O["query"]>; idempotencyKey?: string; signal?: AbortSignal };

type Arguments<O extends Operation> =
  Record<never, never> extends Input<O> ? [input?: Input<O>] : [input: Input<O>];

type Resource<Id> = Id extends `${infer R}.${string}` ? R : never;
type Verb<Id, R extends string> = Id extends `${R}.${infer V}` ? V : never;

/** Calls of some operations under their ids, such as `calls.products.list(…)`, with the types of the contract. */
export type Calls<Some extends Operation> = {
  [R in Resource<Some["id"]>]: {
    [O in Extract<Some, { id: `${R}.${string}` }> as Verb<O["id"], R>]: (
      ...input: Arguments<O>
    ) => Promise<OperationResponse<O>>;
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

/** Destination and authentication of calls. */
export interface Target {
  send: Send;
  /** Build the whole URL of an operation. */
  buildUrl(
    operation: Operation,
    params: AnyInput["params"] & object,
    query: AnyInput["query"] & object,
  ): string;
  /** Build the authentication headers of an operation. */
  buildAuthHeaders(operation: Operation): Readonly<Record<string, string>>;
}

async function perform(target: Target, operation: Operation, input: AnyInput): Promise<unknown> {
  const headers: Record<string, string> = {
    accept: "application/json",
    ...target.buildAuthHeaders(operation),
  };
  if (input.idempotencyKey !== undefined) headers["idempotency-key"] = input.idempotencyKey;
  const init: RequestInit = { method: operation.method, headers };
  if (input.signal) init.signal = input.signal;
  if (input.upload) {
    headers["content-type"] = getContentType(input.upload, operation);
    init.body = input.upload;
  } else if (operation.body) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(input.body);
  }
  const url = target.buildUrl(operation, input.params ?? {}, input.query ?? {});
  const { response, text } = await sendAndRead(target.send, url, init);
  const body = readJson(text);
  if (response.status !== 200 || body === undefined)
    throw new ApiError(response.status, body, response.headers);
  rememberHeaders(body, response.headers);
  return body;
}

/** Send a request and read the response. @throws NetworkError when no complete response arrived; the abort reason when the caller aborted */
async function sendAndRead(
  send: Send,
  url: string,
  init: RequestInit,
): Promise<{ response: Response; text: string }> {
  try {
    const response = await send(url, init);
    return { response, text: await response.text() };
  } catch (error) {
    throw init.signal?.aborted ? error : new NetworkError(error);
  }
}

/**
 * Determine the content type of an upload: browsers name some types after the program that opens the file, so an
 * operation's only type always applies.
 */
function getContentType({ type }: Blob, { upload }: Operation): string {
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

/** Create the calls of some operations on a target, `{resource: {verb}}` by their ids. */
export function createCalls(operations: readonly Operation[], target: Target): unknown {
  const calls: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const [resource = "", verb = ""] = operation.id.split(".");
    const verbs = calls[resource] ?? {};
    calls[resource] = verbs;
    verbs[verb] = (input: AnyInput = {}) => perform(target, operation, input);
  }
  return calls;
}
