import assert from "node:assert/strict";
import type { ErrorCode, Scope } from "@souk/contract";
import { operatorKey, signOperator } from "@souk/signing";
import type { Browser, RequestOptions } from "@souk/testkit";
import type { MountedOperation } from "../mount.ts";
import { bareScopes, type Ground } from "./access-callers.ts";

/** Somebody who calls without the right to, and the refusals that are due. */
export interface Case {
  who: string;
  options: RequestOptions;
  refusals: readonly ErrorCode[];
}

const refusedTokens = {
  "no token": [{}, "token_missing"],
  "an empty token": [{ "service-access-token": "" }, "token_missing"],
  "a malformed token": [{ "service-access-token": "x'; --" }, "token_invalid"],
  "an unknown token": [{ "service-access-token": `souk_at_${"A".repeat(43)}_00000000` }, "token_invalid"],
} as const satisfies Record<string, readonly [Record<string, string>, ErrorCode]>;

function takes({ scopes }: MountedOperation["operation"], scope: Scope): boolean {
  return scopes.some((alternatives) => alternatives.includes(scope));
}

function tokenCases({ tokens }: Ground, { operation }: MountedOperation, json: unknown): Case[] {
  const body = json === undefined ? {} : { json };
  const header = (token: string) => ({ ...body, token });
  return [
    ...Object.entries(refusedTokens).map(([who, [headers, code]]) => ({
      who,
      options: { ...body, headers },
      refusals: [code],
    })),
    { who: "a revoked token", options: header(tokens.revoked), refusals: ["token_revoked"] },
    { who: "the token of a disabled app", options: header(tokens.disabled), refusals: ["app_disabled"] },
    { who: "another store's token", options: header(tokens.strangers), refusals: ["token_invalid"] },
    ...(operation.scopes.length === 0
      ? []
      : [
          {
            who: "a token without the scope",
            options: header(takes(operation, bareScopes.bare) ? tokens.otherwiseBare : tokens.bare),
            refusals: ["scope_missing"] as const,
          },
        ]),
  ];
}

export async function sessionHeaders(browser: Browser, origin: string): Promise<Record<string, string>> {
  const answer = await browser.call("GET", `${origin}/api/console/session.json`);
  const { session } = answer.json<{ session: { csrf_token: string } }>();
  const cookie = browser.cookies(new URL(origin).host) ?? assert.fail("nobody is signed in");
  return { cookie, origin, "sec-fetch-site": "same-origin", "x-csrf-token": session.csrf_token };
}

async function sessionCases(
  ground: Ground,
  { operation, host, method, path }: MountedOperation,
  json: unknown,
): Promise<Case[]> {
  const { testing, shop, stranger, app, strangersApp, tokens } = ground;
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const ofStaff = operation.surface === "staff_console";
  const [origin, ownBrowser, otherBrowser] =
    host === "partners"
      ? ([partnersOrigin, app.partner.browser, strangersApp.partner.browser] as const)
      : ([adminOrigin, ofStaff ? ground.platformStaff : shop.owner.browser, stranger.owner.browser] as const);
  const own = await sessionHeaders(ownBrowser, origin);
  const other = await sessionHeaders(otherBrowser, origin);
  const body = json === undefined ? {} : { json };
  const without = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(own).filter(([key]) => key !== name));
  const cases: [who: string, headers: Record<string, string>, ...refusals: ErrorCode[]][] = [
    ["no session", without("cookie"), "not_signed_in"],
    ["an unknown session", { ...own, cookie: `${own["cookie"]?.slice(0, -8)}AAAAAAAA` }, "not_signed_in"],
    ["a token in place of a session", { "service-access-token": tokens.full }, "not_signed_in"],
  ];
  if (path.includes(":store")) cases.push(["another store's owner", other, "store_not_found"]);
  if (ofStaff)
    cases.push(
      ["a merchant", other, "not_allowed"],
      ["staff of a shop", await sessionHeaders(ground.staff, origin), "not_allowed"],
    );
  if (host === "partners" && path.includes(":id")) cases.push(["another partner", other, "not_found"]);
  if (method !== "GET") {
    cases.push(
      ["no CSRF token", without("x-csrf-token"), "csrf_failed"],
      [
        "another session's CSRF token",
        { ...own, "x-csrf-token": other["x-csrf-token"] ?? "" },
        "csrf_failed",
      ],
      [
        "a page of another site",
        { ...own, "sec-fetch-site": "cross-site", origin: "https://evil.test" },
        "csrf_failed",
      ],
      ["a page of the shop", { ...own, "sec-fetch-site": "same-site", origin: shop.origin }, "csrf_failed"],
      ["no browser", without("sec-fetch-site"), "csrf_failed"],
    );
  }
  if (operation.caller === "token" && operation.scopes.length > 0)
    cases.push(["staff without the scope", await sessionHeaders(ground.staff, origin), "scope_missing"]);
  return cases.map(([who, headers, ...refusals]) => ({ who, options: { ...body, headers }, refusals }));
}

