import { Grid, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { DetailsCard } from "./details-card.tsx";
import { OrganizationCard } from "./organization-card.tsx";
import { SellingCard } from "./selling-card.tsx";
import type { ProductForm } from "./use-product-form.ts";
import { VisibilityCard } from "./visibility-card.tsx";

/**
 * Show the first cards of a product form: details and images on the left, and visibility, organization and selling on the
 * right.
 */
export function FormCards({ form, images }: { form: ProductForm; images: ReactNode }) {
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="lg">
          <DetailsCard form={form} />
          {images}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="lg">
          <VisibilityCard form={form} />
          <OrganizationCard form={form} />
          <SellingCard form={form} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
