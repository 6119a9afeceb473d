import { LinkButton, useStore } from "@souk/ui";
import { IconPlus } from "@tabler/icons-react";
import { exportAddress } from "../exports/export-address.ts";
import { strings } from "./strings.ts";
import { useProductsAddress } from "./use-products-address.ts";

/** What can be done on the page of all products. */
export function ProductsActions() {
  const { handle } = useStore();
  const { search } = useProductsAddress();
  const { query = "", visibility = "", stock = "", collection = "" } = search;
  const { vendor = "", brand = "", type = "", tag = "" } = search;
  const filters = {
    query,
    visibility,
    stock,
    collection_ids: String(collection),
    vendor,
    brand,
    product_type: type,
    tags: tag,
  };
  return (
    <>
      <LinkButton variant="default" to={`/${handle}/products/import`}>
        {strings.import}
      </LinkButton>
      <LinkButton variant="default" to={exportAddress(handle, "products", filters)}>
        {strings.export}
      </LinkButton>
      <LinkButton to={`/${handle}/products/new`} leftSection={<IconPlus size={16} aria-hidden />}>
        {strings.new}
      </LinkButton>
    </>
  );
}
