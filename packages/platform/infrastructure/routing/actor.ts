/** The actor of a change. It is stored with the request id in every event, stock movement and audit entry. */
export interface Actor {
  kind: "app" | "account" | "operator" | "system";
  /** The app's handle, the account's id, or the name of the job. */
  id: string;
  scopes: ReadonlySet<string>;
}

/** The actor and the request that caused a change. */
export interface Cause {
  actor: Actor;
  request_id: string;
}
