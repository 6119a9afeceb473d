import type {
  Operation,
  OperationBody,
  OperationParams,
  OperationResponse,
  QuerySpec,
  Upload,
} from "@souk/contract";
import { ApiError, NetworkError } from "./client-error.ts";
import { storeHeaders } from "./response-headers.ts";

/** Function that sends a request, such as the standard `fetch`. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

type QueryInput<Q extends QuerySpec> = {
  [K in keyof Q]?: string | number | boolean | readonly (string | number)[] | undefined;
};

type ParamsInput<O extends Operation> = keyof OperationParams<O> extends never
  ? { params?: undefined }
  : { params: OperationParams<O> };
type JsonInput<O extends Operation> = { body: OperationBody<O>; upload?: undefined };
/** A file; the Blob's type is one of the operation's content types. */
type FileInput = { upload: Blob; body?: undefined };
type BodyInput<O extends Operation> = O extends { body: object; upload: Upload }
  ? JsonInput<O> | FileInput
  : O extends { upload: Upload }
    ? FileInput
    : O extends { body: object }
      ? JsonInput<O>
      : { body?: undefined; upload?: undefined };

/** Input of an operation. `idempotencyKey` makes retrying a POST or PUT safe for 24 hours. */
export type Input<O extends Operation> = ParamsInput<O> &
  BodyInput<O> & { query?: QueryInput<O["query"]>; idempotencyKey?: string; signal?: AbortSignal };

type Arguments<O extends Operation> =
  Record<never, never> extends Input<O> ? [input?: Input<O>] : [input: Input<O>];

type Resource<Id> = Id extends `${infer R}.${string}` ? R : never;
type Verb<Id, R extends string> = Id extends `${R}.${infer V}` ? V : never;

/** A function for each operation, named by the operation's id, such as `calls.products.list(…)`. */
export type Calls<Operations extends Operation> = {
  [R in Resource<Operations["id"]>]: {
    [O in Extract<Operations, { id: `${R}.${string}` }> as Verb<O["id"], R>]: (
      ...input: Arguments<O>
    ) => Promise<OperationResponse<O>>;
  };
};

interface UntypedInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  upload?: Blob;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** How calls are sent: their URLs, their authentication and the function that sends them. */
export interface Target {
  send: Send;
  /** Build the complete URL of an operation. */
  buildUrl(
    operation: Operation,
    params: UntypedInput["params"] & object,
    query: UntypedInput["query"] & object,
  ): string;
  /** Build the authentication headers of an operation. */
  buildAuthHeaders(operation: Operation): Readonly<Record<string, string>>;
}

/**
 * Send the request of an operation and return the body of the response.
 * @throws ApiError if the status is not 200 or the body is not JSON, NetworkError if there is no complete response, or the abort
 *   reason if the caller aborted the call
 */
async function callOperation(target: Target, operation: Operation, input: UntypedInput): Promise<unknown> {
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
  const body = parseJson(text);
  if (response.status !== 200 || body === undefined)
    throw new ApiError(response.status, body, response.headers);
  storeHeaders(body, response.headers);
  return body;
}

/**
 * Send a request and read the response.
 * @throws NetworkError if there is no complete response, or the abort reason if the caller aborted the call
 */
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
 * Determine the content type of an upload. If the operation accepts only one type, use that type, because browsers set
 * another type for some files, depending on which program the computer uses to open them.
 */
function getContentType({ type }: Blob, { upload }: Operation): string {
  const [firstType, ...otherTypes] = upload?.types ?? [];
  return firstType !== undefined && otherTypes.length === 0 ? firstType : type;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Create a function for each operation. The result has the form `{resource: {verb}}`, from the operation's id. */
export function createCalls(operations: readonly Operation[], target: Target): unknown {
  const calls: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const [resource = "", verb = ""] = operation.id.split(".");
    const verbs = calls[resource] ?? {};
    calls[resource] = verbs;
    verbs[verb] = (input: UntypedInput = {}) => callOperation(target, operation, input);
  }
  return calls;
}
