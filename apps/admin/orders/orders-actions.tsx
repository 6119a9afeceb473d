import { LinkButton, useStore } from "@souk/ui";
import { exportQuery } from "./export-query.ts";
import type { OrdersPlace } from "./orders-filters.tsx";
import { strings } from "./strings.ts";

/** What can be done on the page of all orders: a file of those that it shows. */
export function OrdersActions({ at }: { at: OrdersPlace["at"] }) {
  const { handle } = useStore();
  return (
    <LinkButton variant="default" to={`/${handle}/exports?${exportQuery(at)}`}>
      {strings.export}
    </LinkButton>
  );
}
