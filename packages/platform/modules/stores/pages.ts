import { type FieldError, operations } from "@souk/contract";
import type { Database } from "@souk/database";
import { checkForm, refusedFields } from "../../pages/check-form.ts";
import { page } from "../../pages/layout.ts";
import type { SignedIn } from "../../routing/call.ts";
import { html } from "../../routing/html.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../routing/page.ts";
import { createStore, type StoreWiring } from "./create-store.ts";
import { listOwnStores } from "./list-own-stores.ts";
import { shopForm, shopSentences } from "./shop-form.ts";
import { shopList } from "./shop-list.ts";

interface Visit {
  call: PageCall;
  signed_in: SignedIn;
}

async function landing(
  database: Database,
  { call, signed_in }: Visit,
  addresses: StoreWiring["addresses"],
  errors: readonly FieldError[],
): Promise<PageAnswer> {
  const question = { account_id: signed_in.account_id, page: 1, limit: 250 };
  const { stores } = await listOwnStores(database, question, addresses);
  // Who has one shop works there; `?choose` shows the list all the same.
  const [only, another] = stores;
  const isPassing = errors.length === 0 && !call.query.some(([name]) => name === "choose");
  if (isPassing && only && !another) return { redirect: `/${only.handle}` };
  if (isPassing && !only && signed_in.is_staff) return { redirect: "/staff" };
  const asksForShop = stores.length === 0 || errors.length > 0;
  const heading = asksForShop ? "Create your shop" : "Your shops";
  const parts = { form: call.form, csrf_token: signed_in.csrf_token, domain: addresses.domain };
  const toStaff = signed_in.is_staff ? html`<p><a href="/staff">Staff console</a></p>` : null;
  const body = asksForShop
    ? html`<h1>${heading}</h1>${toStaff}${shopForm(parts, errors)}`
    : html`<h1>${heading}</h1>${toStaff}${shopList(stores)}
<details><summary>Create another shop</summary>${shopForm(parts, [])}</details>`;
  const title = errors.length > 0 ? `Error: ${heading}` : heading;
  return {
    status: errors.length > 0 ? 422 : 200,
    html: page({ title, nonce: call.nonce, body, signedIn: signed_in }),
  };
}

async function create(database: Database, visit: Visit, wiring: StoreWiring): Promise<PageAnswer> {
  const sent = [...visit.call.form].filter(
    ([name, value]) => Object.hasOwn(shopSentences, name) && value !== "",
  );
  const input = { name: "", ...Object.fromEntries(sent) };
  const wrong = checkForm(operations.createStore.body, input, shopSentences);
  if (wrong.length > 0) return landing(database, visit, wiring.addresses, wrong);
  try {
    const order = { owner: visit.signed_in, input };
    const { handle } = await database.transaction((tx) => createStore(tx, order, wiring));
    return { redirect: `/${handle}` };
  } catch (error) {
    return landing(database, visit, wiring.addresses, refusedFields(error));
  }
}

/**
 * The first page of the admin: the only shop of the signed-in account, else a list of them or a form to create one; for the
 * platform's staff without a shop, their console.
 */
export function storesPages(wiring: StoreWiring): PageRoute[] {
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
      handle: async () => ({ redirect: `${wiring.addresses.adminOrigin}/` }),
    },
    {
      ...place,
      method: "GET",
      handle: visiting((database, visit) => landing(database, visit, wiring.addresses, [])),
    },
    { ...place, method: "POST", handle: visiting((database, visit) => create(database, visit, wiring)) },
  ];
}
