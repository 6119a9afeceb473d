import type { ErrorCode } from "./errors.ts";

/** Advice on how to resolve each error, for the reference. */
export const errorHelp: Readonly<Record<ErrorCode, string>> = {
  malformed_json:
    "Send one JSON value in UTF-8, at most 32 levels deep and with at most 10,000 keys. The keys `__proto__` and " +
    "`constructor` are rejected.",
  malformed_request:
    "Check the request line, the headers and the length of the body. A proxy may have changed them.",
  redeem_timeout: "A code is valid for five minutes. Send the merchant to the authorize page again.",
  code_already_redeemed:
    "Use the token that the first exchange returned. If you do not have it, send the merchant to the authorize " +
    "page again.",
  client_not_granted:
    "Send the client id and secret of the app that the code was issued to, and call the store that issued it. An " +
    "unknown code returns the same error.",
  token_missing: "Send the installation's token in exactly one `Service-Access-Token` header.",
  token_invalid: "The token is misspelled or belongs to another store. Use the token issued for this store.",
  token_revoked:
    "The app was uninstalled or the token was replaced. Discard the token; a new installation issues a new one.",
  app_disabled:
    "Wait until the merchant enables the app again or the platform lifts its suspension, as the message says. " +
    "The same token then works.",
  not_signed_in: "Sign in on this origin first. Admin and partner dashboard sessions are separate.",
  sign_in_failed:
    "Check the email address and the password. The response is the same for an unknown email address.",
  code_required:
    "The account has an authenticator app or a passkey. Send the code with the email and the password, or sign in on the sign-in page.",
  factor_required:
    "In production, a platform staff account must have an authenticator app or a passkey before it can be used. Add one at " +
    "`/account/security`.",
  step_up_required:
    "Open `/account/verify` on the same origin, enter the password, a code or a passkey, and repeat the request within 15 " +
    "minutes. Tokens of apps never get this error.",
  operator_key_invalid:
    "Sign the request with the platform's secret key, from a machine whose clock is correct to within five " +
    "minutes. `npm run souk` does this.",
  scope_missing:
    "`required_scope` names the missing scope. Send the merchant to the authorize page with that scope added, " +
    "and use the token that the new authorization returns.",
  right_missing:
    "`required_right` names the missing right. Ask the store's owner or a manager for a role that includes it. Only people have rights; the " +
    "scopes of an app's token are independent of them.",
  not_allowed:
    "Ask the store's owner or a manager for access. The staff console is only for platform staff accounts.",
  sign_up_closed:
    "The operator creates accounts with `npm run souk -- account create`, or sets `SOUK_SIGN_UP`. An invitation to a store still works if " +
    "`SOUK_SIGN_UP` is `invited`.",
  email_not_verified:
    "Open the link in the email that was sent at the sign-up. `/verify-email` sends it again. In development, the email is at `/mail` on the " +
    "admin host.",
  store_suspended:
    "Staff of the store can still sign in and read. Nothing can be changed and no token works until the platform " +
    "lifts the suspension; the same tokens then work again.",
  partner_suspended:
    "The partner dashboard can still be read. Nothing can be changed and the partner's apps are suspended until " +
    "the platform lifts the suspension.",
  csrf_failed: "Call from a page of the same origin, with the `csrf_token` of the session in `X-CSRF-Token`.",
  not_found:
    "The id matches no record of this store, or the URL is wrong: check the version, the path and the .json " +
    "ending. A record of another store returns the same error.",
  store_not_found: "Check the hostname: a store is one label below the platform's store domain.",
  method_not_allowed: "The `Allow` header lists the methods of this URL.",
  request_timeout:
    "Send all headers within 10 seconds and the whole request within 30 seconds. File uploads get one more " +
    "second per 64 KiB.",
  conflict:
    "Check `current`, then retry with updated values. If a request with the same Idempotency-Key is still " +
    "running, wait and retry.",
  quota_exceeded:
    "The message names the quota, and `max` of the field error is its limit. Delete records that are no longer " +
    "needed, if they can be deleted. The operator of the platform can raise the quota with `SOUK_QUOTAS`.",
  gone:
    "The requested part of the event log was deleted. Fetch the records themselves and continue from " +
    "`oldest_sequence`.",
  body_too_large:
    "JSON bodies can be at most 1 MiB: split the change into several requests. The size limit of a file is " +
    "listed with its operation.",
  unsupported_media_type:
    "Send `Content-Type: application/json`, with no parameter other than `charset=utf-8`. For a file, send one " +
    "of the types listed with the operation.",
  invalid:
    "`fields` names each invalid field or parameter with a `code` and its `params`. Correct them and send the " +
    "request again; nothing was changed.",
  rate_limited:
    "Wait for the number of seconds in `Retry-After`. Watch `X-RateLimit-Remaining` to avoid the limit.",
  headers_too_large:
    "The URL and all headers together can be at most 64 KB, the query at most 8 KB. The response makes a browser delete its cookies, because too many cookies are the usual cause: reload the page.",
  internal:
    "An internal error. It is logged with the `request_id`. A change sent with an Idempotency-Key can be retried " +
    "safely.",
  unavailable:
    "Retry after `Retry-After` seconds. An interrupted change may or may not have been made; an Idempotency-Key " +
    "makes the retry safe.",
  storage_full: "Nothing was stored. Retry later; the operator of the platform must free disk space.",
};
