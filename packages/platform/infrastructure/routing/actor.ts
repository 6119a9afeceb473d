import type { Right } from "@souk/contract";

/** The actor of a change. It is stored with the request id in every event, stock movement and audit entry. */
export interface Actor {
  kind: "app" | "account" | "operator" | "system";
  /** The app's handle, the account's id, or the name of the job. */
  id: string;
  /** The scopes of an app, or the scopes that a person's rights cover. */
  scopes: ReadonlySet<string>;
  /** A person's rights in the store that the request is about. Absent for every other actor. */
  rights?: ReadonlySet<Right>;
}

/** The actor and the request that caused a change. */
export interface Cause {
  actor: Actor;
  request_id: string;
  /** The IP address that the request came from; absent for jobs. */
  client_address?: string;
  /** The User-Agent header of the request; absent for jobs. */
  user_agent?: string;
}

/** The request of a person and the client that sent it, as security events record them. */
export type RequestClient = Required<Pick<Cause, "request_id" | "client_address" | "user_agent">>;
