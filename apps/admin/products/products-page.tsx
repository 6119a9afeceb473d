import {
  DataTable,
  formatMoney,
  NoRecords,
  PageFrame,
  Timestamp,
  useAdminConsole,
  useList,
  useStore,
} from "@souk/ui";
import { IconBox } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { toStorePage } from "../page-urls.ts";
import { texts } from "../texts.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { useSelectedProducts } from "./bulk/use-selected-products.ts";
import { ProductCell } from "./product-cell.tsx";
import { ProductsActions } from "./products-actions.tsx";
import { ProductsFilters } from "./products-filters.tsx";
import { type ProductsList, productsList } from "./products-list.ts";
import { StockQuantity } from "./stock-quantity.tsx";
import { VisibilityBadge } from "./visibility-badge.tsx";

const listedFields = "title,image_url,variants,min_price,max_price,total_quantity,visibility,updated_at";

function useProducts(listQuery: ProductsList["query"]) {
  const admin = useAdminConsole();
  const query = { ...listQuery, fields: listedFields };
  return useQuery({
    queryKey: ["products", query],
    queryFn: ({ signal }) => admin.products.list({ query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Show the store's products. The URL contains the search, filters, sort and page. */
export function ProductsPage() {
  const list = useList(productsList);
  const query = useProducts(list.query);
  const selection = useSelectedProducts();
  const { columns } = texts.products;
  return (
    <PageFrame title={texts.products.title} wide actions={<ProductsActions filters={list.apiFilters} />}>
      <ProductsFilters list={list} />
      <BulkBar
        products={selection.list}
        onCompleted={(products) => selection.setSelected(products, false)}
        onClear={selection.clear}
      />
      <DataTable
        label={texts.products.title}
        query={query}
        rows={(response) => response.products}
        getKey={(product) => product.id}
        getLink={(product) => toStorePage("/products/$id", { id: product.id })}
        sort={list.sort ?? ""}
        onSort={list.setSort}
        onPage={list.goToPage}
        selection={{
          isSelected: ({ id }) => selection.has(id),
          setSelected: selection.setSelected,
          getName: ({ title }) => title,
        }}
        empty={
          <NoRecords
            isFiltered={list.isFiltered}
            onShowAll={list.clearFilters}
            icon={IconBox}
            words={texts.products}
            action={<ProductsActions filters={list.apiFilters} />}
          />
        }
        columns={[
          {
            id: "product",
            header: columns.product,
            sort: "title",
            cell: (product) => <ProductCell product={product} />,
          },
          {
            id: "price",
            header: columns.price,
            align: "end",
            cell: (product) => <PriceRange product={product} />,
          },
          {
            id: "stock",
            header: columns.stock,
            align: "end",
            cell: (product) => <StockQuantity quantity={product.total_quantity} />,
          },
          {
            id: "visibility",
            header: columns.visibility,
            cell: (product) => <VisibilityBadge visibility={product.visibility} />,
          },
          {
            id: "updated",
            header: columns.updated,
            sort: "updated_at",
            cell: (product) => <Timestamp at={product.updated_at} />,
          },
        ]}
      />
    </PageFrame>
  );
}

/** Show the price range of a product's variants. */
function PriceRange({ product }: { product: { min_price: string; max_price: string } }) {
  const { currency_code } = useStore();
  const { min_price, max_price } = product;
  const minPrice = formatMoney(min_price, currency_code);
  return min_price === max_price ? minPrice : `${minPrice} – ${formatMoney(max_price, currency_code)}`;
}
