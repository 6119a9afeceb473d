import { exchangeTokenExample } from "../examples/oauth.ts";
import { defineOperation } from "../operation.ts";
import { noParams } from "../schemas/common.ts";
import { tokenRequest, tokenResponse } from "../schemas/oauth.ts";

export const exchangeToken = defineOperation({
  id: "oauth.access_token",
  surface: "3.0",
  auth: "anyone",
  scopes: [],
  rights: [],
  method: "POST",
  path: "/oauth/access_token.json",
  params: noParams,
  query: {},
  body: tokenRequest,
  response: tokenResponse,
  errors: ["redeem_timeout", "code_already_redeemed", "client_not_granted", "invalid", "rate_limited"],
  returnsSecret: true,
  throttle: "apps",
  summary: "Exchange an authorization code for an access token",
  description:
    "A code is valid for five minutes and can be redeemed once. The client credentials are checked first. If they " +
    "are wrong, the response reveals nothing about the code, and the code remains valid. The same applies to a wrong `code_verifier`.",
  definedBy: "interface",
  clauses: ["INS-8", "INS-9", "INS-10", "INS-11", "INS-12"],
  example: exchangeTokenExample,
});
