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
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { useChosenProducts } from "./bulk/chosen-products.ts";
import { ProductCell } from "./product-cell.tsx";
import { ProductsActions } from "./products-actions.tsx";
import { ProductsFilters } from "./products-filters.tsx";
import { type ProductsList, productsList } from "./products-list.ts";
import { StockFigure } from "./stock-figure.tsx";
import { VisibilityBadge } from "./visibility-badge.tsx";

const shown = "title,image_url,variants,min_price,max_price,total_quantity,visibility,updated_at";

function useProducts(narrowed: ProductsList["query"]) {
  const admin = useAdminConsole();
  const asked = { ...narrowed, fields: shown };
  return useQuery({
    queryKey: ["products", asked],
    queryFn: ({ signal }) => admin.products.list({ query: asked, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Show the products of the store: searchable, sorted, a page at a time. All of it is kept in the address. */
export function ProductsPage() {
  const list = useList(productsList);
  const query = useProducts(list.query);
  const chosen = useChosenProducts();
  const { columns } = texts.products;
  return (
    <PageFrame title={texts.products.title} wide actions={<ProductsActions filters={list.apiFilters} />}>
      <ProductsFilters list={list} />
      <BulkBar
        chosen={chosen.list}
        onWorked={(products) => chosen.choose(products, false)}
        onClear={chosen.clear}
      />
      <DataTable
        label={texts.products.title}
        query={query}
        rows={(answer) => answer.products}
        getKey={(product) => product.id}
        getLink={(product) => toStorePage("/products/$id", { id: product.id })}
        sort={list.sort ?? ""}
        onSort={list.setSort}
        onPage={list.goToPage}
        selection={{
          isChosen: ({ id }) => chosen.has(id),
          choose: chosen.choose,
          getName: ({ title }) => title,
        }}
        empty={
          <NoRecords
            isNarrowed={list.isNarrowed}
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
            cell: (product) => <StockFigure quantity={product.total_quantity} />,
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
  const least = formatMoney(min_price, currency_code);
  return min_price === max_price ? least : `${least} – ${formatMoney(max_price, currency_code)}`;
}
