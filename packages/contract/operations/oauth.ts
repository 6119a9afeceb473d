import { exchangeTokenExample } from "../examples/oauth.ts";
import { operation } from "../operation.ts";
import { noParams } from "../schemas/common.ts";
import { tokenAnswer, tokenRequest } from "../schemas/oauth.ts";

export const exchangeToken = operation({
  id: "oauth.access_token",
  surface: "3.0",
  caller: "anyone",
  scopes: [],
  method: "POST",
  path: "/oauth/access_token.json",
  params: noParams,
  query: {},
  body: tokenRequest,
  answer: tokenAnswer,
  refusals: ["redeem_timeout", "code_already_redeemed", "client_not_granted", "invalid", "rate_limited"],
  answersSecret: true,
  guarded: "apps",
  summary: "Exchange an authorization code for an access token",
  description:
    "A code is valid for five minutes and redeemed once. The client is looked at first: a wrong client learns nothing " +
    "about a code and leaves it redeemable.",
  badge: "documented",
  clauses: ["INS-8", "INS-9", "INS-10", "INS-11", "INS-12"],
  example: exchangeTokenExample,
});
