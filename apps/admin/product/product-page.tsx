import { Group } from "@mantine/core";
import { Answered, isMissing, PageFrame } from "@souk/ui";
import { useParams } from "@tanstack/react-router";
import { AppLinks } from "../app-links/app-links.tsx";
import { useLocations } from "../locations/location-queries.ts";
import { MissingRecord } from "../missing-record.tsx";
import { toStorePage } from "../page-addresses.ts";
import { VisibilityBadge } from "../products/visibility-badge.tsx";
import { texts } from "../texts.ts";
import { DeleteProduct } from "./delete-product.tsx";
import { ProductEditor } from "./product-editor.tsx";
import { type Product, useProduct } from "./product-queries.ts";

function ProductActions({ product }: { product: Product }) {
  return (
    <Group gap="xs">
      <AppLinks placement="product" ids={[product.id]} />
      <DeleteProduct product={product} />
    </Group>
  );
}

/** Show one product for editing: its details, images, variants, stock and stock history. */
export function ProductPage() {
  const { id = "" } = useParams({ strict: false }) as { id?: string };
  const query = useProduct(Number(id));
  const locations = useLocations();
  const product = query.data?.product;
  return (
    <PageFrame
      wide
      title={product?.title ?? (isMissing(query) ? texts.product.missing.title : texts.product.loading)}
      breadcrumbs={[{ label: texts.product.products, to: toStorePage("/products") }]}
      badge={product && <VisibilityBadge visibility={product.visibility} />}
      {...(product ? { actions: <ProductActions product={product} /> } : {})}
    >
      <Answered
        query={query}
        skeleton="form"
        missing={<MissingRecord words={texts.product.missing} to={toStorePage("/products")} />}
      >
        {(answer) => (
          <Answered query={locations} skeleton="form">
            {(places) => (
              <ProductEditor key={answer.product.id} product={answer.product} locations={places} />
            )}
          </Answered>
        )}
      </Answered>
    </PageFrame>
  );
}
