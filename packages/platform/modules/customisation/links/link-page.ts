import { Refusal, refuse } from "@souk/contract";
import type { Database } from "@souk/database";
import { page } from "../../../pages/layout.ts";
import type { Store } from "../../../routing/call.ts";
import { html } from "../../../routing/html.ts";
import type { PageAnswer, PageCall, PageRoute } from "../../../routing/page.ts";
import { type InstallsWiring, onTheWay } from "../../installs/index.ts";
import { openAppLink } from "./open-app-link.ts";

/** An id, and several joined by commas; no more than the operation takes. */
const oneId = /^[1-9]\d{0,14}$/;
const someIds = /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,249}$/;

function idsOf({ query }: PageCall): string {
  return query.findLast(([name]) => name === "ids")?.[1] ?? "";
}

function sorry(call: PageCall, { host_url }: Store, sentence: string): PageAnswer {
  const title = "This link cannot be opened";
  const body = html`<h1>${title}</h1><p>${sentence}</p>
<p class="actions"><a class="button quiet" href="${host_url}">Back to the shop</a></p>`;
  return { status: 404, html: page({ title, nonce: call.nonce, body, signedIn: call.signed_in }) };
}

const gone = "The app has taken it away, or it was uninstalled.";

async function open(
  database: Database,
  { call, store }: { call: PageCall; store: Store },
  wiring: InstallsWiring,
): Promise<PageAnswer> {
  const id = call.params.id ?? "";
  const ids = idsOf(call);
  if (!oneId.test(id) || !someIds.test(ids)) return sorry(call, store, gone);
  try {
    const order = { store, id: Number(id), ids: ids.split(",").map(Number) };
    return { redirect: (await openAppLink(database, order, wiring)).open.url };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sorry(call, store, error.code === "conflict" ? error.message : gone);
  }
}

/** The way into an app by one of its links in a tab of its own, signed anew each time (INS-14). */
export function linkPages(wiring: InstallsWiring): PageRoute[] {
  return [
    {
      host: "admin",
      method: "GET",
      path: "/:store/apps/link/:id",
      // `anyone`: it leads to another origin, so it sends to the sign-in page itself, see `onTheWay`.
      visitor: "anyone",
      handle: (database, call) => {
        const place = `apps/link/${encodeURIComponent(call.params.id ?? refuse("not_found"))}`;
        const query = new URLSearchParams({ ids: idsOf(call) });
        return onTheWay(call, `${place}?${query}`, (store) => open(database, { call, store }, wiring));
      },
    },
  ];
}
