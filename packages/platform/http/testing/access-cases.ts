import assert from "node:assert/strict";
import type { ErrorCode, Scope } from "@souk/contract";
import { operatorKey, signOperator } from "@souk/signing";
import type { Browser, RequestOptions } from "@souk/testkit";
import type { MountedOperation } from "../mount.ts";
import { type AccessFixture, bareScopes } from "./access-fixture.ts";

/** A caller without the right to a call, and the errors that are due. */
export interface Case {
  who: string;
  options: RequestOptions;
  expectedCodes: readonly ErrorCode[];
}

const invalidTokens = {
  "no token": [{}, "token_missing"],
  "an empty token": [{ "service-access-token": "" }, "token_missing"],
  "a malformed token": [{ "service-access-token": "x'; --" }, "token_invalid"],
  "an unknown token": [{ "service-access-token": `souk_at_${"A".repeat(43)}_00000000` }, "token_invalid"],
} as const satisfies Record<string, readonly [Record<string, string>, ErrorCode]>;

function takes({ scopes }: MountedOperation["operation"], scope: Scope): boolean {
  return scopes.some((alternatives) => alternatives.includes(scope));
}

function tokenCases({ tokens }: AccessFixture, { operation }: MountedOperation, json: unknown): Case[] {
  const body = json === undefined ? {} : { json };
  const header = (token: string) => ({ ...body, token });
  return [
    ...Object.entries(invalidTokens).map(([who, [headers, code]]) => ({
      who,
      options: { ...body, headers },
      expectedCodes: [code],
    })),
    { who: "a revoked token", options: header(tokens.revoked), expectedCodes: ["token_revoked"] },
    { who: "the token of a disabled app", options: header(tokens.disabled), expectedCodes: ["app_disabled"] },
    { who: "another store's token", options: header(tokens.strangers), expectedCodes: ["token_invalid"] },
    ...(operation.scopes.length === 0
      ? []
      : [
          {
            who: "a token without the scope",
            options: header(takes(operation, bareScopes.bare) ? tokens.otherwiseBare : tokens.bare),
            expectedCodes: ["scope_missing"] as const,
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
  fixture: AccessFixture,
  { operation, host, method, path }: MountedOperation,
  json: unknown,
): Promise<Case[]> {
  const { testing, store, stranger, app, strangersApp, tokens } = fixture;
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const ofStaff = operation.surface === "staff_console";
  const [origin, ownBrowser, otherBrowser] =
    host === "partners"
      ? ([partnersOrigin, app.partner.browser, strangersApp.partner.browser] as const)
      : ([
          adminOrigin,
          ofStaff ? fixture.platformStaff : store.owner.browser,
          stranger.owner.browser,
        ] as const);
  const own = await sessionHeaders(ownBrowser, origin);
  const other = await sessionHeaders(otherBrowser, origin);
  const body = json === undefined ? {} : { json };
  const without = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(own).filter(([key]) => key !== name));
  const cases: [who: string, headers: Record<string, string>, ...expectedCodes: ErrorCode[]][] = [
    ["no session", without("cookie"), "not_signed_in"],
    ["an unknown session", { ...own, cookie: `${own["cookie"]?.slice(0, -8)}AAAAAAAA` }, "not_signed_in"],
    ["a token in place of a session", { "service-access-token": tokens.full }, "not_signed_in"],
  ];
  if (path.includes(":store")) cases.push(["another store's owner", other, "store_not_found"]);
  if (ofStaff)
    cases.push(
      ["a merchant", other, "not_allowed"],
      ["staff of a store", await sessionHeaders(fixture.staff, origin), "not_allowed"],
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
      ["a page of the store", { ...own, "sec-fetch-site": "same-site", origin: store.origin }, "csrf_failed"],
      ["no browser", without("sec-fetch-site"), "csrf_failed"],
    );
  }
  if (operation.auth === "token" && operation.scopes.length > 0)
    cases.push(["staff without the scope", await sessionHeaders(fixture.staff, origin), "scope_missing"]);
  return cases.map(([who, headers, ...expectedCodes]) => ({
    who,
    options: { ...body, headers },
    expectedCodes: expectedCodes,
  }));
}

function otherCases(
  { testing, clock, tokens }: AccessFixture,
  { operation, host, method, path }: MountedOperation,
  json: unknown,
): Case[] {
  const body = json === undefined ? {} : { json };
  const browser = { "sec-fetch-site": "same-origin" };
  if (operation.auth === "operator") {
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
      expectedCodes: ["operator_key_invalid"],
    }));
  }
  // What anyone may call takes its proof in the body, or is a form of our own pages.
  if (host === "store") return [{ who: "a stranger", options: body, expectedCodes: ["client_not_granted"] }];
  return [
    {
      who: "a page of another site",
      options: { ...body, headers: { "sec-fetch-site": "cross-site" } },
      expectedCodes: ["csrf_failed"],
    },
    { who: "no browser", options: body, expectedCodes: ["csrf_failed"] },
  ];
}

/** List every caller without the right to a call, and the error each one gets. */
export function buildCases(
  fixture: AccessFixture,
  mounted: MountedOperation,
  json: unknown,
): Case[] | Promise<Case[]> {
  const { auth: caller } = mounted.operation;
  if (caller === "anyone" || caller === "operator") return otherCases(fixture, mounted, json);
  return mounted.host === "store" ? tokenCases(fixture, mounted, json) : sessionCases(fixture, mounted, json);
}

/**
 * Build the options of the caller who has every right, so that the errors of the others are not errors of the
 * call itself.
 */
export async function rightfulOptions(
  fixture: AccessFixture,
  { operation, host, method, path }: MountedOperation,
  json: unknown,
): Promise<RequestOptions> {
  const { testing, store, app, tokens, clock, platformStaff } = fixture;
  const body = json === undefined ? {} : { json };
  if (operation.auth === "operator") {
    const key = operatorKey(testing.secretKey);
    const sent = json === undefined ? "" : JSON.stringify(json);
    const authorization = signOperator({ method, path, body: sent }, key, new Date(clock.now()));
    return { ...body, headers: { authorization } };
  }
  if (operation.auth === "anyone") return { ...body, headers: { "sec-fetch-site": "same-origin" } };
  if (host === "store") return { ...body, token: tokens.full };
  const { adminOrigin, partnersOrigin } = testing.addresses;
  const ofStaff = operation.surface === "staff_console";
  const headers =
    host === "partners"
      ? await sessionHeaders(app.partner.browser, partnersOrigin)
      : await sessionHeaders(ofStaff ? platformStaff : store.owner.browser, adminOrigin);
  return { ...body, headers };
}
