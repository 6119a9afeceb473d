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
  const asksForShop = stores.length === 0 || errors.length > 0;
  const heading = asksForShop ? "Create your shop" : "Your shops";
  const parts = { form: call.form, csrf_token: signed_in.csrf_token, domain: addresses.domain };
  const body = asksForShop
    ? html`<h1>${heading}</h1>${shopForm(parts, errors)}`
    : html`<h1>${heading}</h1>${shopList(stores)}
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
  const input = { name: "", handle: "", ...Object.fromEntries(sent) };
  const wrong = checkForm(operations.createStore.body, input, shopSentences);
  const errors =
    wrong.length > 0
      ? wrong
      : await database
          .transaction((tx) => createStore(tx, { owner: visit.signed_in, input }, wiring))
          .then(() => [], refusedFields);
  return errors.length > 0 ? landing(database, visit, wiring.addresses, errors) : { redirect: "/" };
}

/** The first page of the admin: the shops of the signed-in account, or a form to create one. */
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
