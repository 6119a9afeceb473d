import type { ErrorCode } from "./errors.ts";

/** What to do about each error, for the reference. */
export const errorHelp: Readonly<Record<ErrorCode, string>> = {
  malformed_json:
    "Send one JSON value in UTF-8, at most 32 levels deep and with at most 10,000 keys. Keys named `__proto__` or `constructor` are refused.",
  malformed_request:
    "Check the request line, the headers and the length of the body; a proxy on the way may have changed them.",
  redeem_timeout: "A code is good for five minutes. Send the merchant to the authorize page again.",
  code_already_redeemed:
    "Use the token that the first exchange answered. If you do not have it, send the merchant to the authorize page again.",
  client_not_granted:
    "Send the client id and secret of the app that the code was made for, to the shop that it was made in. An unknown code answers the same.",
  token_missing: "Send the installation's token in the header `Service-Access-Token`, once.",
  token_invalid: "The token is misspelled or is another store's. Use the one that was issued for this shop.",
  token_revoked:
    "The app was uninstalled, or the token was replaced. Forget it; a new installation gives a new one.",
  app_disabled:
    "Wait until the merchant enables the app again, or until the platform lifts its suspension, as the message says; the same token then works.",
  not_signed_in: "Sign in on this origin first. A session of the admin is none of the partner dashboard.",
  sign_in_failed: "Check address and password. The answer is the same for an address that nobody has.",
  operator_key_invalid:
    "Sign with the platform's secret key and a clock that is right to five minutes; `npm run souk` does it.",
  scope_missing:
    "`required_scope` names what is missing. Send the merchant to the authorize page with that scope added, and use the token of that exchange.",
  not_allowed:
    "Ask the owner or a manager of the shop. The staff console is for accounts of the platform's staff.",
  store_suspended:
    "Its people can still sign in and read; nothing can be changed, and no token opens its API, until the platform lifts the suspension. The same tokens then work.",
  partner_suspended:
    "What the dashboard shows can still be read. Nothing can be changed, and the partner's apps are suspended, until the platform lifts the suspension.",
  csrf_failed: "Call from a page of the same origin, with the `csrf_token` of the session in `X-CSRF-Token`.",
  not_found:
    "The id names no record of this store, or the address is misspelled. A record of another store answers the same.",
  store_not_found: "Check the hostname: a shop is one label below the store domain.",
  method_not_allowed: "The header `Allow` lists the methods of this address.",
  request_timeout:
    "Headers must arrive within 10 seconds and the whole request within 30; a file may take a second more for each 64 KiB of it.",
  conflict:
    "Read `current`, decide again, and send the request anew. For a running request with the same Idempotency-Key: wait and send it again.",
  gone: "That part of the log is no longer kept. Read the records themselves and go on from `oldest_sequence`.",
  body_too_large:
    "A body is at most 1 MiB: split the change into several requests. A file may have as much as its operation says.",
  unsupported_media_type:
    "Send `Content-Type: application/json`, with no parameter but `charset=utf-8`; or, where an operation takes a file, one of the types that it names.",
  invalid: "`fields` names each field or parameter and what it takes. Nothing was changed.",
  rate_limited:
    "Wait as many seconds as `Retry-After` says. `X-RateLimit-Remaining` tells before it comes to that.",
  headers_too_large: "The address and all headers together are at most 16 KB, the query 8 KB.",
  internal:
    "This is our fault, and was logged under the `request_id`. A change with an Idempotency-Key can be sent again safely.",
  unavailable:
    "Send the request again after `Retry-After`. Whether an interrupted change was made is unknown: an Idempotency-Key makes the repeat safe.",
};
