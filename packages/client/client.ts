import {
  type AnswerOf,
  type BodyOf,
  type Operation,
  operations,
  type ParamsOf,
  type QuerySpec,
} from "@souk/contract";
import { ApiError } from "./client-error.ts";
import { pathOf } from "./path.ts";

/** Sends a request; the standard `fetch` fits. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** The shop's origin, for example https://demo.souk.example. */
  origin: string;
  /** The installation's access token. */
  token: string;
  send: Send;
}

type QueryInput<Q extends QuerySpec> = {
  [K in keyof Q]?: string | number | boolean | readonly (string | number)[];
};

type NeedsParams<O extends Operation> = keyof ParamsOf<O> extends never
  ? { params?: undefined }
  : { params: ParamsOf<O> };
type NeedsBody<O extends Operation> = O extends { body: object } ? { body: BodyOf<O> } : { body?: undefined };

/** What an operation is called with. `idempotencyKey` makes a repeat of a POST or PUT safe for 24 hours. */
export type Input<O extends Operation> = NeedsParams<O> &
  NeedsBody<O> & { query?: QueryInput<O["query"]>; idempotencyKey?: string };

type Arguments<O extends Operation> =
  Record<never, never> extends Input<O> ? [input?: Input<O>] : [input: Input<O>];

type Public = Extract<(typeof operations)[keyof typeof operations], { surface: "3.0" | "4.0" }>;
type Resource<Id> = Id extends `${infer R}.${string}` ? R : never;
type Verb<Id, R extends string> = Id extends `${R}.${infer V}` ? V : never;

/** `client.products.list(…)`: every operation of 3.0 and 4.0 under its id, computed from the contract. */
export type Client = {
  [R in Resource<Public["id"]>]: {
    [O in Extract<Public, { id: `${R}.${string}` }> as Verb<O["id"], R>]: (
      ...input: Arguments<O>
    ) => Promise<AnswerOf<O>>;
  };
};

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  idempotencyKey?: string;
}

async function perform(options: ClientOptions, operation: Operation, input: AnyInput): Promise<unknown> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (operation.caller === "token") headers["service-access-token"] = options.token;
  if (input.idempotencyKey !== undefined) headers["idempotency-key"] = input.idempotencyKey;
  const init: RequestInit = { method: operation.method, headers };
  if (operation.body) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(input.body);
  }
  const path = pathOf(operation, input.params ?? {}, input.query ?? {});
  const response = await options.send(`${options.origin}${path}`, init);
  const text = await response.text();
  const body = readJson(text);
  if (response.status !== 200 || body === undefined)
    throw new ApiError(response.status, body, response.headers);
  return body;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * A typed client of one shop.
 * @throws ApiError for every answer but 200
 */
export function createClient(options: ClientOptions): Client {
  const client: Record<string, Record<string, unknown>> = {};
  for (const operation of Object.values<Operation>(operations)) {
    if (operation.surface !== "3.0" && operation.surface !== "4.0") continue;
    const [resource = "", verb = ""] = operation.id.split(".");
    const calls = client[resource] ?? {};
    client[resource] = calls;
    calls[verb] = (input: AnyInput = {}) => perform(options, operation, input);
  }
  return client as Client;
}
