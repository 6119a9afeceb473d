import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Column,
  DataTable,
  formatMoney,
  formatNumber,
  PageFrame,
  type Sort,
  StatusBadge,
  Timestamp,
} from "../../index.ts";
import { toGalleryPage } from "./to-gallery-page.ts";

interface Product {
  id: number;
  title: string;
  vendor: string;
  stock: number;
  price: string;
  updated_at: string;
}

const titles = [
  "Kopi-O nipis",
  "White coffee, 600 g",
  "Pandan kaya",
  "Gula melaka from Melaka, in blocks of a kilogram, wrapped in leaves, and with a very long name",
  "Teh tarik set",
  "Condensed milk",
  "Kuih tin",
  "Enamel cup",
];

const products: Product[] = Array.from({ length: 23 }, (_, index) => ({
  id: index + 1,
  title: titles[index % titles.length] ?? "",
  vendor: index % 3 === 0 ? "Kedai Kopi Jaya" : "Ipoh Roasters",
  stock: (index * 37) % 113,
  price: `${(index * 7) % 90}.50`,
  updated_at: new Date(Date.UTC(2026, 10, 20 - index, 3)).toISOString(),
}));

const columns: Column<Product>[] = [
  { id: "title", header: "Title", cell: ({ title }) => title, sort: "title" },
  { id: "vendor", header: "Vendor", cell: ({ vendor }) => vendor },
  {
    id: "state",
    header: "State",
    cell: ({ stock }) => (
      <StatusBadge tone={stock === 0 ? "danger" : "good"}>{stock === 0 ? "Sold out" : "On sale"}</StatusBadge>
    ),
  },
  { id: "stock", header: "Stock", cell: ({ stock }) => formatNumber(stock), align: "end", sort: "stock" },
  { id: "price", header: "Price", cell: ({ price }) => formatMoney(price, "MYR"), align: "end" },
  { id: "updated", header: "Updated", cell: ({ updated_at }) => <Timestamp at={updated_at} /> },
];

function listProducts(page: number, sort: Sort) {
  const [sortColumn = "title", direction] = sort.split(".");
  const key = sortColumn as "title" | "stock";
  const sign = direction === "desc" ? -1 : 1;
  const sortedProducts = products.toSorted(
    (a, b) => sign * (a[key] < b[key] ? -1 : a[key] > b[key] ? 1 : a.id - b.id),
  );
  const records = sortedProducts.slice((page - 1) * 10, page * 10);
  return { products: records, total_count: products.length, page_count: 3, page, limit: 10 };
}

/** Show a table with sorting, paging and links. */
export function TablePage() {
  const [page, setPage] = useState(Number(new URLSearchParams(window.location.search).get("page") ?? 1));
  const [sort, setSort] = useState<Sort>("title.asc");
  const query = useQuery({
    queryKey: ["products", page, sort],
    queryFn: async () => listProducts(page, sort),
    placeholderData: (previousData) => previousData,
  });
  return (
    <PageFrame title="Products" breadcrumbs={[{ label: "Home", to: toGalleryPage("/") }]} wide>
      <DataTable
        label="Products"
        query={query}
        rows={(list) => list.products}
        getKey={({ id }) => id}
        columns={columns}
        getLink={({ id }) => toGalleryPage("/form", {}, { product: id })}
        sort={sort}
        onSort={setSort}
        onPage={setPage}
      />
    </PageFrame>
  );
}
