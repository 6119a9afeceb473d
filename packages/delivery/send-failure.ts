/** The reason why a request got no response. */
export type FailureReason =
  /** The URL may not be called: it is not https, or it has a user name. */
  | "refused_url"
  /** The host is, or resolves to, an address that is not public. */
  | "refused_address"
  | "dns"
  | "connect"
  | "tls"
  /** The timeout passed before a connection was established, so the request was not sent. */
  | "connect_timeout"
  /** The request was sent, possibly on a connection that was lost, and no response arrived in time. */
  | "timeout"
  /** The connection was closed before a response started. */
  | "reset"
  /** The response was not HTTP. */
  | "invalid_http"
  /** An error of the platform: the request could not be written. */
  | "invalid_request"
  /** Not sent: all connections to this origin stayed in use. */
  | "busy"
  /** Not sent: the sender is closing. */
  | "closed";

// Messages for partners. No message names an IP address or reveals whether an internal address is reachable.
const messages: Record<FailureReason, string> = {
  refused_url: "The URL must be https and must not have a user name.",
  refused_address: "The host has an address that is not public.",
  dns: "The host name could not be resolved.",
  connect: "The connection failed.",
  tls: "The TLS handshake failed.",
  connect_timeout: "The connection timed out.",
  timeout: "The server did not respond in time.",
  reset: "The server closed the connection before it responded.",
  invalid_http: "The response was not valid HTTP/1.1.",
  invalid_request: "The request could not be sent.",
  busy: "All connections to this server were in use. The request was not sent.",
  closed: "The platform is stopping. The request was not sent.",
};

const certificateMessages: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "The TLS certificate has expired.",
  CERT_NOT_YET_VALID: "The TLS certificate is not valid yet.",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The TLS certificate is self-signed.",
  SELF_SIGNED_CERT_IN_CHAIN: "The TLS certificate was issued by an untrusted authority.",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The TLS certificate was issued by an untrusted authority.",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The server does not send the intermediate TLS certificate.",
  ERR_TLS_CERT_ALTNAME_INVALID: "The TLS certificate is for another host name.",
};

/** The error of a request that got no response. Its message is shown to the partner. */
export class SendFailure extends Error {
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string = messages[reason]) {
    super(message);
    this.name = "SendFailure";
    this.reason = reason;
  }
}

/** Convert the error of a TLS handshake. If the certificate is the cause, the message says what is wrong with it. */
export function toTlsFailure(error: unknown): SendFailure {
  return new SendFailure("tls", certificateMessages[getErrorCode(error)]);
}

/** Convert an error of the HTTP client or a socket to a SendFailure. */
export function toFailure(error: unknown): SendFailure {
  if (error instanceof SendFailure) return error;
  const code = getErrorCode(error);
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

function getErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
