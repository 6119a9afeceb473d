import assert from "node:assert/strict";
import type { ErrorCode, Scope } from "@souk/contract";
import { deriveOperatorKey, signOperator } from "@souk/signing";
import type { Browser, RequestOptions } from "@souk/testkit";
import type { MountedOperation } from "../mount.ts";
import { type AccessFixture, singleScopes } from "./access-fixture.ts";

/** A caller without permission for an operation, and the error codes that it may get. */
export interface AccessCase {
  caller: string;
  options: RequestOptions;
  expectedCodes: readonly ErrorCode[];
}

const invalidTokens = {
  "no token": [{}, "token_missing"],
  "an empty token": [{ "service-access-token": "" }, "token_missing"],
  "a malformed token": [{ "service-access-token": "x'; --" }, "token_invalid"],
  "an unknown token": [{ "service-access-token": `souk_at_${"A".repeat(43)}_00000000` }, "token_invalid"],
} as const satisfies Record<string, readonly [Record<string, string>, ErrorCode]>;

function acceptsScope({ scopes }: MountedOperation["operation"], scope: Scope): boolean {
  return scopes.some((alternatives) => alternatives.includes(scope));
}

function buildTokenCases(
  { tokens }: AccessFixture,
  { operation }: MountedOperation,
  json: unknown,
): AccessCase[] {
  const body = json === undefined ? {} : { json };
  const buildOptions = (token: string) => ({ ...body, token });
  return [
    ...Object.entries(invalidTokens).map(([caller, [headers, code]]) => ({
      caller,
      options: { ...body, headers },
      expectedCodes: [code],
    })),
    { caller: "a revoked token", options: buildOptions(tokens.revoked), expectedCodes: ["token_revoked"] },
    {
      caller: "the token of a disabled app",
      options: buildOptions(tokens.disabled),
      expectedCodes: ["app_disabled"],
    },
    {
      caller: "another store's token",
      options: buildOptions(tokens.otherStore),
      expectedCodes: ["token_invalid"],
    },
    ...(operation.scopes.length === 0
      ? []
      : [
          {
            caller: "a token without the scope",
            options: buildOptions(
              acceptsScope(operation, singleScopes.scriptTagsOnly)
                ? tokens.snippetsOnly
                : tokens.scriptTagsOnly,
            ),
            expectedCodes: ["scope_missing"] as const,
          },
        ]),
  ];
}

/** Load the headers that a page at `origin` sends with a write in the browser's session. */
export async function loadSessionHeaders(browser: Browser, origin: string): Promise<Record<string, string>> {
  const response = await browser.call("GET", `${origin}/api/console/session.json`);
  const { session } = response.json<{ session: { csrf_token: string } }>();
  const cookie = browser.getCookieHeader(new URL(origin).host) ?? assert.fail("nobody is signed in");
  return { cookie, origin, "sec-fetch-site": "same-origin", "x-csrf-token": session.csrf_token };
}

/** Replace the end of the session id in a Cookie header, which may have other cookies too. No session has the resulting id. */
function replaceSession(cookie: string): string {
  return cookie.replace(/(__Host-souk_(?:admin|partners)=[^;]*)[^;]{8}/, "$1AAAAAAAA");
}

async function buildSessionCases(
  fixture: AccessFixture,
  { operation, host, method, path }: MountedOperation,
  json: unknown,
): Promise<AccessCase[]> {
  const { testPlatform, store, otherStore, app, otherStoresApp, tokens } = fixture;
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const isStaffOperation = operation.surface === "staff_console";
  const [origin, ownBrowser, otherBrowser] =
    host === "partners"
      ? ([partnersOrigin, app.partner.browser, otherStoresApp.partner.browser] as const)
      : ([
          adminOrigin,
          isStaffOperation ? fixture.platformStaff : store.owner.browser,
          otherStore.owner.browser,
        ] as const);
  const ownHeaders = await loadSessionHeaders(ownBrowser, origin);
  const otherHeaders = await loadSessionHeaders(otherBrowser, origin);
  const body = json === undefined ? {} : { json };
  const omitHeader = (name: string): Record<string, string> =>
    Object.fromEntries(Object.entries(ownHeaders).filter(([key]) => key !== name));
  const cases: [caller: string, headers: Record<string, string>, ...expectedCodes: ErrorCode[]][] = [
    ["no session", omitHeader("cookie"), "not_signed_in"],
    [
      "an unknown session",
      { ...ownHeaders, cookie: replaceSession(ownHeaders["cookie"] ?? "") },
      "not_signed_in",
    ],
    ["a token in place of a session", { "service-access-token": tokens.full }, "not_signed_in"],
  ];
  if (path.includes(":store")) cases.push(["another store's owner", otherHeaders, "store_not_found"]);
  if (isStaffOperation)
    cases.push(
      ["a merchant", otherHeaders, "not_allowed"],
      ["a member of a store", await loadSessionHeaders(fixture.memberWithoutRights, origin), "not_allowed"],
    );
  if (host === "partners" && path.includes(":id")) cases.push(["another partner", otherHeaders, "not_found"]);
  if (method !== "GET") {
    cases.push(
      ["no CSRF token", omitHeader("x-csrf-token"), "csrf_failed"],
      [
        "another session's CSRF token",
        { ...ownHeaders, "x-csrf-token": otherHeaders["x-csrf-token"] ?? "" },
        "csrf_failed",
      ],
      [
        "a page of another site",
        { ...ownHeaders, "sec-fetch-site": "cross-site", origin: "https://evil.test" },
        "csrf_failed",
      ],
      [
        "a page of the store",
        { ...ownHeaders, "sec-fetch-site": "same-site", origin: store.origin },
        "csrf_failed",
      ],
      ["a client that is not a browser", omitHeader("sec-fetch-site"), "csrf_failed"],
    );
  }
  if (operation.auth === "token" && operation.scopes.length > 0)
    cases.push([
      "a member without the right",
      await loadSessionHeaders(fixture.memberWithoutRights, origin),
      "right_missing",
      // An operation that is only for apps rejects every person with this code.
      "not_allowed",
    ]);
  return cases.map(([caller, headers, ...expectedCodes]) => ({
    caller,
    options: { ...body, headers },
    expectedCodes,
  }));
}

