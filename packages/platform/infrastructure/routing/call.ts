import type {
  Operation,
  OperationBody,
  OperationParams,
  QueryValues,
  Right,
  Role,
  Scope,
  Upload,
} from "@souk/contract";
import type { Suspension } from "../suspension.ts";
import type { Actor } from "./actor.ts";

/** The store that a request is about. Every statement on store data has a condition on the store's id (API-3). */
export interface Store {
  id: number;
  handle: string;
  /** The store's hostname without a port, the `shop` of the interface (SVC-1). */
  domain: string;
  /** `https://admin.{domain}/{handle}`, with the port if it is not the default port. */
  host_url: string;
  /** The IANA name of the time zone in which dates are shown. */
  timezone: string;
  currency_code: string;
  /**
   * A counter that increases when the time zone, currency or domain changes. It is part of the version of snapshots.
   */
  display_version: number;
  /**
   * Null unless the platform's staff have suspended the store. While it is suspended, its members can only read.
   */
  suspended: Suspension | null;
}

/** The installation that an access token belongs to. */
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
  /** Whether the person has shown, by a link from an email, that the address is theirs. */
  is_email_verified: boolean;
  csrf_token: string;
  expires_at: Date;
  /** The session's stored hash, needed to end the session. */
  session_hash: Buffer;
  /** When the person last proved who they are, with a password, a passkey or a code. */
  verified_at: Date | null;
  /** Whether the account belongs to platform staff and must add an authenticator app or a passkey before it can do anything else. */
  must_add_factor: boolean;
  /** The account's role in the store that the request is about; null if the request is not about a store. */
  role: Role | null;
  /** The account's rights in that store; empty if the request is not about a store. */
  rights: readonly Right[];
  /** The scopes that these rights cover, which decide which apps the account may open. */
  scopes: readonly Scope[];
  /**
   * The ids of installations in that store whose apps the account may open, although the account's rights do not cover the
   * apps' scopes; empty if the request is not about a store.
   */
  installation_ids: readonly number[];
}

/** A file that was sent as the body. It is on this machine's disk while the request is served. */
export interface ReceivedUpload {
  /** The content type from the request; the file's actual content may differ. */
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

/** A request that the pipeline has parsed and validated, as it is passed to a use case. */
export interface Call<O extends Operation = Operation> {
  actor: Actor;
  request_id: string;
  store: CallStore<O>;
  /** The calling app's installation; null if a person calls with a session. */
  installation: Installation | null;
  signed_in: WithSession<O>;
  params: OperationParams<O>;
  query: QueryValues<O["query"]>;
  body: SentBody<O>;
  upload: SentUpload<O>;
  /** The caller's IP address, for rate limits and the security log. */
  client_address: string;
  /** The User-Agent header; empty if it is missing. */
  user_agent: string;
  /** The value of the device cookie, which a browser can set to any text; null if the cookie is missing. */
  device_id: string | null;
}
