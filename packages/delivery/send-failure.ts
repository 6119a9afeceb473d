/** Why a request got no answer. */
export type FailureReason =
  /** The URL is one that is never called: another scheme, or a user name in it. */
  | "refused_url"
  /** The host is, or resolves to, an address that is not public. */
  | "refused_address"
  | "dns"
  | "connect"
  | "tls"
  /** The time was up before there was a connection: the other side never had the request. */
  | "connect_timeout"
  /** The request was written, perhaps on a connection that was lost before, and no answer came in time. */
  | "timeout"
  /** The connection was closed before an answer had begun. */
  | "reset"
  /** What came was no HTTP. */
  | "invalid_http"
  /** Our own fault: the request could not be written. */
  | "invalid_request"
  /** Not sent: all connections to this origin stayed in use. */
  | "busy"
  /** Not sent: the sender is closing. */
  | "closed";

// A partner reads these. None says which address answered, or tells a refused one from an unreachable one nearby.
const sentences: Record<FailureReason, string> = {
  refused_url: "This URL is not called: it must be https, without a user name.",
  refused_address: "The host has an address that is not public.",
  dns: "The host name could not be resolved.",
  connect: "No connection could be made.",
  tls: "The TLS handshake failed.",
  connect_timeout: "No connection was made in time.",
  timeout: "There was no answer in time.",
  reset: "The connection was closed before an answer.",
  invalid_http: "The answer was not valid HTTP/1.1.",
  invalid_request: "The request could not be written.",
  busy: "All connections to this server were in use; nothing was sent.",
  closed: "The platform is stopping; nothing was sent.",
};

const certificateSentences: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "The TLS certificate has expired.",
  CERT_NOT_YET_VALID: "The TLS certificate is not valid yet.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The TLS certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The TLS certificate comes from an authority that is not trusted.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The TLS certificate comes from an authority that is not trusted.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The server does not send the TLS certificate of its authority.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The TLS certificate is for another host name.",
};

/** A request that got no answer; its message is for the partner. */
export class SendFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string = sentences[reason]) {
    super(message);
    this.name = "SendFailure";
    this.reason = reason;
  }
}

/** The failure of a TLS handshake, with the certificate's fault where that is the cause. */
export function tlsFailure(error: unknown): SendFailure {
  return new SendFailure("tls", certificateSentences[errorCode(error)]);
}

/** The failure behind an error that the HTTP client or a socket raised. */
export function failureOf(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error;
  const code = errorCode(error);
  if (code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT")
    return new SendFailure("timeout");
  if (code === "UND_ERR_INVALID_ARG" || code === "UND_ERR_NOT_SUPPORTED")
    return new SendFailure("invalid_request");
  if (code === "UND_ERR_HEADERS_OVERFLOW" || code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") {
    return new SendFailure("invalid_http");
  }
  if (code.startsWith("HPE_")) return new SendFailure("invalid_http");
  if (code.startsWith("ERR_SSL_")) return new SendFailure("tls");
  return new SendFailure("reset");
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
