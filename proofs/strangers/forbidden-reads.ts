import type { PlatformClient } from "@souk/testkit";
import type { Attack } from "./attacks.ts";
import type { HostilePartner } from "./hostile-partner.ts";
import type { HostileStore } from "./hostile-store.ts";
import type { Victim } from "./stranger.ts";

/** List the attempts to read another store's records, by name. None may succeed. */
export function listForbiddenReads({
  client: { addresses, request },
  store: { call, send, getNextToken },
  partner,
  victim,
}: {
  client: PlatformClient;
  store: HostileStore;
  partner: HostilePartner;
  victim: Victim;
}): Record<string, Attack> {
  const storeOrigin = addresses.storeOrigin(victim.handle);
  const { adminOrigin, partnersOrigin } = addresses;
  const partnerCall = partner.apps[0]?.partner.browser.call;
  let count = 0;
  // The ids from 1 to 10 are tried in turn. They belong to apps of the demo and of the honest store, which were registered first.
  const getNextId = () => 1 + (count++ % 10);
  const forbid = (expected: number, read: Attack["send"]): Attack => ({
    expected,
    send: read,
    isForbidden: true,
    workerCount: 1,
  });
  return {
    "read another store with a token": forbid(401, () =>
      request(`${storeOrigin}/api/3.0/products.json`, { token: getNextToken() }),
    ),
    "read another store's product": forbid(404, () => send(`/3.0/products/${victim.productId}.json`)),
    "read another store's order": forbid(404, () => send(`/3.0/orders/${victim.orderId}.json`)),
    "read another store with a session": forbid(404, () =>
      call("GET", `${adminOrigin}/${victim.handle}/api/3.0/products.json`),
    ),
    "read the staff console": forbid(403, () => call("GET", `${adminOrigin}/api/staff/stores.json`)),
    "read another partner's app": forbid(404, async () => {
      const response = await partnerCall?.("GET", `${partnersOrigin}/api/console/apps/${getNextId()}.json`);
      // The partner may read an app of its own.
      const isOwn = partner.apps.some(({ id }) => response?.url.endsWith(`/${id}.json`));
      return response === undefined || isOwn ? { status: 404 } : response;
    }),
  };
}
