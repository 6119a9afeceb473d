import { LinkButton, useStore } from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import { exportAddress } from "../exports/export-address.ts";
import { listQuery } from "./products-search.ts";
import { strings } from "./strings.ts";
import { useProductsAddress } from "./use-products-address.ts";

/** What can be done on the page of all products. */
export function ProductsActions() {
  const { handle } = useStore();
  const { search } = useProductsAddress();
  return (
    <>
      <LinkButton variant="default" to={`/${handle}/products/import`}>
        {strings.import}
      </LinkButton>
      <LinkButton variant="default" to={exportAddress(handle, "products", listQuery(search))}>
        {strings.export}
      </LinkButton>
      <LinkButton to={`/${handle}/products/new`} leftSection={<IconPlus size={16} aria-hidden />}>
        {strings.new}
      </LinkButton>
    </>
  );
}