function otherCases(
  { testing, clock, tokens }: Ground,
  { operation, host, method, path }: MountedOperation,
  json: unknown,
): Case[] {
  const body = json === undefined ? {} : { json };
  const browser = { "sec-fetch-site": "same-origin" };
  if (operation.caller === "operator") {
    const seconds = Math.floor(clock.now() / 1000);
    const none = "0".repeat(64);
    const key = operatorKey(testing.secretKey);
    const another = signOperator({ method, path, body: "{}" }, key, new Date(clock.now()));
    const wrong = [
      undefined,
      "Operator",
      `Operator ${seconds}.${none}.${none}`,
      `Bearer ${tokens.full}`,
      another,
    ];
    return wrong.map((authorization) => ({
      who: `the operator's header ${authorization}`,
      options: { ...body, headers: { ...browser, ...(authorization ? { authorization } : {}) } },
      refusals: ["operator_key_invalid"],
    }));
  }
  // What anyone may call takes its proof in the body, or is a form of our own pages.
  if (host === "shop") return [{ who: "a stranger", options: body, refusals: ["client_not_granted"] }];
  return [
    {
      who: "a page of another site",
      options: { ...body, headers: { "sec-fetch-site": "cross-site" } },
      refusals: ["csrf_failed"],
    },
    { who: "no browser", options: body, refusals: ["csrf_failed"] },
  ];
}

/** Everybody who has no right to a call, and how each is refused. */
export function casesOf(ground: Ground, mounted: MountedOperation, json: unknown): Case[] | Promise<Case[]> {
  const { caller } = mounted.operation;
  if (caller === "anyone" || caller === "operator") return otherCases(ground, mounted, json);
  return mounted.host === "shop" ? tokenCases(ground, mounted, json) : sessionCases(ground, mounted, json);
}

/** The caller who has every right, so that the refusals of the others are no refusals of the call itself. */
export async function rightfulOptions(
  ground: Ground,
  { operation, host, method, path }: MountedOperation,
  json: unknown,
): Promise<RequestOptions> {
  const { testing, shop, app, tokens, clock, platformStaff } = ground;
  const body = json === undefined ? {} : { json };
  if (operation.caller === "operator") {
    const key = operatorKey(testing.secretKey);
    const sent = json === undefined ? "" : JSON.stringify(json);
    const authorization = signOperator({ method, path, body: sent }, key, new Date(clock.now()));
    return { ...body, headers: { authorization } };
  }
  if (operation.caller === "anyone") return { ...body, headers: { "sec-fetch-site": "same-origin" } };
  if (host === "shop") return { ...body, token: tokens.full };
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const ofStaff = operation.surface === "staff_console";
  const headers =
    host === "partners"
      ? await sessionHeaders(app.partner.browser, partnersOrigin)
      : await sessionHeaders(ofStaff ? platformStaff : shop.owner.browser, adminOrigin);
  return { ...body, headers };
}
