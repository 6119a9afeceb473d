/** The actor of a change, recorded on every event, movement and audit row together with the request id. */
export interface Actor {
  kind: "app" | "account" | "operator" | "system";
  /** The app's handle, the account's id, or the name of the job. */
  id: string;
  scopes: ReadonlySet<string>;
}

/** The cause that a change is recorded with: who, in which request, caused by what. */
export interface Cause {
  actor: Actor;
  request_id: string;
}
