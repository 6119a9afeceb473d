import { ApiError, type FieldError, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { checkForm, getFieldErrorsOrRethrow } from "../../infrastructure/pages/check-form.ts";
import { renderPage } from "../../infrastructure/pages/layout.ts";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import type { PageCall, PageResponse, PageRoute } from "../../infrastructure/routing/page.ts";
import { createStore } from "./create-store.ts";
import { listOwnStores } from "./list-own-stores.ts";
import { renderStoreForm, storeFormMessages } from "./store-form.ts";
import { renderStoreList } from "./store-list.ts";
import type { StoresDeps } from "./stores-deps.ts";

interface Visit {
  call: PageCall;
  signed_in: SignedIn;
}

const verificationLink = html`<p><a href="/verify-email">Verify your email address</a> to create another store.</p>`;

function renderAnotherStoreForm(content: Parameters<typeof renderStoreForm>[0]): Html {
  return html`<details><summary>Create another store</summary>${renderStoreForm(content, [])}</details>`;
}

/**
 * Redirect an account to its only store, or, if it has no store, to the staff console or to the page that verifies the email
 * address. If no redirect applies, show the account's stores or the form that creates its first store.
 */
async function showStartPage(
  database: Database,
  { call, signed_in }: Visit,
  addresses: StoresDeps["addresses"],
  errors: readonly FieldError[],
): Promise<PageResponse> {
  const request = { account_id: signed_in.account_id, page: 1, limit: 250 };
  const { stores } = await listOwnStores(database, request, addresses);
  // An account with one store is redirected to it; `?choose` shows the list anyway.
  const [firstStore, secondStore] = stores;
  const canRedirect = errors.length === 0 && !call.query.some(([name]) => name === "choose");
  if (canRedirect && firstStore && !secondStore) return { redirect: `/${firstStore.handle}` };
  if (canRedirect && !firstStore && signed_in.is_staff) return { redirect: "/staff" };
  if (!signed_in.is_email_verified && !firstStore) return { redirect: "/verify-email" };
  const isFormShown = stores.length === 0 || errors.length > 0;
  const heading = isFormShown ? "Create your store" : "Your stores";
  const content = { form: call.form, csrf_token: signed_in.csrf_token, domain: addresses.domain };
  const staffLink = signed_in.is_staff ? html`<p><a href="/staff">Staff console</a></p>` : null;
  const body = isFormShown
    ? html`<h1>${heading}</h1>${staffLink}${renderStoreForm(content, errors)}`
    : html`<h1>${heading}</h1>${staffLink}${renderStoreList(stores)}
${signed_in.is_email_verified ? renderAnotherStoreForm(content) : verificationLink}`;
  const title = errors.length > 0 ? `Error: ${heading}` : heading;
  return {
    status: errors.length > 0 ? 422 : 200,
    html: renderPage({ title, nonce: call.nonce, body, signedIn: signed_in }),
  };
}

/** Create the posted store and redirect to it, or show the form with the errors. */
async function handleForm(database: Database, visit: Visit, deps: StoresDeps): Promise<PageResponse> {
  // guard store-needs-verified-email: without it, verify-email.test.ts fails
  if (!visit.signed_in.is_email_verified) return { redirect: "/verify-email" };
  const fields = [...visit.call.form].filter(
    ([name, value]) => Object.hasOwn(storeFormMessages, name) && value !== "",
  );
  const input = { name: "", ...Object.fromEntries(fields) };
  const formErrors = checkForm(operations.createStore.body, input, storeFormMessages);
  if (formErrors.length > 0) return showStartPage(database, visit, deps.addresses, formErrors);
  try {
    const creation = { owner: visit.signed_in, input };
    const { handle } = await database.transaction((tx) => createStore(tx, creation, deps));
    return { redirect: `/${handle}` };
  } catch (error) {
    const isQuotaExceeded = error instanceof ApiError && error.code === "quota_exceeded";
    const errors = isQuotaExceeded ? error.fields : getFieldErrorsOrRethrow(error);
    return showStartPage(database, visit, deps.addresses, errors);
  }
}

/**
 * Create the routes of the admin's start page, and of the redirect to it from the platform's domain. The start page redirects an
 * account with one store to that store, platform staff without a store to the staff console, and any other account that has neither
 * a store nor a verified email address to the page that verifies the address. Otherwise it shows the account's stores, or a form to
 * create the first one.
 */
export function createStorePages(deps: StoresDeps): PageRoute[] {
  const route = { host: "admin", path: "/", visitor: "account" } as const;
  const serveAccount =
    (serve: (database: Database, visit: Visit) => Promise<PageResponse>): PageRoute["handle"] =>
    async (database, call) =>
      call.signed_in ? serve(database, { call, signed_in: call.signed_in }) : { redirect: "/sign-in" };
  return [
    // A person who opens the platform's domain most likely wants the admin.
    {
      host: "apex",
      path: "/",
      method: "GET",
      visitor: "anyone",
      handle: async () => ({ redirect: `${deps.addresses.adminOrigin}/` }),
    },
    {
      ...route,
      method: "GET",
      handle: serveAccount((database, visit) => showStartPage(database, visit, deps.addresses, [])),
    },
    {
      ...route,
      method: "POST",
      handle: serveAccount((database, visit) => handleForm(database, visit, deps)),
    },
  ];
}
