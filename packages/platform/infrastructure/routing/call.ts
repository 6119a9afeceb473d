import type { Operation, OperationBody, OperationParams, QueryValues, Upload } from "@souk/contract";
import type { Suspension } from "../suspension.ts";
import type { Actor } from "./actor.ts";

/** The store a request is about. Every statement about store data names `store.id` (API-3). */
export interface Store {
  id: number;
  handle: string;
  /** The store's hostname without a port, the `shop` of the interface (SVC-1). */
  domain: string;
  /** `https://admin.{domain}/{handle}`, with the port where it is not the scheme's own. */
  host_url: string;
  /** The IANA name of the time zone in which dates are shown. */
  timezone: string;
  currency_code: string;
  /**
   * A counter that rises when time zone, currency or domain change: kept documents carry it in their stamp.
   */
  display_version: number;
  /**
   * Set while the platform's staff have suspended the store: its people can read it, and nothing else is
   * possible.
   */
  suspended: Suspension | null;
}

/** The installation behind a token. */
export interface Installation {
  id: number;
  app_id: number;
  app_handle: string;
}

/** A signed-in account on the admin's or the partners' origin. */
export interface SignedIn {
  account_id: number;
  email: string;
  name: string;
  is_staff: boolean;
  csrf_token: string;
  expires_at: Date;
  /** The session's stored hash, needed to end the session. */
  session_hash: Buffer;
  /** The account's role in `store` on store surfaces, null elsewhere. */
  role: "owner" | "manager" | "staff" | null;
  /** The scopes of that role in the store; empty elsewhere. */
  scopes: readonly string[];
}

/** A file that came as the body. It stays on this machine's disk for as long as its request is served. */
export interface ReceivedUpload {
  /** The type that the client named; the file's content may differ. */
  type: string;
  path: string;
  /** The size in bytes. */
  size: number;
  sha256: Buffer;
}

type CallStore<O> = O extends { surface: "3.0" | "4.0" | "store_console" } ? Store : null;
type WithSession<O> = O extends { auth: "session" } ? SignedIn : SignedIn | null;

type SentBody<O extends Operation> = O extends { body: object; upload: Upload }
  ? OperationBody<O> | undefined
  : OperationBody<O>;
type SentUpload<O extends Operation> = O extends { body: object; upload: Upload }
  ? ReceivedUpload | null
  : O extends { upload: Upload }
    ? ReceivedUpload
    : null;

/** A request after the pipeline has read and checked it: all that a use case may know about it. */
export interface Call<O extends Operation = Operation> {
  actor: Actor;
  request_id: string;
  store: CallStore<O>;
  /** Set when an app's token calls; null for a merchant's session. */
  installation: Installation | null;
  signed_in: WithSession<O>;
  params: OperationParams<O>;
  query: QueryValues<O["query"]>;
  body: SentBody<O>;
  upload: SentUpload<O>;
  /** The caller's address, for limits and the security log. */
  client_address: string;
}
