import { Grid, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { DetailsCard } from "./details-card.tsx";
import { OrganisationCard } from "./organisation-card.tsx";
import { SellingCard } from "./selling-card.tsx";
import type { ProductForm } from "./use-product-form.ts";
import { VisibilityCard } from "./visibility-card.tsx";

/** The first cards of a product, new or not: its texts and pictures, and beside them what shows, sorts and sells it. */
export function FormCards({ form, pictures }: { form: ProductForm; pictures: ReactNode }) {
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="lg">
          <DetailsCard form={form} />
          {pictures}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap="lg">
          <VisibilityCard form={form} />
          <OrganisationCard form={form} />
          <SellingCard form={form} />
        </Stack>
      </Grid.Col>
    </Grid>
  );
}