function buildOperatorAndPublicCases(
  { testPlatform, clock, tokens }: AccessFixture,
  { operation, host, method, path }: MountedOperation,
  json: unknown,
): AccessCase[] {
  const body = json === undefined ? {} : { json };
  const browserHeader = { "sec-fetch-site": "same-origin" };
  if (operation.auth === "operator") {
    const seconds = Math.floor(clock.now() / 1000);
    const zeroHash = "0".repeat(64);
    const key = deriveOperatorKey(testPlatform.secretKey);
    const otherBodySignature = signOperator({ method, path, body: "{}" }, key, new Date(clock.now()));
    const invalidHeaders = [
      undefined,
      "Operator",
      `Operator ${seconds}.${zeroHash}.${zeroHash}`,
      `Bearer ${tokens.full}`,
      otherBodySignature,
    ];
    return invalidHeaders.map((authorization) => ({
      caller: `the operator's header ${authorization}`,
      options: { ...body, headers: { ...browserHeader, ...(authorization ? { authorization } : {}) } },
      expectedCodes: ["operator_key_invalid"],
    }));
  }
  // An operation that anyone may call has its credentials in the body, or serves a form of our own pages.
  if (host === "store")
    return [{ caller: "a stranger", options: body, expectedCodes: ["client_not_granted"] }];
  return [
    {
      caller: "a page of another site",
      options: { ...body, headers: { "sec-fetch-site": "cross-site" } },
      expectedCodes: ["csrf_failed"],
    },
    { caller: "a client that is not a browser", options: body, expectedCodes: ["csrf_failed"] },
  ];
}

/** Build one case for each kind of caller that must not call this operation. */
export function buildDeniedCases(
  fixture: AccessFixture,
  mountedOperation: MountedOperation,
  json: unknown,
): AccessCase[] | Promise<AccessCase[]> {
  const { auth } = mountedOperation.operation;
  if (auth === "anyone" || auth === "operator")
    return buildOperatorAndPublicCases(fixture, mountedOperation, json);
  return mountedOperation.host === "store"
    ? buildTokenCases(fixture, mountedOperation, json)
    : buildSessionCases(fixture, mountedOperation, json);
}

/**
 * Build the request options of a caller with all permissions. This call shows that the other callers' errors
 * come from missing permissions and not from the sample call.
 */
export async function buildPermittedOptions(
  fixture: AccessFixture,
  { operation, host, method, path }: MountedOperation,
  json: unknown,
): Promise<RequestOptions> {
  const { testPlatform, store, app, tokens, clock, platformStaff } = fixture;
  const body = json === undefined ? {} : { json };
  if (operation.auth === "operator") {
    const key = deriveOperatorKey(testPlatform.secretKey);
    const bodyText = json === undefined ? "" : JSON.stringify(json);
    const authorization = signOperator({ method, path, body: bodyText }, key, new Date(clock.now()));
    return { ...body, headers: { authorization } };
  }
  if (operation.auth === "anyone") return { ...body, headers: { "sec-fetch-site": "same-origin" } };
  if (host === "store") return { ...body, token: tokens.full };
  const { adminOrigin, partnersOrigin } = testPlatform.addresses;
  const isStaffOperation = operation.surface === "staff_console";
  const headers =
    host === "partners"
      ? await loadSessionHeaders(app.partner.browser, partnersOrigin)
      : await loadSessionHeaders(isStaffOperation ? platformStaff : store.owner.browser, adminOrigin);
  return { ...body, headers };
}
