import type { BodyOf, Operation, ParamsOf, QueryOf, Upload } from "@souk/contract";
import type { Suspension } from "../suspension.ts";
import type { Actor } from "./actor.ts";

/** The store a request is about. Every statement about store data names `store.id` (API-3). */
export interface Store {
  id: number;
  handle: string;
  /** The shop's hostname without a port, the `shop` of the interface (SVC-1). */
  domain: string;
  /** `https://admin.{domain}/{handle}`, with the port where it is not the scheme's own. */
  host_url: string;
  /** IANA name; dates are shown in it. */
  timezone: string;
  currency_code: string;
  /** Counts up when time zone, currency or domain change: kept documents carry it in their stamp. */
  rendition: number;
  /** Set while the platform's staff have suspended it: it can be read by its people, and that is all. */
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
  /** The session's stored hash, to end it. */
  session_hash: Buffer;
  /** The role in `store` on shop surfaces, null elsewhere. */
  role: "owner" | "manager" | "staff" | null;
  /** What that role allows there; empty elsewhere. */
  scopes: readonly string[];
}

/** A file that came as the body. It lies on this machine's disk for as long as its request is served. */
export interface ReceivedUpload {
  /** As the client named it; what is in the file may be something else. */
  type: string;
  path: string;
  /** Bytes. */
  size: number;
  sha256: Buffer;
}

type OnShop<O> = O extends { surface: "3.0" | "4.0" | "shop_console" } ? Store : null;
type WithSession<O> = O extends { caller: "session" } ? SignedIn : SignedIn | null;

type SentBody<O extends Operation> = O extends { body: object; upload: Upload }
  ? BodyOf<O> | undefined
  : BodyOf<O>;
type SentUpload<O extends Operation> = O extends { body: object; upload: Upload }
  ? ReceivedUpload | null
  : O extends { upload: Upload }
    ? ReceivedUpload
    : null;

/** A request after the pipeline has read and checked it: all that a use case may know of it. */
export interface Call<O extends Operation = Operation> {
  actor: Actor;
  request_id: string;
  store: OnShop<O>;
  /** Set when an app's token calls; null for a merchant's session. */
  installation: Installation | null;
  signed_in: WithSession<O>;
  params: ParamsOf<O>;
  query: QueryOf<O["query"]>;
  body: SentBody<O>;
  upload: SentUpload<O>;
  /** The caller's address, for limits and the security log. */
  client_address: string;
}
