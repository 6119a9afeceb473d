import { LinkButton } from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import { exportAddress } from "../exports/export-address.ts";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import type { ProductsList } from "./products-list.ts";

/** Show the actions of the products page. */
export function ProductsActions({ filters }: { filters: ProductsList["apiFilters"] }) {
  return (
    <>
      <LinkButton variant="default" to={toStorePage("/products/import")}>
        {texts.products.import}
      </LinkButton>
      <LinkButton variant="default" to={exportAddress("products", filters)}>
        {texts.products.export}
      </LinkButton>
      <LinkButton to={toStorePage("/products/new")} leftSection={<IconPlus size={16} aria-hidden />}>
        {texts.products.new}
      </LinkButton>
    </>
  );
}
