import { Group } from "@mantine/core";
import { isMissing, PageFrame, QueryBoundary } from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { AppLinks } from "../app-links/app-links.tsx";
import { useLocations } from "../locations/location-queries.ts";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-urls.ts";
import { VisibilityBadge } from "../products/visibility-badge.tsx";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { DeleteProduct } from "./delete-product.tsx";
import { ProductEditor } from "./product-editor.tsx";
import { type Product, useProduct } from "./product-queries.ts";

function ProductActions({ product }: { product: Product }) {
  const canEdit = usePermissions()("products.edit");
  return (
    <Group gap="xs">
      <AppLinks placement="product" ids={[product.id]} />
      {canEdit && <DeleteProduct product={product} />}
    </Group>
  );
}

/** Show the page that edits a product: its details, images, variants and stock. */
export function ProductPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const query = useProduct(Number(id));
  const locationsQuery = useLocations();
  const product = query.data?.product;
  return (
    <PageFrame
      wide
      title={product?.title ?? (isMissing(query) ? texts.product.missing.title : texts.product.loading)}
      breadcrumbs={[{ label: texts.product.products, to: toStorePage("/products") }]}
      badge={product && <VisibilityBadge visibility={product.visibility} />}
      {...(product ? { actions: <ProductActions product={product} /> } : {})}
    >
      <QueryBoundary
        query={query}
        skeleton="form"
        notFound={<MissingRecord words={texts.product.missing} to={toStorePage("/products")} />}
      >
        {(response) => (
          <QueryBoundary query={locationsQuery} skeleton="form">
            {(loadedLocations) => (
              <ProductEditor
                key={response.product.id}
                product={response.product}
                locations={loadedLocations}
              />
            )}
          </QueryBoundary>
        )}
      </QueryBoundary>
    </PageFrame>
  );
}
