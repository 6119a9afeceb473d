import { type FieldError, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { checkForm, rejectedFields } from "../../infrastructure/pages/check-form.ts";
import { page } from "../../infrastructure/pages/layout.ts";
import type { SignedIn } from "../../infrastructure/routing/call.ts";
import { html } from "../../infrastructure/routing/html.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../infrastructure/routing/page.ts";
import { createStore } from "./create-store.ts";
import { listOwnStores } from "./list-own-stores.ts";
import { renderStoreForm, storeFormMessages } from "./store-form.ts";
import { renderStoreList } from "./store-list.ts";
import type { StoresDeps } from "./stores-deps.ts";

interface Visit {
  call: PageCall;
  signed_in: SignedIn;
}

async function landing(
  database: Database,
  { call, signed_in }: Visit,
  addresses: StoresDeps["addresses"],
  errors: readonly FieldError[],
): Promise<PageAnswer> {
  const question = { account_id: signed_in.account_id, page: 1, limit: 250 };
  const { stores } = await listOwnStores(database, question, addresses);
  // An account with one store is redirected to it; `?choose` shows the list anyway.
  const [only, another] = stores;
  const isPassing = errors.length === 0 && !call.query.some(([name]) => name === "choose");
  if (isPassing && only && !another) return { redirect: `/${only.handle}` };
  if (isPassing && !only && signed_in.is_staff) return { redirect: "/staff" };
  const asksForStore = stores.length === 0 || errors.length > 0;
  const heading = asksForStore ? "Create your store" : "Your stores";
  const parts = { form: call.form, csrf_token: signed_in.csrf_token, domain: addresses.domain };
  const toStaff = signed_in.is_staff ? html`<p><a href="/staff">Staff console</a></p>` : null;
  const body = asksForStore
    ? html`<h1>${heading}</h1>${toStaff}${renderStoreForm(parts, errors)}`
    : html`<h1>${heading}</h1>${toStaff}${renderStoreList(stores)}
<details><summary>Create another store</summary>${renderStoreForm(parts, [])}</details>`;
  const title = errors.length > 0 ? `Error: ${heading}` : heading;
  return {
    status: errors.length > 0 ? 422 : 200,
    html: page({ title, nonce: call.nonce, body, signedIn: signed_in }),
  };
}

async function create(database: Database, visit: Visit, deps: StoresDeps): Promise<PageAnswer> {
  const sent = [...visit.call.form].filter(
    ([name, value]) => Object.hasOwn(storeFormMessages, name) && value !== "",
  );
  const input = { name: "", ...Object.fromEntries(sent) };
  const wrong = checkForm(operations.createStore.body, input, storeFormMessages);
  if (wrong.length > 0) return landing(database, visit, deps.addresses, wrong);
  try {
    const order = { owner: visit.signed_in, input };
    const { handle } = await database.transaction((tx) => createStore(tx, order, deps));
    return { redirect: `/${handle}` };
  } catch (error) {
    return landing(database, visit, deps.addresses, rejectedFields(error));
  }
}

/**
 * Create the first page of the admin. It redirects to the only store of the signed-in account, otherwise
 * shows the list of stores or a form to create one, and redirects platform staff without a store to their
 * console.
 */
export function storesPages(deps: StoresDeps): PageRoute[] {
  const place = { host: "admin", path: "/", visitor: "account" } as const;
  const visiting =
    (serve: (database: Database, visit: Visit) => Promise<PageAnswer>): PageRoute["handle"] =>
    async (database, call) =>
      call.signed_in ? serve(database, { call, signed_in: call.signed_in }) : { redirect: "/sign-in" };
  return [
    // Whoever types the bare domain most likely wants in.
    {
      host: "apex",
      path: "/",
      method: "GET",
      visitor: "anyone",
      handle: async () => ({ redirect: `${deps.addresses.adminOrigin}/` }),
    },
    {
      ...place,
      method: "GET",
      handle: visiting((database, visit) => landing(database, visit, deps.addresses, [])),
    },
    { ...place, method: "POST", handle: visiting((database, visit) => create(database, visit, deps)) },
  ];
}
