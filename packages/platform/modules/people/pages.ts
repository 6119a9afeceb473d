import { ApiError, type FieldError, fieldError, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { checkForm, rejectedFields } from "../../infrastructure/pages/check-form.ts";
import { page } from "../../infrastructure/pages/layout.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../infrastructure/routing/page.ts";
import {
  headings,
  type PeopleForm,
  signInForm,
  signInSentences,
  signUpForm,
  signUpSentences,
} from "./forms.ts";
import type { Arrival, PeopleDeps } from "./people-deps.ts";
import { returnPath } from "./return-to.ts";
import type { Audience } from "./session-rules.ts";
import { endSession } from "./sessions.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

type Kind = "signIn" | "signUp";

/** A page with a form, on one of the origins. */
interface Place {
  audience: Audience;
  kind: Kind;
  deps: PeopleDeps;
}

function askedReturn(call: PageCall): string {
  const asked = call.query.findLast(([name]) => name === "return_to")?.[1];
  return returnPath(call.form.get("return_to") ?? asked);
}

function formPage(
  call: PageCall,
  { audience, kind }: Place,
  outcome: { status: number; errors: readonly FieldError[] },
): PageAnswer {
  const { form: values, signed_in, nonce } = call;
  const csrf_token = signed_in?.csrf_token ?? null;
  const form: PeopleForm = { audience, values, returnTo: askedReturn(call), csrf_token };
  const body = (kind === "signIn" ? signInForm : signUpForm)(form, outcome.errors);
  const title = headings[audience][kind];
  const html = page({ title: outcome.errors.length > 0 ? `Error: ${title}` : title, nonce, body });
  return { status: outcome.status, html };
}

function show(call: PageCall, place: Place): PageAnswer {
  if (call.signed_in) return { redirect: askedReturn(call) };
  return formPage(call, place, { status: 200, errors: [] });
}

function enter(call: PageCall, { session_id, expires_at, store }: Arrival): PageAnswer {
  const asked = askedReturn(call);
  const redirect = asked === "/" && store ? `/${store.handle}` : asked;
  return { redirect, session: { kind: "start", session_id, expires_at } };
}

function buildVisit<Input>(call: PageCall, { audience }: Place, input: Input) {
  return { input, audience, replaces: call.signed_in?.session_hash ?? null };
}

async function postSignIn(database: Database, call: PageCall, place: Place) {
  const input = { email: call.form.get("email") ?? "", password: call.form.get("password") ?? "" };
  const errors = checkForm(operations.adminSignIn.body, input, signInSentences);
  if (errors.length > 0) return formPage(call, place, { status: 422, errors });
  try {
    return enter(call, await signIn(database, buildVisit(call, place, input), place.deps));
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "sign_in_failed") throw error;
    const { status, message } = error;
    return formPage(call, place, { status, errors: [fieldError("", "not_allowed", {}, message)] });
  }
}

/** Read the store that is created with the account; without a handle of its own when none was sent. */
function readStoreInput(form: ReadonlyMap<string, string>) {
  const handle = (form.get("store.handle") ?? "").trim();
  return { name: form.get("store.name") ?? "", ...(handle === "" ? {} : { handle }) };
}

async function postSignUp(database: Database, call: PageCall, place: Place) {
  const { form } = call;
  const input = {
    email: (form.get("email") ?? "").trim(),
    password: form.get("password") ?? "",
    name: form.get("name") ?? "",
    ...(place.audience === "admin" ? { store: readStoreInput(form) } : {}),
  };
  const errors = checkForm(operations.adminSignUp.body, input, signUpSentences);
  if (errors.length > 0) return formPage(call, place, { status: 422, errors });
  try {
    return enter(call, await signUp(database, buildVisit(call, place, input), place.deps));
  } catch (error) {
    return formPage(call, place, { status: 422, errors: rejectedFields(error) });
  }
}

async function postSignOut(database: Database, call: PageCall): Promise<PageAnswer> {
  if (call.signed_in) await endSession(database, call.signed_in.session_hash);
  return { redirect: "/sign-in", session: { kind: "end" } };
}

function buildPages(audience: Audience, deps: PeopleDeps): PageRoute[] {
  const common = { host: audience, visitor: "anyone" } as const;
  const signingIn: Place = { audience, kind: "signIn", deps };
  const signingUp: Place = { audience, kind: "signUp", deps };
  return [
    { ...common, method: "GET", path: "/sign-in", handle: async (_database, call) => show(call, signingIn) },
    { ...common, method: "GET", path: "/sign-up", handle: async (_database, call) => show(call, signingUp) },
    {
      ...common,
      method: "POST",
      path: "/sign-in",
      guarded: true,
      handle: (database, call) => postSignIn(database, call, signingIn),
    },
    {
      ...common,
      method: "POST",
      path: "/sign-up",
      guarded: true,
      handle: (database, call) => postSignUp(database, call, signingUp),
    },
    { ...common, method: "POST", path: "/sign-out", handle: postSignOut },
  ];
}

/** Create the pages to sign in, up and out, on the admin's and the partners' origin. */
export function peoplePages(deps: PeopleDeps): PageRoute[] {
  return [...buildPages("admin", deps), ...buildPages("partners", deps)];
}
